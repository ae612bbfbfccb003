import Messages

extension Response {
    /// The same for a client of HTTP/1.0, which knows no chunks: the body ends with the connection (RFC 9112 §6.1).
    ///
    /// A message that is not chunked stays as it is, and so does one whose bad chunk is wanted.
    func unchunked() -> Response {
        guard fault?.effect != .badChunk, hasField("transfer-encoding") else { return self }
        guard let body = ChunkedBody(message[headLength...]) else { return self }
        var plain = reframed(without: "transfer-encoding", adding: "", body: body.content)
        plain?.closes = true
        if let fault, case .bodyBytes(let count) = fault.phase {
            plain?.fault = Fault(fault.effect, after: .bodyBytes(body.contentLength(within: count)))
        }
        return plain ?? self
    }
}

/// The content of a body that was rendered in chunks (RFC 9112 §7.1).
private struct ChunkedBody {
    private(set) var content: [UInt8] = []
    /// For each chunk where its data begins on the wire, and where in the content.
    private var places: [(wire: Int, content: Int)] = []

    /// Nil when the bytes are no chunks, or end before the last one.
    init?(_ wire: ArraySlice<UInt8>) {
        var rest = wire
        while let end = rest.firstIndex(of: 0x0D) {
            guard let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), size >= 0 else {
                return nil
            }
            guard size > 0 else { return }
            rest = rest[end...].dropFirst(2)
            guard rest.count >= size else { return nil }
            places.append((rest.startIndex - wire.startIndex, content.count))
            content += rest.prefix(size)
            rest = rest.dropFirst(size).dropFirst(2)
        }
        return nil
    }

    /// How much of the content so many bytes of the wire hold.
    func contentLength(within count: Int) -> Int {
        guard let index = places.lastIndex(where: { $0.wire < count }) else { return 0 }
        let end = index + 1 < places.count ? places[index + 1].content : content.count
        return places[index].content + min(count - places[index].wire, end - places[index].content)
    }
}
