import Matching
import Messages
import Scenarios
import Testing

@testable import Mocking

/// Addresses whose time is not the server's.
struct MountTimeTests {
    private static let file = """
        scenario: time
        interactions:
          - request: { url: /template }
            response: { body: "{{now format='epoch'}}", transformers: [response-template], headers: { Content-Type: text/plain } }
          - request: { url: /late, headers: { X-Time: { after: now } } }
            response: { body: later, headers: { Content-Type: text/plain } }
          - request: { url: /busy }
            response: { status: 503, retryAfter: { date: 120 } }
          - request: { url: /slow }
            response: { fixedDelayMilliseconds: 3600000 }
        """

    private let engine: Engine

    init() throws {
        let result = ScenarioReader.read(Array(Self.file.utf8), path: "time.yaml")
        try #require(result.issues.isEmpty, "\(result.issues)")
        engine = Engine([try #require(result.scenario)])
    }

    private func mount(_ address: Address = .root) throws -> Mount { try engine.mount(at: address) }

    @Test func templatesShowTheTimeOfTheirAddressOnly() throws {
        let sandbox = Address(slug: nil, values: [], token: "a")
        try mount(sandbox).changeClock { clock throws(MountClock.Refusal) in try clock.advance(by: 90_000, at: 1_000) }
        #expect(engine.outcome("GET /@a/template HTTP/1.1", at: 1_000) == "91000")
        #expect(engine.outcome("GET /template HTTP/1.1", at: 1_000) == "1000")
        #expect(engine.outcome("GET /@b/template HTTP/1.1", at: 1_000) == "1000")
    }

    @Test func operatorsCompareWithTheTimeOfTheAddress() throws {
        let request = "GET /late HTTP/1.1\nX-Time: 1970-01-01T01:00:00Z"
        #expect(engine.outcome(request, at: 1_000) == "later")
        try mount().changeClock { clock throws(MountClock.Refusal) in try clock.advance(by: 7_200_000, at: 1_000) }
        #expect(engine.outcome(request, at: 1_000) == "unmatched")
    }

    @Test func datesOfResponsesFollowTheClock() throws {
        let request = "GET /busy HTTP/1.1"
        #expect(engine.reply(request)?.response.dates.count == 2, "the server writes the dates when it sends them")
        try mount().changeClock { clock throws(MountClock.Refusal) in try clock.stop(at: 784_111_777_000, now: 1_000) }
        let moved = try #require(engine.reply(request)?.response)
        #expect(moved.dates.isEmpty)
        #expect(moved.text.contains("Date: Sun, 06 Nov 1994 08:49:37 GMT\n"))
        #expect(moved.text.contains("Retry-After: Sun, 06 Nov 1994 08:51:37 GMT\n"))
    }

    @Test func theDateOfADelayedResponseIsThatOfItsSending() throws {
        try mount().changeClock { clock throws(MountClock.Refusal) in try clock.stop(at: 784_111_777_000, now: 1_000) }
        let reply = try #require(engine.reply("GET /slow HTTP/1.1"))
        #expect(reply.response.text.contains("Date: Sun, 06 Nov 1994 09:49:37 GMT\n"))
        #expect(reply.delayMilliseconds == 3_600_000)
    }

    @Test func theJournalKeepsBothTimes() throws {
        _ = engine.outcome("GET /template HTTP/1.1", at: 1_000)
        try mount().changeClock { clock throws(MountClock.Refusal) in try clock.advance(by: 90_000, at: 1_000) }
        _ = engine.outcome("GET /template HTTP/1.1", at: 2_000)
        _ = engine.outcome("GET /nowhere HTTP/1.1", at: 3_000)
        let entries = try mount().journal().entries
        #expect(entries.map(\.receivedAt) == [3_000, 2_000, 1_000])
        #expect(entries.map(\.note?.time) == [93_000, 92_000, nil])
    }

    @Test func anAddressWithTheServersTimeIsPlainAgain() throws {
        let mount = try mount()
        try mount.changeClock { clock throws(MountClock.Refusal) in try clock.advance(by: 90_000, at: 1_000) }
        #expect(mount.timing != nil)
        mount.resetClock()
        #expect(mount.timing == nil)
        #expect(engine.outcome("GET /template HTTP/1.1", at: 1_000) == "1000")
    }
}
