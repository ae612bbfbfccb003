import Documents
import Matching
import Messages
import Scenarios
import Testing

@testable import Mocking

/// Outages, rate limits and draws at the addresses of an engine.
struct TimeRulesTests {
    private func engine(_ file: String) throws -> Engine {
        let result = ScenarioReader.read(Array(file.utf8), path: "time.yaml")
        try #require(result.issues.isEmpty, "\(result.issues)")
        return Engine([try #require(result.scenario)])
    }

    private static let second: Int64 = 1_000
    private static let start: Int64 = 784_111_777_000

    private func statuses(_ engine: Engine, _ path: String = "/a", at seconds: [Int64]) -> [Int] {
        seconds.map { engine.reply("GET \(path) HTTP/1.1", at: Self.start + $0 * Self.second)?.status ?? 404 }
    }

    @Test func anOutageCountsFromTheFirstRequestThatItConcerns() throws {
        let engine = try engine(
            """
            scenario: time
            interactions:
              - { request: { url: /a }, outage: { after: 10, for: 30, every: 120 }, response: { status: 204 } }
              - { request: { url: /b }, response: { status: 204 } }
            """
        )
        #expect(statuses(engine, "/b", at: [0]) == [204])
        #expect(statuses(engine, at: [100, 109, 110, 139, 140, 230, 260]) == [204, 204, 503, 503, 204, 503, 204])
        #expect(statuses(engine, "/@other/a", at: [230, 240]) == [204, 503], "each address has its own windows")
        try engine.mount(at: .root).resetState()
        #expect(statuses(engine, at: [300, 309, 310]) == [204, 204, 503])
    }

    @Test func anOutageFromTheStartCountsFromAnyRequest() throws {
        let engine = try engine(
            """
            scenario: time
            interactions:
              - { request: { url: /a }, outage: { after: 10, for: 30, from: start }, response: { status: 204 } }
            """
        )
        #expect(statuses(engine, "/nowhere", at: [0]) == [404])
        #expect(statuses(engine, at: [9, 10, 40]) == [204, 503, 204])
    }

    @Test(arguments: [("seconds", "21"), ("date", "Sun, 06 Nov 1994 08:50:07 GMT"), ("none", nil)])
    func retryAfterIsTheEndOfTheOutage(form: String, value: String?) throws {
        let engine = try engine(
            """
            scenario: time
            outage: { for: 30, retryAfter: \(form) }
            interactions: [{ request: { url: /a }, response: { status: 204 } }]
            """
        )
        _ = engine.reply("GET /a HTTP/1.1", at: Self.start)
        let reply = try #require(engine.reply("GET /a HTTP/1.1", at: Self.start + 9_001))
        #expect(
            reply.response.values(of: "retry-after").map { String(decoding: $0, as: UTF8.self) }
                == [value].compactMap { $0 }
        )
        #expect(reply.response.bodyText.contains("temporary-reduced-capacity"))
    }

    @Test func aRejectedRequestDoesNotAdvanceTheSequence() throws {
        let engine = try engine(
            """
            scenario: time
            interactions:
              - { request: { url: /a }, outage: { for: 10 }, responses: [{ status: 201 }, { status: 202 }] }
            """
        )
        #expect(statuses(engine, at: [0, 5, 10, 11]) == [503, 503, 201, 202])
        #expect(try engine.mount(at: .root).interactions.map(\.served) == [4])
    }

    @Test func aQuotaIsSharedByTheInteractionsOfAScenario() throws {
        let engine = try engine(
            """
            scenario: time
            rateLimit: { name: permin, quota: 2, window: 60, fields: both }
            interactions:
              - { request: { url: /a }, response: { status: 204 } }
              - { request: { url: /b }, response: { body: "{{now}}", transformers: [response-template], headers: { Content-Type: text/plain } } }
            """
        )
        let texts = ["/a", "/b", "/a"].map { engine.reply("GET \($0) HTTP/1.1", at: Self.start)?.response.text ?? "" }
        #expect(texts[0].contains("\nRateLimit-Policy: \"permin\";q=2;w=60\nRateLimit: \"permin\";r=1;t=60\n"))
        #expect(texts[1].contains("\nRateLimit: \"permin\";r=0;t=60\n"))
        #expect(texts[2].contains("HTTP/1.1 429 ") && texts[2].contains("\nRetry-After: 60\n"))
        #expect(texts[2].contains("\nX-RateLimit-Reset: 784111837\n"))
        #expect(texts[2].contains(#""violated-policies":["permin"]"#))
        #expect(statuses(engine, at: [59, 60]) == [429, 204])
    }

    @Test(arguments: [("ip", ["a", "a", "b"]), ("header X-Client", ["a", "b", "a"])])
    func clientsAreCountedSeparately(by partition: String, clients: [String]) throws {
        let engine = try engine(
            """
            scenario: time
            rateLimit: { quota: 1, window: 60, by: \(partition) }
            interactions: [{ request: { url: /a }, response: { status: 204 } }]
            """
        )
        let statuses = clients.map { client in
            var request = Request("GET /a HTTP/1.1\nX-Client: \(partition == "ip" ? "same" : client)", at: Self.start)
            request.peer = partition == "ip" ? client : "same"
            guard case .mock(let reply) = engine.respond(to: request) else { return 404 }
            return reply.status
        }
        #expect(statuses == (partition == "ip" ? [204, 429, 204] : [204, 204, 429]))
    }

    @Test func anOwnResponseKeepsItsFields() throws {
        let engine = try engine(
            """
            scenario: time
            rateLimit: { quota: 1, window: 60, response: { status: 403, retryAfter: 7, body: no, headers: { Content-Type: text/plain } } }
            interactions: [{ request: { url: /a }, response: { status: 204 } }]
            """
        )
        _ = engine.reply("GET /a HTTP/1.1", at: Self.start)
        let text = engine.reply("GET /a HTTP/1.1", at: Self.start)?.response.text ?? ""
        #expect(
            text.contains("HTTP/1.1 403 ") && text.contains("\nRetry-After: 7\n") && !text.contains("Retry-After: 60")
        )
    }

    @Test func drawsFollowTheSeed() throws {
        let file = """
            scenario: time
            seed: 1
            interactions:
              - { request: { url: /a }, responses: [{ weight: 2, status: 200 }, { weight: 1, status: 503 }] }
            """
        let engine = try engine(file)
        let drawn = statuses(engine, at: Array(repeating: 0, count: 8))
        #expect(drawn == [200, 503, 200, 503, 200, 503, 200, 200])
        #expect(statuses(engine, "/@other/a", at: Array(repeating: 0, count: 8)) == drawn)
        try engine.mount(at: .root).resetState()
        #expect(statuses(engine, at: Array(repeating: 0, count: 8)) == drawn)
    }

    @Test func theJournalTellsHowLongClientsHaveWaited() throws {
        let engine = try engine(
            """
            scenario: time
            interactions:
              - { request: { url: /a }, responses: [{ status: 503, retryAfter: 120 }, { status: 204 }], afterLast: loop }
              - { request: { url: /b }, rateLimit: { quota: 1, window: 60 }, response: { status: 204 } }
              - { request: { url: /c }, responses: [{ status: 503, headers: { Retry-After: "Sun, 06 Nov 1994 08:49:47 GMT" } }, { status: 204 }] }
            """
        )
        let requests: [(path: String, second: Int64)] = [
            ("/a", 0), ("/a", 3), ("/a", 4), ("/a", 124), ("/b", 130), ("/b", 189), ("/c", 0), ("/c", 10),
        ]
        for (path, second) in requests { _ = statuses(engine, path, at: [second]) }
        var query = JournalQuery()
        query.hasRetries = true
        let retries = try engine.mount(at: .root).journal(query).entries.reversed().map(\.retry)
        #expect(retries.map { $0?.isObeyed } == [nil, false, nil, true, nil, false, nil, true])
        #expect(retries[1] == RetryRecord(advisedMilliseconds: 120_000, waitedMilliseconds: 3_000))
        #expect(retries[7] == RetryRecord(advisedMilliseconds: 10_000, waitedMilliseconds: 10_000))
    }

    @Test(arguments: [
        ("outage: { for: 0 }", "must be between 1"), ("outage: { for: 30, every: 30 }", "'every' must be greater"),
        ("outage: { for: 30, response: { raw: x } }", "cannot be raw"),
        ("rateLimit: { quota: 0, window: 60 }", "at least 1"),
        ("rateLimit: { quota: 1, window: 2678401 }", "must be between 1"),
        ("rateLimit: { quota: 10001, window: 60, kind: sliding }", "at most 10000"),
        ("rateLimit: { quota: 1, window: 60, by: cookie }", "not a valid 'by'"),
        ("rateLimit: { quota: 1, window: 60, name: 'a b' }", "letters, digits"),
        ("responses: [{ weight: 0 }, { weight: 0 }]", "no response can be drawn"),
        ("responses: [{ weight: 1, times: 2 }, {}]", "'times' has no effect"),
        ("responses: [{ weight: 1 }, {}], afterLast: loop", "'afterLast' has no effect"),
    ])
    func nonsenseIsAnError(keys: String, message: String) {
        let response = keys.contains("weight") ? "" : ", response: { status: 204 }"
        let file = "scenario: time\ninteractions:\n  - { request: { url: /a }, \(keys)\(response) }\n"
        let issues = ScenarioReader.read(Array(file.utf8), path: "time.yaml").issues
        #expect(issues.contains { $0.severity == .error && $0.message.contains(message) }, "\(issues)")
    }
}
