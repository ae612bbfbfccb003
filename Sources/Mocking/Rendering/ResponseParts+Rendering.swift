import HTTPTypes
import Messages
import Scenarios

extension ResponseParts {
    /// Renders the response, for more than one request if `isReused`, with its links under a base; nil leaves them as they
    /// are in the file.
    func rendered(for base: LinkBase?, isReused: Bool = false) -> RenderedResponse {
        let content = body.spliced(base)
        var framing = head(for: base, contentLength: content.count)
        if isChunked { addChunks(of: content, to: &framing) } else { framing.add(content: content) }
        framing.trim(isReused: isReused)
        let pacing = pacing(bodyLength: framing.bodyLength)
        return framing.response(pacing: pacing, fault: definition.fault, closes: closes)
    }

    /// Renders the head of a response whose body is read from a file while it is sent.
    func rendered(with file: OpenFile) -> RenderedResponse {
        let source = BodySource(length: file.size) { file.bytes(at: $0, count: $1) }
        return head(for: nil, contentLength: file.size).response(source: source)
    }

    private func head(for base: LinkBase?, contentLength: Int) -> HTTP1Framing {
        let reason =
            definition.reason.map { String(decoding: Self.singleLine($0), as: UTF8.self) }
            ?? (definition.isMapping ? JettyReasonPhrase.of(definition.status) : nil)
        var framing = HTTP1Framing(status: definition.status, reason: reason)
        for field in fields { framing.add(field: field.name, field.value.spliced(base)) }
        addServerFields(to: &framing)
        framing.endHead(bodyLength(contentLength: contentLength))
        return framing
    }

    private func addServerFields(to framing: inout HTTP1Framing) {
        if !has(.retryAfter), let retryAfter = definition.retryAfter {
            switch retryAfter {
            case .seconds(let seconds): framing.add(field: "Retry-After", "\(seconds)")
            case .date(let secondsAhead): framing.addDate(field: "Retry-After", secondsAhead: secondsAhead)
            }
        }
        if let stubID, !has(.matchedStubID) { framing.add(field: "Matched-Stub-Id", stubID) }
        if let stubName, !has(.matchedStubName) { framing.add(field: "Matched-Stub-Name", stubName) }
        if !has(.date) { framing.addDate() }
    }

    private func bodyLength(contentLength: Int) -> HTTP1Framing.BodyLength {
        if isChunked { return .chunked }
        if let claimedLength { return .bytes(claimedLength) }
        return hasNoBody ? .unframed : .bytes(contentLength)
    }

    /// Adds the content in chunks: the part before the fault as a whole chunk, the rest in as many as it is dribbled.
    private func addChunks(of content: [UInt8], to framing: inout HTTP1Framing) {
        var rest = content[...]
        if let fault = definition.fault, case .bodyBytes(let count) = fault.phase {
            framing.add(chunk: rest.prefix(max(0, count)))
            rest = rest.dropFirst(max(0, count))
        }
        let pieces = max(1, min(definition.dribble?.numberOfChunks ?? 1, rest.count))
        for piece in 0..<pieces {
            let size = piece == pieces - 1 ? rest.count : content.count / pieces
            framing.add(chunk: rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        framing.endChunks()
    }

    private func has(_ name: HTTPField.Name?) -> Bool {
        fields.contains { $0.name.lowercased() == name?.canonicalName }
    }

    private func pacing(bodyLength: Int) -> Pacing {
        guard bodyLength > 0 else { return .none }
        if let dribble = definition.dribble, dribble.totalMilliseconds > 0 {
            let pieces = max(1, min(dribble.numberOfChunks, bodyLength))
            return .dribble(pieces: pieces, totalMilliseconds: dribble.totalMilliseconds)
        }
        guard let rate = definition.bytesPerSecond, rate > 0 else { return .none }
        return .throttle(bytesPerSecond: rate)
    }
}

extension HTTPField.Name {
    fileprivate static let matchedStubID = HTTPField.Name("Matched-Stub-Id")
    fileprivate static let matchedStubName = HTTPField.Name("Matched-Stub-Name")
}
