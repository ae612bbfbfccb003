/// Copies of a response with other framing or more fields; a message without a head is returned unchanged.
extension RenderedResponse {
    /// The response with more fields behind its own.
    package func adding(_ fields: [(name: String, value: String)]) -> RenderedResponse {
        guard headLength > 0, !fields.isEmpty else { return self }
        var framing = HTTP1Framing(headOf: self)
        for (name, value) in fields { framing.add(field: name, value) }
        framing.addBody(of: self)
        return framing.response(pacing: pacing, fault: fault, closes: closes, source: source)
    }

    /// The response with more fields and another body, which is framed by its length.
    package func adding(_ fields: [(name: String, value: String)], content: [UInt8]) -> RenderedResponse {
        guard headLength > 0 else { return self }
        var framing = HTTP1Framing(headOf: self)
        for (name, value) in fields { framing.add(field: name, value) }
        framing.endHead(.bytes(content.count))
        framing.add(content: content)
        return framing.response(pacing: pacing, fault: fault, closes: closes)
    }

    /// The response for a client of HTTP/1.0, which does not know chunks: the body ends with the connection (RFC 9112
    /// §6.1).
    ///
    /// A response with a bad chunk stays as it is.
    package func unchunked() -> RenderedResponse {
        guard chunks != nil, fault?.effect != .badChunk else { return self }
        var framing = HTTP1Framing(headOf: self)
        framing.endHead(.unframed)
        framing.add(content: content)
        return framing.response(pacing: pacing, fault: fault, closes: true)
    }

    /// Chunks the part of the body that a bad chunk lets through, unless the response is chunked already.
    package func framedForBadChunk(hasBody: Bool) -> RenderedResponse {
        guard let fault, fault.effect == .badChunk, chunks == nil, headLength > 0 else { return self }
        var framing = HTTP1Framing(headOf: self)
        framing.endHead(.chunked)
        if case .bodyBytes(let count) = fault.phase, hasBody {
            framing.add(chunk: message[headLength...].prefix(max(0, count)))
        }
        let isSent = Fault(.badChunk, after: .bodyBytes(.max))
        return framing.response(pacing: pacing, fault: isSent, closes: closes)
    }
}
