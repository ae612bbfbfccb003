import Foundation
import Messages
import Scenarios
import Testing

@testable import Matching
@testable import Mocking

/// Static files, served if no interaction matches.
@Suite final class StaticFilesTests {
    private static let files = ["page.html": "<p>", "deep/index.json": "{}", "a b.txt": "text", "index.txt": "root"]
    private let folder = FileManager.default.temporaryDirectory.appending(path: "hypermock-\(UUID().uuidString)")

    init() throws {
        for (name, text) in Self.files {
            let file = folder.appending(path: name)
            let parent = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func engine() -> Engine {
        var configuration = EngineConfiguration()
        let path = folder.path()
        configuration.findFile = { $0 == "stubs/__files" ? BodyFolder(filesPath: path).file($1) : nil }
        var scenario = Scenario("t", isRoot: true, [Interaction(nil, .any, .urlPath("/page.html2"), answers: "stub")])
        scenario.wireMockFolder = "stubs"
        return Engine(scenarios: [scenario], configuration: configuration)
    }

    /// The media type and the body of the response; nil for an unmatched request.
    private func answer(_ line: String) -> String? {
        guard case .mock(let reply) = engine().respond(to: Request("\(line) HTTP/1.1\n\n")) else { return nil }
        let head = String(decoding: reply.response.message[..<reply.response.headLength], as: UTF8.self)
        let bytes = reply.response.source.flatMap { $0.read(0, $0.length) }
        let body = bytes ?? Array(reply.response.message[reply.response.headLength...])
        let type = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Type: ") }?.dropFirst(14) ?? "none"
        return "\(type) " + String(decoding: body, as: UTF8.self)
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

    /// Each request has its own reply: neither the reply nor the journal retains the file.
    @Test func areNotKeptInMemory() throws {
        let engine = engine()
        let text = String(repeating: "x", count: 1 << 20)
        try Data(text.utf8).write(to: folder.appending(path: "large.txt"))
        for _ in 0..<100 {
            guard case .mock(let reply) = engine.respond(to: Request("GET /large.txt HTTP/1.1\n\n")) else {
                Issue.record("the file is not served")
                return
            }
            #expect(reply.response.message.count == reply.response.headLength && reply.response.message.count < 500)
        }
        let entry = try #require(engine.root.journal(JournalQuery()).entries.first)
        #expect(entry.interaction?.responses.responses.first?.bodyFileName == "large.txt")
        #expect(entry.interaction?.responses.responses.first?.body == ResponseDefinition.Body.none)
        #expect(engine.journal.bytes > 100 * 1024, "what an entry takes besides its bytes counts")
    }

    @Test func areInTheJournalAsAnswered() {
        let engine = engine()
        _ = engine.respond(to: Request("GET /page.html HTTP/1.1\n\n"))
        #expect(engine.root.journal(JournalQuery()).entries.map(\.wasMatched) == [true])
    }
}
