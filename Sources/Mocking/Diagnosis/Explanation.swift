import HAL
import Matching
import Messages

/// An explanation for a client, in the form that the client asks for.
package protocol Explanation {
    /// The form that the request's `Accept` asks for.
    var form: ExplanationForm { get }
    /// The explanation as `application/problem+json` (RFC 9457).
    var json: [UInt8] { get }
    /// The explanation as text for a terminal.
    var text: String { get }
    /// The explanation as WireMock's table; the text if there is no table.
    var table: String { get }
    /// The explanation in the requested form.
    var body: [UInt8] { get }
}

extension Explanation {
    package var table: String { text }

    /// The media type of `body`.
    package var contentType: String { form == .json ? MediaType.problem.essence : "text/plain; charset=utf-8" }

    package var body: [UInt8] { rendered }

    /// The explanation in the requested form.
    var rendered: [UInt8] {
        switch form {
        case .json: json
        case .text: Array(text.utf8)
        case .table: Array(table.utf8)
        }
    }
}

extension Diagnosis: Explanation {
    package var body: [UInt8] { kept ?? rendered }
}

extension AddressError: Explanation {
    package var text: String {
        guard !suggestions.isEmpty else { return message + "\n" }
        let rest = others > 0 ? "   … and \(others) more\n" : ""
        return message + "\n\nAddresses:\n" + suggestions.map { "   \($0)\n" }.joined() + rest
    }
}

/// The form of an explanation.
package enum ExplanationForm: Sendable, Hashable {
    /// Problem details.
    case json
    /// Text for a terminal.
    case text
    /// WireMock's table, for a client that accepts `text/plain` only; the width is in characters.
    case table(width: Int)

    private static let plain = MediaType(uncheckedType: "text", subtype: "plain")
    private static let accept = Array("accept".utf8)
    /// The values that most clients send, so that they need not be parsed.
    private static let usual: [(accept: [UInt8], form: ExplanationForm)] = [
        (Array("*/*".utf8), .text), (Array("application/json".utf8), .json),
        (Array("application/hal+json".utf8), .json),
    ]
    private static let consoleWidth = Array("x-wiremock-console-width".utf8)

    /// Chooses JSON if `Accept` names a JSON type and does not prefer `text/plain`; `*/*` alone chooses text.
    init(_ request: Request) {
        let fields = request.fields.filter { request.head.isName(Self.accept, at: $0.name) }
        if fields.count == 1, let usual = Self.usual.first(where: { request.head.has($0.accept, at: fields[0].value) })
        {
            self = usual.form
            return
        }
        let values = fields.map { String(decoding: request.head[$0.value].prefix(2000), as: UTF8.self) }
        let ranges = values.isEmpty ? [] : AcceptedMediaTypes(values.joined(separator: ",")).ranges
        let json = ranges.filter { $0.mediaType.isJSON || $0.mediaType.essence == "application/*" }
        let weight = json.map(\.weight).max() ?? 0
        let plain = ranges.filter { ["text/plain", "text/*"].contains($0.mediaType.essence) }.map(\.weight).max()
        if weight > 0, weight >= plain ?? 0 {
            self = .json
        } else {
            self = ranges.map(\.mediaType.essence) == [Self.plain.essence] ? .table(width: Self.width(request)) : .text
        }
    }

    private static func width(_ request: Request) -> Int {
        let field = request.fields.first { request.head.isName(consoleWidth, at: $0.name) }
        let wanted = field.flatMap { Int(String(decoding: request.head[$0.value].prefix(8), as: UTF8.self)) }
        return min(max(wanted ?? ConsoleTable.usualWidth, 40), 400)
    }
}
