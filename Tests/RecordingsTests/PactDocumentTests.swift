import Documents
import HAL
import Scenarios
import Testing

@testable import Recordings

/// The Pacts that `hypermock export pact` writes.
struct PactDocumentTests {
    private static let base = "http://127.0.0.1:8080/~stations@t"

    private static func interaction() -> PactInteraction {
        var response = PactResponse(
            status: 200,
            fields: [
                FieldLine("Content-Type", "application/hal+json"), FieldLine("Date", "now"),
                FieldLine("Vary", "Accept, Accept-Language"),
                FieldLine("Link", "<\(base)/stations?page=2>; rel=\"next\""),
            ],
            body: Array(#"{"price":2.890,"it's":1,"_links":{"self":{"href":"\#(base)/stations/7"}}}"#.utf8),
            base: base
        )
        var expectation = Expectation(outcome: .success)
        expectation.model = ["price": 2.89, "it's": 1, "missing": 2]
        response.addRules(expectation)
        return PactInteraction(
            "stations: a station",
            state: PactInteraction.State("stations", parameters: ["address": "/~stations"]),
            method: "GET",
            target: "/stations/7?b=1&a=x%20y",
            fields: [FieldLine("Accept", "application/hal+json")],
            body: [],
            response: response
        )
    }

    @Test("links may have any base, values of the model any value, and digits remain")
    func rules() throws {
        let json = Self.interaction().json(.four)
        let body = json["response"]?["body"]
        #expect(body?["content"]?.serialized() == #"{"price":2.890,"it's":1,"_links":{"self":{"href":"/stations/7"}}}"#)
        #expect(body?["encoded"] == false)
        let rules = try #require(json["response"]?["matchingRules"])
        #expect(rules["body"]?["$.price"]?["matchers"] == [["match": "type"]])
        let link = rules["body"]?["$._links.self.href"]?["matchers"]?[0]?["regex"]?.string
        #expect(link == "^(https?://[^/]+)?(/[~@][^/]*)?/stations/7$")
        let header = rules["header"]?["Link"]?["matchers"]?[0]?["regex"]?.string
        #expect(header == #"^<(https?://[^/]+)?(/[~@][^/]*)?/stations\?page=2>; rel="next"$"#)
        #expect(rules["body"]?.object?.members.count == 2, "a path cannot name a member with an apostrophe")
        #expect(json["response"]?["headers"]?["Date"] == nil)
        #expect(json["response"]?["headers"]?["Vary"] == ["Accept", "Accept-Language"])
    }

    @Test("each version has its form")
    func versions() {
        let (two, three, four) = (
            Self.interaction().json(.two), Self.interaction().json(.three), Self.interaction().json(.four)
        )
        #expect(two["providerState"] == "stations" && two["request"]?["query"] == "b=1&a=x%20y")
        #expect(two["response"]?["matchingRules"]?["$.body.price"] == ["match": "type"])
        #expect(three["providerStates"] == [["name": "stations", "params": ["address": "/~stations"]]])
        #expect(three["request"]?["query"] == ["b": ["1"], "a": ["x y"]])
        #expect(three["request"]?["headers"]?["Accept"] == "application/hal+json")
        #expect(four["request"]?["headers"]?["Accept"] == ["application/hal+json"])
        #expect(four["type"] == "Synchronous/HTTP" && two["type"] == nil)
    }

    @Test("a query is sent in the order of its names")
    func queries() {
        #expect(PactQuery("b=1&a=x%20y&b=%C3%A9+").sent == "a=x+y&b=1&b=%C3%A9+")
    }

    @Test("old versions have no binary bodies and no fields in several lines")
    func reasons() {
        func response(_ fields: [FieldLine], _ body: [UInt8]) -> PactInteraction {
            let response = PactResponse(status: 200, fields: fields, body: body, base: Self.base)
            let state = PactInteraction.State("s")
            return PactInteraction(
                "a",
                state: state,
                method: "GET",
                target: "/",
                fields: [],
                body: [],
                response: response
            )
        }
        #expect(response([], [0xFF]).reasonToSkip(.three) != nil && response([], [0xFF]).reasonToSkip(.four) == nil)
        let lines = response([FieldLine("Vary", "A"), FieldLine("vary", "B")], [])
        #expect(lines.reasonToSkip(.two) != nil && lines.reasonToSkip(.four) == nil)
        let json = response([FieldLine("Content-Type", "application/json")], Array("{".utf8))
        #expect(json.reasonToSkip(.four) == "its body is not valid JSON")
    }
}
