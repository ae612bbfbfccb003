import Documents
import Messages
import Mocking

@testable import Matching
@testable import MockServing
@testable import Scenarios

/// Calls of the admin API one after the other, with extreme numbers, sizes and depths, and requests between them: none is
/// answered with 5xx.
enum AdminTarget {
    private static let mostCalls = 24
    private static let id = "00000000-0000-4000-8000-000000000001"

    static func take(_ bytes: [UInt8]) {
        var choices = Choices(bytes)
        let handler = handler()
        var now: Int64 = 1_793_700_930_000
        for _ in 0..<mostCalls where !choices.isAtEnd {
            now += Int64(choices.number(below: 5000))
            if choices.isYes() {
                let target = "/x?a=\(segment(&choices))"
                _ = answer(handler, request("POST", target, OperatorTarget.json(&choices, depth: 0), now))
            } else {
                call(handler, choices.one(of: AdminAPI.routes), &choices, now)
            }
        }
    }

    private static func handler() -> MockHandler {
        MockHandler(
            engine: Engine(scenarios: [], configuration: EngineConfiguration()),
            admin: AdminAPI(access: .open, hosts: HostCheck(own: []), services: AdminServices()),
            perform: { _ in }
        )
    }

    private static func call(_ handler: MockHandler, _ route: AdminRoute, _ choices: inout Choices, _ now: Int64) {
        var path = choices.number(below: 8) == 0 ? "/~\(segment(&choices))/__admin" : "/__admin"
        for part in route.segments {
            switch part {
            case .literal(let text): path += "/" + text
            case .name, .rest: path += "/" + segment(&choices)
            }
        }
        let query = route.query.filter { _ in choices.isYes() }.map { "\($0.name)=\(segment(&choices))" }
        let target = query.isEmpty ? path : path + "?" + query.joined(separator: "&")
        let status = answer(handler, request(route.method, target, body(&choices), now)).rendered.status
        precondition((200..<500).contains(status), "\(route.method) \(target): \(status)")
    }

    /// The answer when all work for it is done.
    private static func answer(_ handler: MockHandler, _ request: Request) -> Response {
        var answer = handler.respond(to: request, isLogged: true)
        while let completion = answer.response.work?() as? HandlerCompletion { answer = completion.answer(handler) }
        return answer.response
    }

    private static func body(_ choices: inout Choices) -> String {
        switch choices.number(below: 8) {
        case 0: ""
        case 1: choices.one(of: Extremes.texts)
        case 2: OperatorTarget.json(&choices, depth: 0)
        case 3: String(repeating: "[", count: choices.number(below: 3000))
        case 4:
            #"{"mappings": [\#(mapping(&choices)), \#(mapping(&choices))], "#
                + #""importOptions": {"deleteAllNotInImport": \#(choices.isYes())}}"#
        case 5: OperatorTarget.object(RequestPattern.codec.table, &choices, depth: 0)
        case 6: OperatorTarget.object(Matcher.keyTable, &choices, depth: 0)
        case _: mapping(&choices)
        }
    }

    private static func mapping(_ choices: inout Choices) -> String {
        let matcher = OperatorTarget.object(Matcher.keyTable, &choices, depth: 0)
        let response = OperatorTarget.object(ResponseDefinition.codec.table, &choices, depth: 0)
        let id = choices.isYes() ? #""id": "\#(id)", "# : ""
        let request = #""request": {"bodyPatterns": [\#(matcher)]}"#
        return #"{\#(id)"priority": \#(choices.decimal()), \#(request), "response": \#(response)}"#
    }

    /// A text as it may stand in a target.
    private static func segment(_ choices: inout Choices) -> String {
        let text = choices.one(of: Extremes.texts + Extremes.numbers + [id, "true", "2026-01-01T00:00:00Z"])
        return text.utf8.map { byte in
            byte.isLetterOrDigit || byte == UInt8(ascii: "-") ? String(UnicodeScalar(byte)) : "%" + hex(byte)
        }.joined()
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }

    private static func request(_ method: String, _ target: String, _ body: String, _ now: Int64) -> Request {
        let line = "\(method) \(target) HTTP/1.1\n"
        let host = line.utf8.count
        return Request(
            head: Array("\(line)Host: localhost".utf8),
            method: 0..<method.utf8.count,
            target: (method.utf8.count + 1)..<(method.utf8.count + 1 + target.utf8.count),
            fields: [FieldRange(name: host..<(host + 4), value: (host + 6)..<(host + 15))],
            body: Array(body.utf8),
            receivedAt: now
        )
    }
}
