import HAL
import HTTPTypes
import Testing

@testable import Documents
@testable import Matching
@testable import Scenarios

/// Defaults under every interaction, which wins.
@Suite struct InteractionDefaultsTests {
    /// An interaction with defaults, and one that has nothing but a response of its own.
    private static func both(_ defaults: String, _ interaction: String) throws -> [Interaction] {
        try interactions("scenario: t\ndefaults: \(defaults)\ninteractions:\n  - \(interaction)\n  - response: {}\n")
    }

    private static func lines(_ interaction: Interaction) -> Set<String> {
        Set(interaction.responses.responses[0].fields.map { "\($0.name): \($0.value)" })
    }

    @Test("Header fields are merged by name, and null removes one")
    func mergesFields() throws {
        let all = try Self.both(
            "{ response: { headers: { Vary: Accept, X-A: '1', X-B: '2' } } }",
            "{ request: { url: / }, response: { headers: { vary: null, x-a: '3', X-C: '4' } } }"
        )
        #expect(Self.lines(all[0]) == ["x-a: 3", "X-B: 2", "X-C: 4"])
        #expect(Self.lines(all[1]) == ["Vary: Accept", "X-A: 1", "X-B: 2"])
    }

    @Test("A matcher of the interaction replaces that of the default as a whole")
    func replacesMatchers() throws {
        let all = try Self.both(
            "{ request: { method: GET, headers: { Accept: { contains: json } } } }",
            "{ request: { url: /, headers: { Accept: { equalTo: text/plain } } }, response: {} }"
        )
        #expect(all[0].request.headers.count == 1)
        #expect(all[0].request.headers[0].pattern.text.contains("text/plain"))
        #expect(all[0].request.method == all[1].request.method)
        #expect(all[1].request.headers[0].pattern.text.contains("json"))
    }

    @Test("A URL or a body of the interaction replaces another kind of the default")
    func replacesExclusiveKeys() throws {
        let all = try Self.both(
            "{ request: { urlPath: / }, response: { jsonBody: {} } }",
            "{ request: { urlPattern: /a.* }, response: { body: text, headers: { Content-Type: text/plain } } }"
        )
        #expect(all[0].responses.responses[0].body == .text("text"))
        #expect(all[1].responses.responses[0].body == .json([:]))
    }

    @Test("A sequence gets the defaults in each response, an interaction without one gets all, a raw one none")
    func reachesEveryResponse() throws {
        let defaults = "{ response: { headers: { Vary: Accept } } }"
        let sequence = try Self.both(defaults, "{ responses: [{ status: 503 }, { status: 200 }] }")
        #expect(sequence[0].responses.responses.map(\.fields.count) == [1, 1])
        #expect(try Self.lines(Self.both(defaults, "{ request: { url: / } }")[0]) == ["Vary: Accept"])
        #expect(try Self.lines(Self.both(defaults, "{ response: { raw: HTTP/1.1 200 OK } }")[0]).isEmpty)
    }

    @Test("A representation wins over the defaults, which may name one too")
    func ranksRepresentations() throws {
        let text = """
            scenario: t
            defaults: { response: { representation: b, headers: { Vary: Accept } } }
            representations:
              a: { mediaType: text/a, body: a, headers: { Vary: Cookie } }
              b: { mediaType: text/b, body: b }
            interactions:
              - { request: { url: /a }, response: { representation: a } }
              - { request: { url: /b } }
            """
        let all = try interactions(text)
        #expect(Self.lines(all[0]) == ["Content-Type: text/a", "Vary: Cookie"])
        #expect(Self.lines(all[1]) == ["Content-Type: text/b", "Vary: Accept"])
        #expect(all.map(\.responses.responses[0].body) == [.text("a"), .text("b")])
    }

    @Test func mistakesInDefaultsAreReportedOnce() {
        let text = """
            scenario: t
            defaults: { request: { mehtod: GET }, response: { status: 99 }, headers: {} }
            interactions: [{ request: { url: / }, response: {} }, { request: { url: /b }, response: {} }]
            """
        #expect(
            messages(text) == [
                "a.yaml:2:24: error: unknown key 'mehtod' in a request; did you mean 'method'?",
                "a.yaml:2:59: error: 'status' must be between 100 and 599, not 99",
                "a.yaml:2:65: error: unknown key 'headers' in defaults; it belongs below 'request' or 'response': indent it",
            ]
        )
    }
}
