import HTTPTypes
import Messages
import Scenarios

extension ResponseParts {
    /// Head and body in one buffer, with the links under a base; nil: as the file has them.
    func rendered(for base: LinkBase?) -> RenderedResponse {
        let body = BodyEncoding(content: body.spliced(base), definition, isChunked: isChunked)
        let head = head(for: base, contentLength: body.contentLength)
        return RenderedResponse(
            status: definition.status,
            message: head.bytes + body.bytes,
            headLength: head.bytes.count,
            dates: head.dates,
            pacing: pacing(bodyLength: body.bytes.count),
            fault: body.fault,
            closes: closes
        )
    }

    /// The head for a body that is read from a file while it is sent.
    func rendered(with file: OpenFile) -> RenderedResponse {
        let head = head(for: nil, contentLength: file.size)
        return RenderedResponse(
            status: definition.status,
            message: head.bytes,
            headLength: head.bytes.count,
            dates: head.dates,
            file: file
        )
    }

    private func head(for base: LinkBase?, contentLength: Int) -> HeadBuffer {
        var head = HeadBuffer()
        head.add("HTTP/1.1 \(definition.status) \(reason)\r\n")
        for field in fields { head.add(field: field.name, field.value.spliced(base)) }
        addServerFields(to: &head, contentLength: contentLength)
        head.add("\r\n")
        return head
    }

    private var reason: String {
        guard let text = definition.reason else { return ReasonPhrase.of(definition.status) }
        return String(decoding: Self.singleLine(text), as: UTF8.self)
    }

    private func addServerFields(to head: inout HeadBuffer, contentLength: Int) {
        if !has(.retryAfter), let retryAfter = definition.retryAfter {
            switch retryAfter {
            case .seconds(let seconds): head.add(field: "Retry-After", Array("\(seconds)".utf8))
            case .date(let secondsAhead): head.addDate(field: "Retry-After", secondsAhead: secondsAhead)
            }
        }
        if let stubID, !has(.matchedStubID) { head.add(field: "Matched-Stub-Id", Array(stubID.utf8)) }
        if let stubName, !has(.matchedStubName) { head.add(field: "Matched-Stub-Name", Array(stubName.utf8)) }
        if !has(.date) { head.addDate(field: "Date", secondsAhead: 0) }
        if isChunked {
            head.add(field: "Transfer-Encoding", Array("chunked".utf8))
        } else if let claimedLength {
            head.add(field: "Content-Length", Array(claimedLength.utf8))
        } else if !hasNoBody {
            head.add(field: "Content-Length", Array("\(contentLength)".utf8))
        }
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
