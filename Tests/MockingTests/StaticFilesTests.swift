import Scenarios
import Testing

@testable import Mocking

/// Files that are served where no interaction answers.
@Suite struct StaticFilesTests {
    private func engine() -> Engine {
        var configuration = EngineConfiguration()
        configuration.readFile = { folder, name in
            let files = ["page.html": "<p>", "deep/index.json": "{}", "a b.txt": "text", "index.txt": "root"]
            return folder == "stubs/__files" ? files[name].map { Array($0.utf8) } : nil
        }
        var scenario = Scenario("t", isRoot: true, [Interaction(nil, .any, .urlPath("/page.html2"), answers: "stub")])
        scenario.wireMockFolder = "stubs"
        return Engine(scenarios: [scenario], configuration: configuration)
    }

    /// The head's type and the body of the answer; nil when nothing answers.
    private func answer(_ line: String) -> String? {
        guard case .mock(let reply) = engine().respond(to: IncomingRequest("\(line) HTTP/1.1\n\n")) else { return nil }
        let head = String(decoding: reply.response.message[..<reply.response.headLength], as: UTF8.self)
        let type = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Type: ") }?.dropFirst(14) ?? "none"
        return "\(type) " + String(decoding: reply.response.message[reply.response.headLength...], as: UTF8.self)
    }

    @Test(arguments: [
        ("GET /page.html", "text/html <p>"), ("GET /page.html?q=1", "text/html <p>"),
        ("GET /deep/", "application/json {}"),
        ("GET /a%20b.txt", "text/plain text"), ("GET /", "text/plain root"), ("GET /~t@x/page.html", "text/html <p>"),
        ("GET /@x/page.html", "text/html <p>"), ("GET /page.html2", "none stub"),
    ])
    func areServed(_ line: String, _ expected: String) {
        #expect(answer(line) == expected)
    }

    @Test(arguments: [
        "POST /page.html", "GET /none", "GET /deep", "GET /x/../page.html%00", "GET /deep/%2e%2e%2fpage.html",
    ])
    func areNotServed(_ line: String) {
        #expect(answer(line) == nil)
    }

    @Test func areInTheJournalAsAnswered() {
        let engine = engine()
        _ = engine.respond(to: IncomingRequest("GET /page.html HTTP/1.1\n\n"))
        #expect(engine.root.journal(JournalQuery()).entries.map(\.wasMatched) == [true])
    }
}
