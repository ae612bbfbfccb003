import Foundation
import Matching
import Testing

@testable import Documents
@testable import Scenarios

/// What WireMock overlooks in its mappings: a warning in a folder of its own and in the admin API, an error elsewhere.
@Suite final class LeniencyTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "Lenient-\(UUID().uuidString)").path()

    init() throws {
        try FileManager.default.createDirectory(atPath: folder + "/mappings", withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func write(_ text: String, _ name: String = "a.json") throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/mappings/\(name)"))
    }

    private func load(strict: Bool = false) -> (interactions: [Interaction], issues: [ScenarioIssue]) {
        let result = ScenarioLoader.load(ScenarioSources(paths: [], wireMockFolder: folder, isStrict: strict))
        return (result.scenarios.first?.variants.variant(at: 0).interactions ?? [], result.issues)
    }

    @Test(
        "is read as WireMock reads it, with a warning",
        arguments: [
            (#"{"response": {"status": "201"}}"#, "'status' is a string, and is read as the number 201"),
            (#"{"response": {"status": " 201 "}}"#, "'status' is a string, and is read as the number 201"),
            (#"{"response": {"status": 201.7}}"#, "'status' is not an integer, and is read as 201"),
            (
                #"{"response": {"status": 201, "fixedDelayMilliseconds": "5"}}"#,
                "'fixedDelayMilliseconds' is a string, and is read as the number 5"
            ),
            (#"{"persistent": "true", "response": {"status": 201}}"#, "'persistent' is a string, and is read as true"),
            (#"{"persistent": "TRUE", "response": {"status": 201}}"#, "'persistent' is a string, and is read as false"),
            (#"{"persistent": 1.0, "response": {"status": 201}}"#, "'persistent' is a number, and is read as false"),
            (#"{"persistent": 2, "response": {"status": 201}}"#, "'persistent' is a number, and is read as true"),
            (#"{"persistent": 0, "response": {"status": 201}}"#, "'persistent' is a number, and is read as false"),
            (
                #"{"response": {"status": 201, "headers": {"Date": "{{now}}"}}}"#,
                "'Date': '{{now}}' is not a valid HTTP-date"
            ),
            (
                #"{"response": {"status": 201, "headers": {"Content-Type": "json"}}}"#,
                "'Content-Type': 'json' is not a valid media type"
            ),
            (
                #"{"response": {"status": 201, "transformers": ["mine"]}}"#, "the transformer 'mine' is not supported"
            ),
            (
                #"{"response": {"status": 201}, "requiredScenarioState": "Started"}"#,
                "'requiredScenarioState' needs 'scenarioName'"
            ),
            (
                #"{"request": {"customMatcher": {"name": "x"}}, "response": {"status": 201}}"#,
                "'customMatcher' is not supported, and matches nothing"
            ),
            (
                #"{"request": {"bodyPatterns": [{"contains": "a", "equalTo": "b"}]}, "response": {"status": 201}}"#,
                "a matcher allows only one operator; 'contains' is already set"
            ),
            (
                #"{"request": {"bodyPatterns": [{"matchesJsonPath": "$["}]}, "response": {"status": 201}}"#,
                "'matchesJsonPath' is not a valid JSONPath, and matches nothing: unexpected end, expected a name in "
                    + "quotes, an index, '*' or '?'"
            ),
            (
                #"{"request": {"headers": {"A": {"before": "soon"}}}, "response": {"status": 201}}"#,
                "'before': 'soon' is not a date"
            ),
            (
                #"{"response": {"status": 201}, "serveEventListeners": [{"name": "webhook"}]}"#,
                "this webhook is not sent: a webhook needs 'method' and 'url'"
            ),
            (
                #"{"request": {"bodyPatterns": [{"contains": "", "caseInsensitive": true}]}, "response": {"status": 201}}"#,
                "'caseInsensitive' is an option of 'equalTo'"
            ),
            (
                #"{"request": {"headers": {"A": {"contains": "a", "name": "A"}}}, "response": {"status": 201}}"#,
                "unknown key 'name' in a matcher"
            ),
            (
                #"{"response": {"status": 201, "body": "a", "bodyFileName": "none"}}"#,
                "'bodyFileName' is ignored when 'body' is set"
            ),
            (#"{"request": {"url": "a"}, "response": {"status": 201}}"#, "'url' must begin with '/'"),
            (#"{"request": {"urlPath": "/a?b"}, "response": {"status": 201}}"#, "'urlPath' cannot contain a query"),
            ("{\n// comment\n\"response\": {\"status\": 201}}", "invalid JSON: expected a key in double quotes"),
            ("{/* a \n */\"response\": {\"status\": 201}}", "invalid JSON: expected a key in double quotes"),
            (#"{'response': {'status': 201, 'body': 'a "b" \'c\''}}"#, "invalid JSON: expected a key in double quotes"),
            (#"{"response": {"status": 201}} trailing"#, "invalid JSON: expected nothing more after the value"),
        ]
    )
    func isRead(_ text: String, warning: String) throws {
        try write(text)
        let read = load()
        let interaction = try #require(read.interactions.first, "\(read.issues)")
        #expect(interaction.responses.responses[0].status == 201)
        #expect(read.issues.allSatisfy { $0.severity == .warning })
        #expect(read.issues.contains { $0.message == warning }, "\(read.issues)")
        #expect(load(strict: true).issues.allSatisfy { $0.severity == .error })
        let parsed = try WireMockReader().mapping(Array(text.utf8))
        #expect(parsed.value.responses.responses[0].status == 201)
        #expect(parsed.warnings.contains { $0.message == warning }, "\(parsed.warnings)")
    }

    @Test(
        "A mapping that cannot be read is left out, and the others are served",
        arguments: [
            (#"{"request": {"metod": "GET"}}"#, "this mapping is not served: unknown key 'metod' in a request"),
            (#"{"id": "x"}"#, "this mapping is not served: 'id' must be a UUID"),
            (
                #"{"request": {"bodyPatterns": [{"is": "x"}]}}"#,
                "this mapping is not served: unknown key 'is' in a matcher"
            ),
            (
                #"{"request": {"bodyPatterns": [{"equalToXml": "<a"}]}}"#,
                "this mapping is not served: 'equalToXml' is not valid XML"
            ),
            (#"{"response": {"status": "many"}}"#, "this mapping is not served: 'status' must be an integer"),
            (#"{"response": {"status": "1e400"}}"#, "this mapping is not served: 'status' must be an integer"),
            (#"{"response": "#, "this file is not served: invalid JSON"),
            ("/* {}", "this file is not served: "), ("{'a", "this file is not served: "),
        ]
    )
    func isLeftOut(_ text: String, warning: String) throws {
        try write(text)
        try write(#"{"name": "good"}"#, "b.json")
        let read = load()
        #expect(read.interactions.map(\.name) == ["good"])
        #expect(read.issues.allSatisfy { $0.severity == .warning })
        #expect(read.issues.contains { $0.message.hasPrefix(warning) }, "\(read.issues)")
        #expect(load(strict: true).issues.contains { $0.severity == .error })
    }

    @Test func oneOfAListIsLeftOut() throws {
        try write(#"{"mappings": [{"name": "a"}, {"priority": "x"}, {"name": "c"}]}"#)
        #expect(load().interactions.map(\.name) == ["c", "a"])
    }

    @Test(
        "Statuses that no class defines, and durations below zero, are read as WireMock reads them",
        arguments: [
            (#"{"response": {"status": 600}}"#, 600, "'status' is 600, which is not a status code"),
            (#"{"response": {"status": 999}}"#, 999, "'status' is 999, which is not a status code"),
            (#"{"response": {"status": 0}}"#, 200, "'status' is 0, which is not a status code"),
            (#"{"response": {"status": -1}}"#, 200, "'status' is -1, which is not a status code"),
            (
                #"{"response": {"fixedDelayMilliseconds": -5}}"#, 200,
                "'fixedDelayMilliseconds' is negative, and is read as 0"
            ),
            (
                #"{"response": {"delayDistribution": {"type": "uniform", "lower": -5, "upper": 1}}}"#, 200,
                "'lower' is negative, and is read as 0"
            ),
            (
                #"{"response": {"delayDistribution": {"type": "lognormal", "median": -0.5, "sigma": 1}}}"#, 200,
                "'median' is negative, and is read as 0"
            ),
        ]
    )
    func numbersOutOfRangeAreRead(_ text: String, status: Int, warning: String) throws {
        let parsed = try WireMockReader().mapping(Array(text.utf8))
        #expect(parsed.value.responses.responses[0].status == status)
        #expect(parsed.warnings.map(\.message) == [warning])
        let scenario = "scenario: t\ninteractions: [\(text)]\n"
        #expect(ScenarioReader.read(Array(scenario.utf8), path: "t.yaml").scenario == nil)
    }

    @Test(arguments: [1, 99, 1000, 65_536])
    func statusesWithoutThreeDigitsAreErrors(_ status: Int) {
        let text = #"{"response": {"status": \#(status)}}"#
        #expect(throws: WireMockRefusal.self) { try WireMockReader().mapping(Array(text.utf8)) }
    }

    @Test func mappingsWithOneIdentifierAreAllServed() throws {
        let id = "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7"
        try write(#"{"id": "\#(id) ", "name": "a"}"#)
        try write(#"{"id": "\#(id)\n", "name": "b"}"#, "b.json")
        let read = load()
        // Which file is first depends on the directory.
        #expect(Set(read.interactions.map(\.name)) == ["a", "b"])
        #expect(read.interactions[0].id == id && read.interactions[1].id != id)
        #expect(read.issues.count == 1 && read.issues[0].message.hasPrefix("the identifier '\(id)' is also used by"))
    }

    @Test func scenarioFilesStayStrict() {
        let text = "scenario: t\ninteractions: [{ response: { status: '200', transformers: [mine] } }]\n"
        let read = ScenarioReader.read(Array(text.utf8), path: "t.yaml")
        #expect(read.issues.map(\.severity) == [.error, .error] && read.scenario == nil)
    }
}
