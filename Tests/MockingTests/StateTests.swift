import Scenarios
import Testing

@testable import Matching
@testable import Mocking

@Suite struct StateTests {
    private func response(_ text: String, times: Int = 1) -> ResponseDefinition {
        var response = ResponseDefinition(body: .text(text))
        response.repetitions = times
        return response
    }

    @Test(
        arguments: [
            (ResponseSequence.Ending.repeatLast, ["a", "b", "b", "c", "c", "c", "c", "c"]),
            (.loop, ["a", "b", "b", "c", "a", "b", "b", "c"]),
            (.noMatch, ["a", "b", "b", "c", "fallback", "fallback", "fallback", "fallback"]),
        ]
    )
    func servesASequenceInOrder(ending: ResponseSequence.Ending, expected: [String]) {
        let sequence = Interaction("", .any, .urlPath("/x"))
            .with([response("a"), response("b", times: 2), response("c")], ending)
        let engine = Engine(sequence, Interaction("", .any, .any, priority: 9, answers: "fallback"))
        #expect((0..<8).map { _ in engine.outcome("GET /x HTTP/1.1\n\n") } == expected)
    }

    @Test(arguments: [([0], "a"), ([0, 0], "unmatched"), ([.max, .max], "a"), ([-1, 1], "b")])
    func survivesStrangeRepetitions(times: [Int], expected: String) {
        let responses = zip(["a", "b"], times).map { response($0, times: $1) }
        let engine = Engine(Interaction("", .any, .any).with(responses, .loop))
        #expect(engine.outcome("GET / HTTP/1.1\n\n") == expected)
    }

    private var machine: [Interaction] {
        [
            Interaction("", .get, .urlPath("/log"), answers: "empty").inState("log", StateCondition.started),
            Interaction("", .post, .urlPath("/log"), answers: "created").inState("log", nil, next: "filled"),
            Interaction("", .get, .urlPath("/log"), answers: "filled").inState("log", "filled"),
            Interaction("", .get, .urlPath("/other"), answers: "other").inState("other", "never"),
        ]
    }

    @Test func followsTheStateMachine() {
        let engine = Engine([Scenario("log", machine)])
        let requests = ["GET", "POST", "GET", "GET"]
        let answers = requests.map { engine.outcome("\($0) /log HTTP/1.1\n\n") }
        #expect(answers == ["empty", "created", "filled", "filled"])
    }

    @Test func keepsAStateForEachAddress() {
        let engine = Engine([Scenario("log", machine)])
        #expect(engine.outcome("POST /~log@one/log HTTP/1.1\n\n") == "created")
        let answers = ["/~log@one", "/~log@two", "/~log", "", "/@one"].map {
            engine.outcome("GET \($0)/log HTTP/1.1\n\n")
        }
        #expect(answers == ["filled", "empty", "empty", "empty", "empty"])
    }

    @Test func canBeReadSetAndReset() throws {
        let engine = Engine([Scenario("log", machine)])
        let mount = try engine.mount(at: .root)
        #expect(mount.machines.map(\.name) == ["log", "other"])
        #expect(mount.setState(of: "log", to: "filled"))
        #expect(engine.outcome("GET /log HTTP/1.1\n\n") == "filled")
        #expect(mount.machines[0] == Mount.Machine(name: "log", state: "filled", states: ["Started", "filled"]))
        #expect(!mount.setState(of: "log", to: "unknown") && !mount.setState(of: "unknown", to: "filled"))
        mount.resetState()
        #expect(engine.outcome("GET /log HTTP/1.1\n\n") == "empty")
        #expect(mount.interactions.map(\.served) == [1, 0, 1, 0])
    }

    @Test func beginsAnewWithANewSetAndKeepsTheJournal() throws {
        let engine = Engine([Scenario("log", machine)])
        #expect(engine.outcome("POST /log HTTP/1.1\n\n") == "created")
        #expect(engine.outcome("POST /~log@t/log HTTP/1.1\n\n") == "created")
        engine.replace(scenarios: [
            Scenario("log", machine), Scenario("new", [Interaction("", .any, .any, answers: "new")]),
        ])
        #expect(engine.outcome("GET /log HTTP/1.1\n\n") == "empty")
        #expect(engine.outcome("GET /~log@t/log HTTP/1.1\n\n") == "empty")
        #expect(engine.outcome("GET /~new/log HTTP/1.1\n\n") == "new")
        #expect(try engine.mount(at: .root).journal().total == 2)
        engine.replace(scenarios: [])
        #expect(engine.outcome("GET /~log@t/log HTTP/1.1\n\n") == "no address")
        #expect(engine.outcome("GET /log HTTP/1.1\n\n") == "unmatched")
    }
}
