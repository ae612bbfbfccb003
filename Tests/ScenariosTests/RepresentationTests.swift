import HAL
import HTTPTypes
import Matching
import Testing

@testable import Documents
@testable import Scenarios

/// Responses and expectations that name a representation are those that spell it out.
@Suite struct RepresentationTests {
    private static let station = """
        scenario: t
        origin: https://x.example
        representations:
          station:
            mediaType: application/vnd.station+json
            lastModified: Tue, 03 Nov 2026 10:00:00 GMT
            etag: '"v1"'
            headers: { Vary: Accept }
            jsonBody:
              name: 7-Eleven
              price: 2.890
              _links:
                self: { href: https://x.example/s }
                logs: [{ href: /l/1 }, { href: '/l{?page}', templated: true }]
                home: { href: https://elsewhere.example/ }
              _embedded: { log: [{ gallons: 9.5, _links: { self: { href: /l/1 } } }] }

        """

    private static func scenario(_ response: String, expect: String? = nil) throws -> Variant {
        let contract = expect.map { "contract: [{ step: a, request: { url: /s }, expect: \($0) }]\n" } ?? ""
        let text = station + "interactions: [{ request: { url: /s }, response: \(response) }]\n" + contract
        let result = read(text)
        let errors = result.issues.filter { $0.severity == .error }
        #expect(errors.isEmpty, "\(errors.map(\.description))")
        return try #require(result.scenario).variants.variant(at: 0)
    }

    private static func response(_ keys: String) throws -> ResponseDefinition {
        try scenario(keys).interactions[0].responses.responses[0]
    }

    private static func lines(_ response: ResponseDefinition) -> Set<String> {
        Set(response.fields.map { "\($0.name): \($0.value)" })
    }

    @Test func responseHasContentMediaTypeAndValidators() throws {
        let response = try Self.response("{ representation: station }")
        guard case .json(let body) = response.body else { return #expect(Bool(false), "no JSON") }
        #expect(body["price"]?.serialized() == "2.890")
        #expect(
            Self.lines(response) == [
                "Content-Type: application/vnd.station+json", "Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT",
                "ETag: \"v1\"", "Vary: Accept",
            ]
        )
    }

    @Test("A response's own fields win, whatever their case, and null removes one")
    func ownFieldsWin() throws {
        let response = try Self.response(
            "{ status: 409, representation: station, headers: { etag: '\"v2\"', last-modified: null, X-A: b } }"
        )
        #expect(response.status == 409)
        #expect(
            Self.lines(response) == [
                "Content-Type: application/vnd.station+json", "etag: \"v2\"", "Vary: Accept", "X-A: b",
            ]
        )
    }

    @Test("`with` is a merge patch: it changes, adds, and removes by null")
    func merges() throws {
        let response = try Self.response(
            "{ representation: station, with: { price: 2.950, name: null, a: { b: 1, c: null } } }"
        )
        guard case .json(let body) = response.body else { return #expect(Bool(false), "no JSON") }
        #expect(body["price"]?.serialized() == "2.950")
        #expect(body["name"] == nil)
        #expect(body["a"]?.serialized() == #"{"b":1}"#)
        #expect(body["_links"] != nil)
    }

    @Test(
        "A representation is conditional where preconditions apply",
        arguments: [(200, true), (409, false), (204, true)]
    )
    func conditions(_ status: Int, _ isConditional: Bool) throws {
        let text = """
            scenario: t
            representations: { a: { etag: '"1"', conditional: true, jsonBody: {} } }
            interactions: [{ request: { url: / }, response: { status: \(status), representation: a } }]
            """
        #expect(messages(text) == [])
        #expect(try interactions(text)[0].responses.responses[0].isConditional == isConditional)
    }

    @Test("A response without content has only the validators", arguments: [204, 304])
    func validatorsAlone(_ status: Int) throws {
        let response = try Self.response("{ status: \(status), representation: station }")
        #expect(response.body == .none)
        #expect(Self.lines(response).contains("ETag: \"v1\""))
        #expect(!response.fields.contains { $0.name == .contentType })
    }

    @Test func expectationHasEveryPart() throws {
        let expect = "{ outcome: success, representation: station }"
        let variant = try Self.scenario("{ representation: station }", expect: expect)
        let expectation = try #require(variant.contract.first).expectation
        #expect(expectation.model?.serialized() == #"{"name":"7-Eleven","price":2.890}"#)
        #expect(
            expectation.relations
                == .targets([
                    Named("self", [.equalTo("/s", caseInsensitive: false)]),
                    Named(
                        "logs",
                        [.equalTo("/l/1", caseInsensitive: false), .equalTo("/l{?page}", caseInsensitive: false)]
                    ),
                    Named("home", []),
                ])
        )
        #expect(expectation.embedded == [Named("log", .models([["gallons": 9.5]]))])
        #expect(expectation.lastModified == .value("Tue, 03 Nov 2026 10:00:00 GMT"))
        #expect(expectation.headers.map(\.name) == ["Content-Type", "ETag"])
    }

    @Test("What an expectation says itself wins; `with` changes the model")
    func ownExpectationsWin() throws {
        let expect =
            "{ outcome: conflict, representation: station, with: { price: 3 }, relations: [self], lastModified: null }"
        let step = try Self.scenario("{ status: 409, representation: station }", expect: expect).contract.first
        let expectation = try #require(step).expectation
        #expect(expectation.model?.serialized() == #"{"name":"7-Eleven","price":3}"#)
        #expect(expectation.relations == .present(["self"]))
        #expect(expectation.lastModified == nil)
    }

    @Test("The array dialect: payloads by media type")
    func embeddedArrays() throws {
        let text = """
            scenario: t
            representations:
              a: { jsonBody: { _embedded: [{ media-type: text/x+json, location: /1, payload: { n: 1, _links: {} } }] } }
            interactions: [{ request: { url: / }, response: { representation: a } }]
            contract: [{ step: s, request: { url: / }, expect: { outcome: success, representation: a } }]
            """
        let step = try #require(read(text).scenario?.variants.variant(at: 0).contract.first)
        #expect(step.expectation.embedded == [Named("text/x+json", .models([["n": 1]]))])
        #expect(step.expectation.model == nil)
    }

    @Test("Values of a matrix reach the representation, and each variant has its own")
    func matrices() throws {
        let text = """
            scenario: t
            matrix: { price: [1, 2], name: [a, b] }
            representations:
              station: { etag: '"${price}"', jsonBody: { price: "${price}", fixed: 1 } }
            interactions:
              - { request: { url: /a }, response: { representation: station } }
              - { request: { url: /b }, response: { representation: station, with: { name: "${name}" } } }
              - { request: { url: /c }, response: { representation: station, with: { fixed: 2 } } }
            contract: [{ step: s, request: { url: /a }, expect: { outcome: success, representation: station } }]
            """
        let scenario = try #require(read(text).scenario)
        let bodies = scenario.variants.all.map { variant in
            variant.interactions.map { interaction in
                if case .json(let body) = interaction.responses.responses[0].body { body.serialized() } else { "" }
            }
        }
        #expect(
            bodies[0] == [#"{"price":1,"fixed":1}"#, #"{"price":1,"fixed":1,"name":"a"}"#, #"{"price":1,"fixed":2}"#]
        )
        #expect(
            bodies[3] == [#"{"price":2,"fixed":1}"#, #"{"price":2,"fixed":1,"name":"b"}"#, #"{"price":2,"fixed":2}"#]
        )
        #expect(
            scenario.variants.variant(at: 3).contract[0].expectation.model?.serialized() == #"{"price":2,"fixed":1}"#
        )
    }

    @Test(
        "Mistakes are reported at their place, with what to do",
        arguments: [
            (
                "{ representation: statoin }",
                "56: error: 'statoin' is not the name of a representation; did you mean 'station'?"
            ),
            (
                "{ representation: garage }",
                "56: error: 'garage' is not the name of a representation; define it under 'representations'"
            ),
            ("{ with: { a: 1 } }", "40: error: 'with' needs 'representation'; name the representation that it changes"),
            (
                "{ representation: text, with: { a: 1 } }",
                "62: error: 'with' changes a 'jsonBody', which the representation does not have; remove it, or define the representation with 'jsonBody'"
            ),
            ("{ representation: station, with: [1] }", "71: error: 'with' must be an object, not a list"),
            ("{ representation: station, body: a }", "65: error: either 'representation' or 'body', not both"),
            ("{ representation: station, raw: a }", "40: error: 'representation' has no effect with 'raw'"),
        ]
    )
    func reportsMistakes(_ response: String, _ message: String) {
        let text = """
            scenario: t
            representations:
              station: { jsonBody: { name: 7-Eleven } }
              text: { mediaType: text/plain, body: closed }
            interactions:
              - { request: { url: / }, response: \(response) }
            """
        #expect(messages(text).filter { $0.contains("error") } == ["a.yaml:6:" + message])
    }

    @Test(
        "A representation is checked although nothing uses it",
        arguments: [
            ("{ jsonBdy: {} }", "unknown key 'jsonBdy' in a representation; did you mean 'jsonBody'?"),
            ("{ mediaType: hal }", "'mediaType': 'hal' is not a valid media type"),
            ("{ lastModified: today }", "'lastModified': 'today' is not a valid HTTP-date"),
            ("{ etag: \"a\\r\\nb\" }", "'etag' contains CR or LF, which would end or break the header"),
            ("{ body: a, jsonBody: {} }", "either 'body' or 'jsonBody', not both"),
            ("[]", "a representation must be an object, not a list"),
        ]
    )
    func checksRepresentations(_ representation: String, _ message: String) {
        let text =
            "scenario: t\nrepresentations: { a: \(representation) }\ninteractions: [{ response: { representation: a } }]\n"
        let all = messages(text).filter { $0.contains("error") }
        #expect(all.count == 1 && all[0].contains("error: " + message), "\(all)")
    }

    @Test func outcomesWithoutResourceHaveNoRepresentation() {
        let text = """
            scenario: t
            representations: { a: { jsonBody: { b: 1 } } }
            interactions: [{ request: { url: / }, response: { status: 404, representation: a } }]
            contract: [{ step: s, request: { url: / }, expect: { outcome: clientError, representation: a } }]
            """
        #expect(
            messages(text) == ["a.yaml:4:76: error: 'representation' is not supported for outcome 'clientError'"]
        )
    }

    @Test func smallFileCannotFillTheMemory() {
        let body = String(repeating: "x", count: 100_000)
        let use = "  - { request: { url: / }, response: { representation: a } }\n"
        let text =
            "scenario: t\nrepresentations: { a: { mediaType: text/plain, body: \(body) } }\ninteractions:\n"
            + String(repeating: use, count: 800)
        #expect(messages(text).contains { $0.contains("they need more than 64 MiB") })
    }

    @Test func mappingsHaveNoRepresentations() {
        let text = #"{"request":{"url":"/"},"response":{"representation":"a"}}"#
        #expect(
            messages(text, "a.json").contains { $0.contains("'representation' is supported in scenario files only") }
        )
    }
}
