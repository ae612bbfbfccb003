import HAL
import HTTPTypes
import Testing

@testable import Matching
@testable import Scenarios

@Suite struct WireMockReadingTests {
    @Test func readsOneMapping() throws {
        let text = """
            { "id": "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7", "uuid": "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7", "name": "n",
              "persistent": true, "priority": 3, "scenarioName": "m", "requiredScenarioState": "Started",
              "newScenarioState": "b", "metadata": {"a": 1}, "insertionIndex": 0, "$schema": "x",
              "request": {"method": "GET", "urlPathPattern": "/a/[0-9]+"},
              "response": {"status": 201, "jsonBody": {"n": 1.50}, "headers": {"A": ["b", "c"]}} }
            """
        let scenario = try #require(read(text, "mappings/my-stub.json").scenario)
        #expect(scenario.slug == "my-stub" && scenario.title == "my-stub" && !scenario.isRoot)
        let interaction = scenario.variants.variant(at: 0).interactions[0]
        #expect(interaction.id == "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7" && interaction.name == "n")
        #expect(interaction.priority == 3 && interaction.metadata == ["a": 1])
        #expect(interaction.state == StateCondition(machine: "m", required: "Started", next: "b"))
        #expect(interaction.responses.responses[0].status == 201)
    }

    @Test("The mapping that was added last comes first")
    func laterWins() throws {
        let text = #"{"mappings": [{"name": "a"}, {"name": "b", "response": {"status": 204}}], "meta": {"total": 2}}"#
        let found = try #require(read(text, "m.json").scenario).variants.variant(at: 0).interactions
        #expect(found.map(\.name) == ["b", "a"])
        #expect(found[1].responses.responses[0].status == 200)
        #expect(found[1].request == RequestPattern())
    }

    @Test(
        "Wrong mappings",
        arguments: [
            (
                #"{"request": {"method": "GET"}, "serveEventListeners": [1]}"#,
                "1:56: warning: a listener needs 'name', and has no effect without it"
            ),
            (
                #"{"request": {"customMatcher": {"name": "m"}}}"#,
                "1:14: warning: 'customMatcher' is not supported, and matches nothing"
            ),
            (
                #"{"response": {"transformers": ["x"]}}"#,
                "1:32: warning: the transformer 'x' is not supported; supported: response-template"
            ),
            (
                #"{"request": {}, "respnse": {}}"#,
                "1:17: error: unknown key 'respnse' in a mapping; did you mean 'response'?"
            ),
            (#"{"mappings": [{"request": {"url": 1}}, 2]}"#, "1:35: warning: 'url' must begin with '/'"),
            (#"{"mappings": {}}"#, "1:14: error: 'mappings' must be a list, not an object"),
            (#"{"request": {}, "newScenarioState": "b"}"#, "1:17: warning: 'newScenarioState' needs 'scenarioName'"),
            (#"{"request": {}, "responses": []}"#, "1:30: error: 'responses' is empty"),
            (#"{"response": {}, "responses": [{}]}"#, "1:18: error: either 'response' or 'responses', not both"),
            (#"{"uuid": "1", "request": {}}"#, "1:10: error: 'uuid' must be a UUID"),
            (
                #"{"a": 1}"#,
                "1:1: error: this is not a scenario file: expected an object with the key 'scenario', "
                    + "or WireMock mappings with 'request' and 'response', or with 'mappings'"
            ),
            (#"{"request": {"#, "1:14: error: invalid JSON: expected a key in double quotes"),
        ]
    )
    func wrong(_ text: String, _ expected: String) {
        #expect(messages(text, "a.json").first == "a.json:" + expected)
    }

    @Test("Mappings in YAML are named for what they are")
    func notInYAML() {
        #expect(
            messages("request: {}\nresponse: {}\n") == [
                "a.yaml:1:1: error: this is not a scenario file: expected an object with the key 'scenario'"
            ]
        )
    }
}
