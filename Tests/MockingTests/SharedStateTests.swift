import Messages
import Scenarios
import Testing

@testable import Mocking

/// Requests of an engine whose state is kept elsewhere.
struct SharedStateTests {
    /// Of equal priority, the last precedes the others.
    private static let mappings = """
        {"mappings": [
          {"id": "22222222-2222-4222-8222-222222222222", "request": {"urlPath": "/a", "method": "GET"},
           "scenarioName": "m", "requiredScenarioState": "Two", "response": {"body": "two"}},
          {"id": "11111111-1111-4111-8111-111111111111", "request": {"urlPath": "/a", "method": "GET"},
           "scenarioName": "m", "requiredScenarioState": "Started", "newScenarioState": "Two",
           "response": {"body": "one"}},
          {"id": "33333333-3333-4333-8333-333333333333", "priority": 9, "request": {"urlPath": "/a"},
           "response": {"status": 410}},
          {"id": "44444444-4444-4444-8444-444444444444", "priority": 10, "request": {}, "response": {"status": 418}}
        ]}
        """

    private func engine() throws -> Engine {
        let result = ScenarioReader.read(Array(Self.mappings.utf8), path: "m.json")
        var configuration = EngineConfiguration()
        configuration.isShared = true
        return Engine(scenarios: [try #require(result.scenario)], configuration: configuration)
    }

    private func contest(_ engine: Engine, _ method: String, _ target: String) throws -> Contest {
        guard case .contested(let contest) = engine.decide(Request(method: method, target: target)) else {
            throw ContestMissing()
        }
        return contest
    }

    private struct ContestMissing: Error {}

    @Test func candidatesEndWithTheFirstThatNeedsNoState() throws {
        let engine = try engine()
        let candidates = try contest(engine, "GET", "/a").candidates
        #expect(candidates.map(\.required) == ["Started", "Two", ""])
        #expect(candidates.map(\.next) == ["Two", "", ""])
        #expect(try contest(engine, "GET", "/b").isStateless)
        #expect(try !contest(engine, "GET", "/a").isStateless)
        #expect(try contest(engine, "POST", "/a").candidates.count == 1)
    }

    @Test func theVerdictChoosesTheResponse() throws {
        let engine = try engine()
        let request = Request(method: "GET", target: "/a")
        let contest = try contest(engine, "GET", "/a")
        for (candidate, status) in [(0, 200), (2, 410)] {
            let verdict = Verdict(candidate: candidate, position: 0, state: nil)
            guard case .mock(let reply) = engine.settle(contest, verdict, for: request) else {
                Issue.record("no reply")
                continue
            }
            #expect(reply.status == status)
        }
        let none = Verdict(candidate: nil, position: 0, state: SharedFields(["s:m": "Two"]))
        guard case .unmatched = engine.settle(contest, none, for: request) else {
            Issue.record("a reply")
            return
        }
        #expect(engine.root.machines.map(\.state) == ["Two"])
    }

    @Test func anEngineCountsTheRequestsThatItRespondsTo() throws {
        let engine = try engine()
        let request = Request(method: "GET", target: "/a")
        let contest = try contest(engine, "GET", "/a")
        for candidate in [0, 2, nil] {
            _ = engine.settle(contest, Verdict(candidate: candidate, position: 0, state: nil), for: request)
        }
        let received = try #require(JournaledRequest(JournaledRequest.bytes(of: request, bodyLimit: 0)))
        engine.record(received, id: 1, at: .root, key: contest.candidates[0].key, position: 0)
        let counts = engine.metrics.requests.map { "\($0.outcome) \($0.status) \($0.durations.count)" }
        #expect(counts == ["matched 200 1", "matched 410 1", "unmatched 404 1"])
    }

    @Test func aVerdictOnRemovedMappingsIsStillServed() throws {
        let engine = try engine()
        let contest = try contest(engine, "GET", "/a")
        _ = engine.root.removeMappings { _ in true }
        #expect(engine.root.interactions.isEmpty)
        let verdict = Verdict(candidate: 2, position: 0, state: nil)
        guard case .mock(let reply) = engine.settle(contest, verdict, for: Request(method: "GET", target: "/a")) else {
            Issue.record("no reply")
            return
        }
        #expect(reply.status == 410)
    }

    @Test func aReplacedMappingHasAnotherKey() throws {
        let engine = try engine()
        let before = try contest(engine, "GET", "/a").candidates.map(\.key)
        engine.root.changeNumber = 7
        let old = try #require(engine.root.mapping("11111111-1111-4111-8111-111111111111"))
        engine.root.replace([CompiledInteraction(old)])
        let after = try contest(engine, "GET", "/a").candidates.map(\.key)
        #expect(after[0] == before[0] + "@7")
        #expect(after[1...] == before[1...])
    }

    @Test func requestsOfAnyEngineAreJournaledInTheirOrder() throws {
        let engine = try engine()
        let key = try contest(engine, "GET", "/a").candidates[1].key
        var request = Request(method: "GET", target: "/@t/a", fields: [("Host", "h")], body: [1, 2, 3])
        request.peer = "127.0.0.1"
        let bytes = JournaledRequest.bytes(of: request, bodyLimit: 2)
        let received = try #require(JournaledRequest(bytes))
        let sandbox = Address(token: "t")
        engine.record(received, id: 4, at: sandbox, key: key, position: 0)
        engine.record(received, id: 9, at: sandbox, key: "gone", position: 0)
        engine.record(received, id: 9, at: sandbox, key: nil, position: 0)
        let entries = try engine.mount(at: sandbox).journal().entries
        #expect(entries.map(\.id) == [9, 4])
        #expect(entries.map(\.wasMatched) == [true, true])
        #expect(entries[1].interaction?.identifier == "22222222-2222-4222-8222-222222222222")
        #expect(entries[1].request.body == [1, 2] && entries[1].bodyLength == 3 && entries[1].bodyHash != nil)
        #expect(engine.lastRequest == 9)
        try engine.mount(at: sandbox).clearJournal()
        #expect(engine.takeRemovedRequests() == [9, 4])
        #expect(engine.takeRemovedRequests().isEmpty)
    }

    /// A prefix, a changed byte or more bytes are rejected or give a request; nothing traps.
    @Test func otherBytesAreNoRequest() throws {
        let request = Request(
            method: "PUT",
            target: "/x?y",
            fields: [("A", "b"), ("C", "d")],
            body: Array("body".utf8)
        )
        let bytes = JournaledRequest.bytes(of: request, bodyLimit: 2)
        #expect(JournaledRequest(bytes) != nil)
        for count in bytes.indices { #expect(JournaledRequest(Array(bytes.prefix(count))) == nil, "\(count)") }
        #expect(JournaledRequest(bytes + [0]) == nil)
        for index in bytes.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = value
                guard let received = JournaledRequest(changed) else { continue }
                _ = received.request.head[received.request.target]
                for field in received.request.fields { _ = received.request.head[field.value] }
            }
        }
    }

    @Test func forgettingLeavesTheFilesOnly() throws {
        let engine = try engine()
        engine.root.changeNumber = 1
        _ = engine.root.removeMappings { _ in true }
        engine.root.settings.fixedDelay = 5
        #expect(engine.changedMounts.count == 1)
        engine.forgetChanges()
        #expect(engine.changedMounts.isEmpty)
        #expect(engine.root.interactions.count == 4)
        #expect(engine.lastRequest == 0)
    }
}
