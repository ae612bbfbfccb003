import HAL
import Messages
import Scenarios

/// In which form something is explained to a client.
package enum ExplanationForm: Sendable, Hashable {
    /// Problem details.
    case json
    /// For people at a terminal.
    case text
    /// As WireMock has it, for a client that takes nothing but `text/plain`; so many characters wide.
    case table(width: Int)

    private static let plain = MediaType(uncheckedType: "text", subtype: "plain")
    private static let accept = Array("accept".utf8)
    /// What most clients send, so that it need not be taken apart each time.
    private static let usual: [(accept: [UInt8], form: ExplanationForm)] = [
        (Array("*/*".utf8), .text), (Array("application/json".utf8), .json),
        (Array("application/hal+json".utf8), .json),
    ]
    private static let consoleWidth = Array("x-wiremock-console-width".utf8)

    /// JSON where `Accept` names JSON of some kind and does not prefer `text/plain`; `*/*` names nothing.
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
        let plain = ranges.filter { Self.plain.matches($0.mediaType) && $0.mediaType.type != "*" }.map(\.weight).max()
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
