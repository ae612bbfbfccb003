import HAL
import Scenarios
import Testing

@testable import Matching
@testable import Mocking

@Suite struct DiagnosisCacheTests {
    private static let request = "GET /b HTTP/1.1\nAccept: application/json\n\n"

    private func suggestion(_ engine: Engine, _ request: String = request) -> String? {
        engine.diagnosis(request)?.nearest.first?.suggestion
    }

    @Test func explainsTheSameRequestAlike() {
        let engine = Engine(Interaction("a", .get, .url("/a")), Interaction("b", .post, .url("/b")))
        let first = engine.diagnosis(Self.request)
        let second = engine.diagnosis(Self.request)
        #expect(first?.body == second?.body && second?.kept == second?.json)
    }

    @Test func noticesEachDifferenceOfARequest() {
        let engine = Engine(Interaction("b", .post, .url("/b")))
        #expect(suggestion(engine) == "Only the method differs: is POST, not GET.")
        #expect(suggestion(engine, "PUT /b HTTP/1.1\n\n") == "Only the method differs: is POST, not PUT.")
        #expect(engine.diagnosis("GET /b HTTP/1.1\n\n")?.form == .text)
        let bodies = ["1", "2"].compactMap {
            engine.diagnosis("PUT /b HTTP/1.1\nA: b\n\n\($0)")?.stub?.json.serialized()
        }
        #expect(Set(bodies).count == 2)
    }

    @Test func forgetsWhatIsNoLongerRight() {
        let engine = Engine(
            Interaction("b", .get, .url("/b")).inState("m", "open"),
            Interaction("opens", .get, .url("/open")).inState("m", nil, next: "open"),
            Interaction("closes", .get, .url("/close")).inState("m", nil, next: "closed")
        )
        #expect(suggestion(engine)?.contains("is in 'Started'") == true)
        _ = engine.outcome("GET /close HTTP/1.1\n\n")
        #expect(suggestion(engine)?.contains("is in 'closed'; last advanced by request #2, GET /close") == true)
        engine.root.clearJournal()
        #expect(suggestion(engine)?.contains("last advanced") == false)
        _ = engine.root.setState(of: "m", to: "Started")
        #expect(suggestion(engine)?.contains("is in 'Started'") == true)
        var added = Interaction("b", .post, .url("/b"))
        added.id = "99999999-9999-4999-8999-999999999999"
        engine.root.add(added)
        #expect(engine.diagnosis(Self.request)?.interactionCount == 4)
        engine.replace(scenarios: [Scenario("new", [Interaction("c", .get, .url("/c"))])])
        #expect(suggestion(engine) == "Only the method differs: is POST, not GET.", "what was added stays")
    }

    @Test func keepsThemApartByAddress() {
        let engine = Engine(Interaction("b", .post, .url("/b")))
        engine.root.add(Interaction("c", .any, .url("/b/c")))
        #expect(engine.diagnosis(Self.request)?.interactionCount == 2)
        #expect(engine.diagnosis("GET /@t/b HTTP/1.1\n\n")?.interactionCount == 1)
    }
}
