import HAL
import HALClient
import Testing

struct CallErrorTests {
    @Test(
        "each outcome without success is thrown as the case of its name",
        arguments: [
            (CannedTransport.Answer(304), "redirection"), (.init(401), "authenticationRequired"),
            (.init(409), "conflict"),
            (.init(404), "clientError"), (.init(503), "serverUnavailable"), (.init(500), "serverError"),
            (.init(.refused), "connectionFailure"), (.hal("["), "undecodable"),
        ]
    )
    func isThrown(_ answer: CannedTransport.Answer, name: String) async {
        let outcome = await HypermediaClient(transport: CannedTransport([answer])).get("http://a.example/")
        #expect(outcome.name == name)
        #expect(outcome.error?.outcome.name == name)
        #expect(outcome.error.map { "\($0)" } == "\(outcome)")
        #expect(outcome.error?.response?.status == outcome.response?.status)
        #expect(throws: CallError.self) { try outcome.get() }
        #expect(throws: CallError.self) { try outcome.value }
        #expect(outcome.model == nil && outcome.resource == nil)
    }

    @Test func aSuccessHasAValue() async throws {
        let client = HypermediaClient(transport: CannedTransport([.hal(#"{"a": 1}"#), .init(204)]))
        let outcome = await client.get("http://a.example/")
        #expect(try outcome.value == ["a": 1])
        #expect(outcome.model == ["a": 1])
        #expect(outcome.resource?.state == ["a": 1])
        #expect(outcome.error == nil)
        let empty = await client.get("http://a.example/")
        #expect(try empty.get().model == nil)
        do {
            _ = try empty.value
            Issue.record("a response without content has no value")
        } catch .undecodable(let undecodable) {
            #expect(undecodable.failure.code == .model)
        }
    }

    @Test func aConflictKeepsTheCurrentVersion() async {
        let answer = CannedTransport.Answer(409, ["Content-Type": "application/hal+json"], #"{"price": 3}"#)
        let outcome = await HypermediaClient(transport: CannedTransport([answer])).get("http://a.example/")
        guard case .conflict(let theirs)? = outcome.error else {
            Issue.record("no conflict")
            return
        }
        #expect(theirs.model == ["price": 3])
    }
}
