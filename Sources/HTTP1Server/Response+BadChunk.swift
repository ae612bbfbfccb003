import Messages

extension Response {
    /// The line that no one can read as a chunk's size.
    static let badChunkLine = [UInt8]("not-a-chunk-size\r\n".utf8)

    /// The bytes of the fault `garbage`: no HTTP.
    static let garbage: [UInt8] = [0xEF, 0xBF, 0xBD, 0x00, 0x1B, 0x7F] + [UInt8]("this is not HTTP\r\n\r\n".utf8)

    /// This response framed so that a chunk of nonsense can follow what its fault lets through.
    ///
    /// A message that is chunked already stays as it is.
    func framedForBadChunk(hasBody: Bool) -> Response {
        guard let fault, !hasField("transfer-encoding") else { return self }
        var body: [UInt8] = []
        if case .bodyBytes(let count) = fault.phase, hasBody, headLength <= message.count {
            body = Self.chunk(message[headLength...].prefix(max(0, count)))
        }
        var framed = reframed(without: "content-length", adding: "Transfer-Encoding: chunked\r\n", body: body)
        framed?.fault = Fault(.badChunk, after: .bodyBytes(.max))
        return framed ?? self
    }
}
