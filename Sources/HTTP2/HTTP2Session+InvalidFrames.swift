import CNGHTTP2

/// Invalid frames, for faults.
extension HTTP2Session {
    /// A DATA frame whose padding is longer than the frame: an error of the connection (RFC 9113 §6.1).
    package static func malformedData(on stream: Int32) -> [UInt8] {
        let id = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) }
        return [0, 0, 1, UInt8(NGHTTP2_DATA.rawValue), UInt8(NGHTTP2_FLAG_PADDED.rawValue)] + id + [0xFF]
    }

    /// A frame that no client accepts, which may follow any other: DATA on stream 0 (RFC 9113 §6.1).
    package static let invalidFrame: [UInt8] = [0, 0, 4, 0, 0, 0, 0, 0, 0] + Array("oops".utf8)
}
