/// The bytes that the faults `badChunk` and `garbage` send.
enum FaultBytes {
    /// A line that is not a chunk's size.
    static let badChunkLine = [UInt8]("not-a-chunk-size\r\n".utf8)

    /// Bytes that are not HTTP.
    static let garbage: [UInt8] = [0xEF, 0xBF, 0xBD, 0x00, 0x1B, 0x7F] + [UInt8]("this is not HTTP\r\n\r\n".utf8)
}
