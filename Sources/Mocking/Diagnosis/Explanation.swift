import HAL

/// Something that is said to a client in one of two forms, as JSON problem details or as text.
package protocol Explanation {
    /// Whether the request accepts JSON and does not prefer text.
    var prefersJSON: Bool { get }
    /// `application/problem+json` (RFC 9457).
    var json: [UInt8] { get }
    /// For a terminal.
    var text: String { get }
}

extension Explanation {
    /// The media type of `body`.
    package var contentType: String { prefersJSON ? MediaType.problem.essence : "text/plain; charset=utf-8" }

    /// The form that the request asks for.
    package var body: [UInt8] { prefersJSON ? json : Array(text.utf8) }
}

extension Diagnosis: Explanation {}

extension AddressError: Explanation {
    package var json: [UInt8] { Problem(self).value.serializedBytes(pretty: true) + [UInt8(ascii: "\n")] }

    package var text: String {
        guard !suggestions.isEmpty else { return message + "\n" }
        return message + "\n\nAddresses:\n" + suggestions.map { "   \($0)\n" }.joined()
    }
}

/// What a request's `Accept` says about the form of an explanation.
enum ExplanationForm {
    private static let text = MediaType(uncheckedType: "text", subtype: "plain")

    /// Whether JSON of some kind is named, and `text/plain` is not more welcome; `*/*` names nothing.
    static func prefersJSON(_ request: IncomingRequest) -> Bool {
        let name = Array("accept".utf8)
        let values = request.fields.filter { request.head.isName(name, at: $0.name) }
            .map { String(decoding: request.head[$0.value].prefix(2000), as: UTF8.self) }
        let accepted = AcceptedMediaTypes(values.joined(separator: ","))
        let json = accepted.ranges.filter { $0.mediaType.isJSON || $0.mediaType.essence == "application/*" }
        let weight = json.map(\.weight).max() ?? 0
        let plain = accepted.ranges.filter { text.matches($0.mediaType) && $0.mediaType.type != "*" }.map(\.weight)
            .max()
        return weight > 0 && weight >= plain ?? 0
    }
}
