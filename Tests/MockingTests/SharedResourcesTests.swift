import HAL
import Messages
import Scenarios
import Testing

@testable import Mocking

/// Live resources, outages and quotas of engines whose state is kept elsewhere.
struct SharedResourcesTests {
    private static let scenario = """
        scenario: Lively
        root: true
        resources:
          notes: { path: /notes, ids: sequence, unique: [key], tombstones: true, items: [{ id: 1, key: a }, { id: 2, key: b }] }
        interactions:
          - request: { urlPath: /limited }
            rateLimit: { quota: 5, window: 60 }
            outage: { after: 10, for: 5, every: 30, from: start }
            response: { body: ok }
        """

    private func engine() throws -> Engine {
        let result = ScenarioReader.read(Array(Self.scenario.utf8), path: "lively.yaml")
        var configuration = EngineConfiguration()
        configuration.isShared = true
        return Engine(scenarios: [try #require(result.scenario)], configuration: configuration)
    }

    private func contest(_ engine: Engine, _ request: Request) throws -> Contest {
        guard case .contested(let contest) = engine.decide(request) else { throw NoContest() }
        return contest
    }

    private struct NoContest: Error {}

    private func post(_ body: String) -> Request {
        Request(method: "POST", target: "/notes", fields: [("Host", "h")], body: Array(body.utf8))
    }

    private func journaled(_ request: Request) throws -> JournaledRequest {
        try #require(JournaledRequest(JournaledRequest.bytes(of: request, bodyLimit: .max)))
    }

    @Test func aLiveResourceIsTheLastCandidate() throws {
        let engine = try engine()
        let read = Request(method: "GET", target: "/notes/1", receivedAt: 2 * 86_400_000)
        let contest = try contest(engine, read)
        #expect(contest.candidates.map(\.isLive) == [true])
        #expect(!contest.changesResource(read))
        #expect(contest.changesResource(post("{}")))
        #expect(contest.decisiveClock == MountClock())
        #expect(try self.contest(engine, Request(method: "GET", target: "/other")).decisiveClock != nil)
        var verdict = Verdict(candidate: 0, position: 0, state: nil)
        verdict.liveStart = 86_400_000
        guard case .mock(let reply) = engine.settle(contest, verdict, for: read) else {
            Issue.record("no reply")
            return
        }
        #expect(reply.status == 200)
        let text = reply.response.text
        #expect(text.contains("Last-Modified: Fri, 02 Jan 1970 00:00:00 GMT"))
    }

    @Test(arguments: ["/%6eotes/1", "/@t/%6eotes/1", "/notes/1?%61=b"])
    func aTargetInAnyFormIsUnderstood(_ target: String) throws {
        let engine = try engine()
        let read = Request(method: "GET", target: target)
        let contest = try contest(engine, read)
        guard case .mock(let reply) = engine.settle(contest, Verdict(candidate: 0, position: 0, state: nil), for: read)
        else {
            Issue.record("no reply")
            return
        }
        #expect(reply.status == 200)
    }

    @Test func allEnginesMakeTheSameChange() throws {
        let engines = try [engine(), engine()]
        for engine in engines {
            let statuses = try [
                post(#"{"key": "c"}"#), post(#"{"key": "c"}"#), Request(method: "DELETE", target: "/notes/1"),
            ].map { try engine.root.changeResource(journaled($0), start: 1000, newID: "x")?.status }
            #expect(statuses == [201, 409, 204])
            #expect(
                try engine.root.changeResource(
                    journaled(Request(method: "GET", target: "/notes")),
                    start: 0,
                    newID: "x"
                ) == nil
            )
        }
        #expect(engines[0].root.savedResources.map(\.bytes) == engines[1].root.savedResources.map(\.bytes))
        #expect(engines[0].changedMounts.count == 1)
        #expect(engines[0].liveBytes > 0)
        engines[0].forgetChanges()
        #expect(engines[0].changedMounts.isEmpty && engines[0].liveBytes == 0)
    }

    @Test func anEngineThatJoinsLaterTakesOverTheState() throws {
        let (first, late) = try (engine(), engine())
        for request in [post(#"{"key": "c"}"#), Request(method: "DELETE", target: "/notes/2")] {
            _ = try first.root.changeResource(journaled(request), start: 0, newID: "x")
        }
        let saved = try #require(first.root.savedResources.first)
        #expect(late.root.loadResource(saved.name, saved.bytes))
        #expect(late.root.savedResources.map(\.bytes) == [saved.bytes])
        #expect(late.root.world?.bytes == first.root.world?.bytes)
        for engine in [first, late] {
            let statuses = try [
                Request(method: "DELETE", target: "/notes/2"), post(#"{"key": "c"}"#), post(#"{"key": "b"}"#),
            ].map { try engine.root.changeResource(journaled($0), start: 0, newID: "x")?.status }
            #expect(statuses == [410, 409, 201])
        }
        #expect(late.root.savedResources.map(\.bytes) == first.root.savedResources.map(\.bytes))
    }

    @Test(arguments: ["", "[]", "{}", #"{"items":[7]}"#, #"{"items":[[{"id":1},1,-1],[{"id":1},1,1]]}"#])
    func rejectsAStateThatIsNone(_ text: String) throws {
        let engine = try engine()
        _ = try engine.root.changeResource(journaled(post(#"{"key": "c"}"#)), start: 0, newID: "x")
        let saved = String(decoding: try #require(engine.root.savedResources.first).bytes, as: UTF8.self)
        let items = try #require(saved.firstRange(of: #""items":"#))
        let changed = text.hasPrefix(#"{"items""#) ? saved[..<items.lowerBound] + text.dropFirst() : text[...]
        #expect(!engine.root.loadResource("notes", Array(changed.utf8)))
        #expect(!engine.root.loadResource("others", Array(saved.utf8)))
        #expect(engine.root.loadResource("notes", Array(saved.utf8)))
    }

    @Test func judgmentsRejectRequests() throws {
        let engine = try engine()
        let request = Request(method: "GET", target: "/limited")
        let contest = try contest(engine, request)
        let rules = try #require(contest.candidates.first?.rules)
        #expect(rules.map(\.kind) == ["outage", "fixed"] && rules.map(\.name) == ["0", "1"])
        #expect(rules.map(\.numbers) == [[10_000, 5000, 30_000], [5, 60_000, 0]])
        #expect(rules.map(\.client) == [Array("start".utf8), []])
        for (judgments, status, field) in [
            ("1,0,0;1,4,60000", 200, "RateLimit: \"default\";r=4;t=60"), ("1,0,0;0,0,1500", 429, "Retry-After: 2"),
            ("0,0,3000", 503, "Retry-After: 3"),
        ] {
            var verdict = Verdict(candidate: 0, position: 0, state: nil)
            verdict.judgments = RuleJudgments(judgments)
            #expect(verdict.judgments.isRejection == (status != 200))
            guard case .mock(let reply) = engine.settle(contest, verdict, for: request) else {
                Issue.record("no reply")
                continue
            }
            #expect(reply.status == status)
            #expect(reply.response.text.contains(field))
        }
    }

    @Test(arguments: ["", "x", "1,2", "1,2,3,4", "1,-1,0", "1,0,99999999999999999", ";;"])
    func ignoresJudgmentsThatAreNone(_ text: String) {
        #expect(RuleJudgments(text) == RuleJudgments())
    }

    @Test func theJournalHasTheStatusThatTheRequestGot() throws {
        let engine = try engine()
        let limited = try journaled(Request(method: "GET", target: "/limited"))
        let key = try contest(engine, limited.request).candidates[0].key
        engine.record(limited, id: 1, at: .root, key: key, position: 0, judgments: RuleJudgments("0,0,3000"))
        engine.record(
            try journaled(Request(method: "GET", target: "/notes/9")),
            id: 2,
            at: .root,
            key: "live",
            position: 0
        )
        let write = try journaled(post(#"{"key": "c"}"#))
        engine.record(write, id: 3, at: .root, key: "live", position: 0)
        let reply = try #require(engine.root.changeResource(write, start: 0, newID: "x"))
        engine.correctJournal(3, status: reply.status)
        engine.correctJournal(99, status: 200)
        let entries = engine.root.journal().entries
        #expect(entries.map(\.status) == [201, 404, 503])
        #expect(entries.last?.note?.advisedMilliseconds == 3000)
        #expect(entries.map(\.wasMatched) == [true, true, true])
    }

    @Test(arguments: ["running 5000", "running -7", "stopped 0", "stopped 253402300799999"])
    func aClockIsWrittenAndRead(_ text: String) {
        #expect(MountClock(text)?.description == text)
    }

    @Test(arguments: [
        "", "running", "running x", "stopped -1", "walking 1", "running 9223372036854775807", "stopped 1 2",
    ])
    func rejectsAClockThatIsNone(_ text: String) {
        #expect(MountClock(text) == nil)
    }
}
