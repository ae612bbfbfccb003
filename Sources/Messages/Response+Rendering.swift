import HTTPTypes

extension Response {
    /// Renders an answer: status line, the given fields, `Date`, the framing, and the body.
    ///
    /// The fields are without `Date`, `Content-Length`, `Transfer-Encoding` and `Connection`; with any trailers, the
    /// body is chunked.
    package init(
        status: Int,
        reason: String? = nil,
        fields: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        trailers: [(name: String, value: String)] = []
    ) {
        let hasBody = status >= 200 && status != 204 && status != 304
        var message: [UInt8] = []
        message.reserveCapacity(Self.usualHead + body.count)
        message.append("HTTP/1.1 ", String(status), " ", reason ?? Self.reasons[status] ?? "", "\r\n")
        for (name, value) in fields { message.append(name, ": ", value, "\r\n") }
        message.append("Date: ")
        let date = DateStamp(offset: message.count, secondsAhead: 0)
        message.append("Thu, 01 Jan 1970 00:00:00 GMT\r\n")
        if hasBody, trailers.isEmpty { message.append("Content-Length: ", String(body.count), "\r\n") }
        if hasBody, !trailers.isEmpty { message.append("Transfer-Encoding: chunked\r\n") }
        message.append("\r\n")
        let headLength = message.count
        if hasBody { message += trailers.isEmpty ? body : Self.chunked(body, trailers) }
        self.init(message: message, headLength: headLength, dates: [date])
    }

    /// Bytes that most heads fit into.
    private static let usualHead = 256

    private static func chunked(_ body: [UInt8], _ trailers: [(name: String, value: String)]) -> [UInt8] {
        var last = "0\r\n"
        for (name, value) in trailers { last += "\(name): \(value)\r\n" }
        return chunk(body[...]) + [UInt8]((last + "\r\n").utf8)
    }

    /// One chunk (RFC 9112 §7.1); none at all for no bytes, because an empty chunk is the last one.
    package static func chunk(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        return [UInt8]("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
    }

    private static let reasons = Dictionary(uniqueKeysWithValues: knownStatuses.map { ($0.code, $0.reasonPhrase) })

    /// Those that the server, or what is built on it, answers by itself.
    private static let knownStatuses: [HTTPResponse.Status] = [
        .ok, .created, .noContent, .badRequest, .unauthorized, .notFound, .requestTimeout, .conflict, .contentTooLarge,
        .uriTooLong, .expectationFailed, .unprocessableContent, .requestHeaderFieldsTooLarge, .internalServerError,
        .notImplemented, .serviceUnavailable, .httpVersionNotSupported,
    ]
}

extension [UInt8] {
    /// Puts texts at the end, one after the other; one text made of them would be copied more often.
    fileprivate mutating func append(_ texts: String...) {
        for text in texts { self += text.utf8 }
    }
}
