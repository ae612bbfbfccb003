import HAL
import Messages

/// The response of a live resource.
struct LiveAnswer: Sendable {
    var status: Int
    var fields: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// Makes the body on another thread, because that takes long; nil: `body` is complete.
    var laterBody: (@Sendable () -> [UInt8])?

    /// The response in its framing.
    var rendered: RenderedResponse { rendered(body) }

    /// Renders the response on another thread; nil if that need not be.
    var work: RenderingWork? {
        guard let laterBody else { return nil }
        return RenderingWork { rendered(laterBody()) }
    }

    private func rendered(_ body: [UInt8]) -> RenderedResponse {
        var framing = HTTP1Framing(status: status, bodyLength: body.count)
        for (name, value) in fields {
            guard value.utf8.areAll({ $0 >= 0x20 }) else {
                framing.add(field: name, value.utf8.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 })
                continue
            }
            framing.add(field: name, value)
        }
        framing.addDate()
        guard HTTP1Framing.hasBody(status) else {
            framing.endHead(.unframed)
            return framing.response()
        }
        framing.endHead(.bytes(body.count))
        framing.add(content: body)
        return framing.response()
    }

    /// Problem details (RFC 9457).
    static func problem(
        _ status: Int,
        _ detail: String,
        fields: [(name: String, value: String)] = [],
        errors: [LiveError] = []
    ) -> LiveAnswer {
        var extensions = JSONObject()
        if !errors.isEmpty { extensions["errors"] = .array(errors.map(\.json)) }
        let problem = ProblemDetails(
            status: status,
            title: ReasonPhrase.of(status),
            detail: detail,
            extensions: extensions
        )
        return LiveAnswer(
            status: status,
            fields: [("Content-Type", "application/problem+json")] + fields,
            body: JSONValue.object(problem.object).serializedBytes()
        )
    }
}

/// An error at one place of a request's content.
struct LiveError {
    /// A JSON pointer (RFC 6901); empty for the whole content.
    let pointer: String
    let detail: String

    init(member: String, _ detail: String) {
        self.init(pointer: JSONPointer.text([member]), detail)
    }

    init(pointer: String, _ detail: String) {
        self.pointer = pointer
        self.detail = detail
    }

    fileprivate var json: JSONValue { ["pointer": .string("#" + pointer), "detail": .string(detail)] }
}

/// The refusal of a request by a live resource.
struct LiveRefusal: Error {
    let answer: LiveAnswer
    /// The reason; empty if the answer is a representation.
    let detail: String
    /// The place of the first error in the content, as a JSON pointer; nil: the content as a whole.
    let pointer: String?

    init(_ answer: LiveAnswer) {
        self.answer = answer
        detail = ""
        pointer = nil
    }

    init(
        _ status: Int,
        _ detail: String,
        fields: [(name: String, value: String)] = [],
        errors: [LiveError] = []
    ) {
        answer = .problem(status, detail, fields: fields, errors: errors)
        self.detail = detail
        pointer = errors.first?.pointer
    }
}
