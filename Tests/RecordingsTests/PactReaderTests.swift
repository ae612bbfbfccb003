import Documents
import HAL
import Scenarios
import Testing

@testable import Recordings

/// Pacts in each version of the specification.
struct PactReaderTests {
    private static func read(_ interactions: String, version: String = "4.0") -> ImportResult {
        let text = """
            { "consumer": { "name": "app" }, "provider": { "name": "stations" }, "interactions": [\(interactions)],
              "metadata": { "pactSpecification": { "version": "\(version)" } } }
            """
        return read(text: text)
    }

    private static func read(text: String) -> ImportResult {
        let settings = ImportSettings(ScenarioGenerator(title: "pact", slug: "pact"))
        return ImportFormat.read(Array(text.utf8), path: "pact.json", settings)
    }

    private static func scenario(_ result: ImportResult) throws -> JSONObject {
        let scenario = try #require(result.scenario, "\(result.issues) \(result.skipped)")
        let problems = ScenarioReader.read(Array(scenario.text.utf8), path: "pact.yaml").issues
        #expect(problems.isEmpty, "\(problems.map(\.description)) \(scenario.text)")
        return scenario.content
    }

    @Test("a state of a Pact is entered by a step, and digits remain")
    func states() throws {
        let one = """
            { "description": "a station", "providerStates": [{ "name": "it exists", "params": { "id": 7 } }, { "name": "b" }],
              "request": { "method": "get", "path": "/stations/7", "query": { "near": ["Kiel", "Bonn"] } },
              "response": { "status": 200, "headers": { "Content-Type": ["application/json"] },
                "body": { "content": { "price": 2.890 }, "contentType": "application/json", "encoded": false } } }
            """
        let content = try Self.scenario(Self.read(one))
        let state = #"it exists {"id":7}, b"#
        let interactions = try #require(content["interactions"]?.array)
        #expect(interactions.map { $0["name"]?.string } == ["given: \(state)", "a station"])
        #expect(interactions[0]["newScenarioState"]?.string == state)
        #expect(interactions[1]["requiredScenarioState"]?.string == state)
        #expect(interactions[1]["response"]?["jsonBody"]?.serialized() == #"{"price":2.890}"#)
        let values: JSONValue = ["hasExactly": [["equalTo": "Kiel"], ["equalTo": "Bonn"]]]
        #expect(interactions[1]["request"]?["queryParameters"]?["near"] == values)
        #expect(content["contract"]?.array?.compactMap { $0["step"]?.string } == ["given: \(state)", "a station"])
    }

    @Test(
        "rules of each version become matchers",
        arguments: [
            (
                "2.0.0",
                #""matchingRules": { "$.body.n": { "match": "type" }, "$.headers.X-A": { "match": "regex", "regex": "^a+$" } }"#
            ),
            (
                "3.0.0",
                #""matchingRules": { "body": { "$.n": { "matchers": [{ "match": "type" }] } }, "header": { "X-A": { "matchers": [{ "match": "regex", "regex": "^a+$" }] } } }"#
            ),
        ]
    )
    func rules(version: String, rules: String) throws {
        let one = """
            { "description": "a", "request": { "method": "POST", "path": "/a", "headers": { "X-A": "aa",
              "Content-Type": "application/json" }, "body": { "n": 1, "m": "x" }, \(rules) }, "response": { "status": 204 } }
            """
        let request = try Self.scenario(Self.read(one, version: version))["interactions"]?[0]?["request"]
        #expect(request?["headers"]?["X-A"] == ["matches": "^a+$"])
        #expect(request?["headers"]?["Content-Type"] == ["contains": "application/json"])
        let schema = request?["bodyPatterns"]?[0]?["matchesJsonSchema"]
        #expect(schema?["properties"]?["n"] == ["type": "number"])
        #expect(schema?["properties"]?["m"] == ["const": "x"])
        #expect(schema?["additionalProperties"] == false)
    }

    @Test("a rule that the example does not meet is left out")
    func contradictions() throws {
        let one = """
            { "description": "a", "request": { "method": "GET", "path": "/a",
              "matchingRules": { "path": { "matchers": [{ "match": "regex", "regex": "^/b$" }] } } }, "response": {} }
            """
        let request = try Self.scenario(Self.read(one, version: "3.0.0"))["interactions"]?[0]?["request"]
        #expect(request == ["method": "GET", "url": "/a"])
    }

    @Test(
        "a body of each form",
        arguments: [
            (#"{ "content": "/w==", "encoded": "base64", "contentType": "image/png" }"#, "bodyFileName"),
            (#"{ "content": "{\"a\":1}", "encoded": "JSON", "contentType": "application/json" }"#, "jsonBody"),
            (#"{ "content": "hello", "encoded": false, "contentType": "text/plain" }"#, "body"),
        ]
    )
    func bodies(body: String, key: String) throws {
        let one = """
            { "description": "a", "request": { "method": "GET", "path": "/a" }, "response": { "status": 200, "body": \(body) } }
            """
        let result = Self.read(one)
        #expect(result.scenario?.content["interactions"]?[0]?["response"]?[key] != nil)
    }

    @Test("parts that a scenario cannot express are counted by reason")
    func skipped() {
        let http = #"{ "description": "a", "request": { "path": "/a" }, "response": {} }"#
        let message = #"{ "type": "Asynchronous/Messages", "description": "m", "contents": {} }"#
        let pattern = """
            { "request": { "path": "/b", "matchingRules": { "path": { "matchers": [{ "match": "regex", "regex": "(" }] } } },
              "response": {} }
            """
        let body = #"{ "request": { "path": "/c" }, "response": { "body": { "content": "!", "encoded": "base64" } } }"#
        let result = Self.read([http, http, message, pattern, body].joined(separator: ","))
        #expect(result.skipped.total == 4)
        #expect(
            result.skipped.reasons.map(\.text) == [
                "a message, which is not sent over HTTP", "with a regular expression that is not supported",
                "with a body that is not valid Base64", "with a request that another interaction matches",
            ]
        )
    }

    @Test(
        "an error has its place",
        arguments: [
            (#"{ "response": {} }"#, "an interaction must have an object 'request'"),
            (#"{ "request": [], "response": {} }"#, "'request' must be an object, not a list"),
            (#"{ "request": { "path": "a" }, "response": {} }"#, "'path' must be a path that begins with a slash"),
            (
                #"{ "request": {}, "response": { "status": 42 } }"#,
                "'status' must be a status code from 200 to 599, not '42'"
            ),
            (#"{ "request": { "query": [] }, "response": {} }"#, "'query' must be a text or an object, not a list"),
            (#"{ "request": { "headers": { "a b": "c" } }, "response": {} }"#, "'a b' is not a valid header field"),
        ]
    )
    func errors(interaction: String, message: String) {
        let result = Self.read(interaction)
        #expect(result.scenario == nil)
        #expect(result.issues.first?.message == message)
        #expect(result.issues.first?.location.line == 1)
    }

    @Test("a version beyond 4 is an error")
    func versions() {
        #expect(Self.read("", version: "5.0").issues.first?.suggestion == "supported: 1 to 4")
        #expect(Self.read("", version: "1.0.0").issues.isEmpty)
    }
}
