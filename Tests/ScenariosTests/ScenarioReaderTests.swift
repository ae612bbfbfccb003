import HAL
import HTTPTypes
import Testing

@testable import Documents
@testable import Matching
@testable import Scenarios

@Suite struct ScenarioReaderTests {
    static let example = """
        scenario: Server unavailable, then back
        description: The station answers 503 with Retry-After once, then recovers.
        tags: [503, retry-after]
        origin: https://fp.example.com          # links below are served under the live address instead

        interactions:
          - name: the station
            request:
              method: GET
              urlPath: /fuelstations/fs291410
              headers:
                Accept: { contains: application/vnd.fuelstation.example.com-v1.0+json }
            responses:
              - status: 503
                headers: { Retry-After: "120" }
              - status: 200
                headers:
                  Content-Type: application/vnd.fuelstation.example.com-v1.0+json
                  Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT
                jsonBody:
                  fuelstation-name: 7-Eleven
                  price-per-gallon: 2.890          # served as 2.890, digit for digit
                  _links:
                    self: { href: https://fp.example.com/fuelstations/fs291410 }
          - name: its purchase logs
            request: { urlPath: /fuelstations/fs291410/purchase-logs }
            response: {}
            times: 0

        contract:
          - step: the first read is refused
            request:
              url: /fuelstations/fs291410
              accept: application/vnd.fuelstation.example.com-v1.0+json
            expect:
              outcome: serverUnavailable
              retryAfter: { seconds: 120 }
          - step: the second read succeeds
            request:
              url: /fuelstations/fs291410
              accept: application/vnd.fuelstation.example.com-v1.0+json
            expect:
              outcome: success
              relations: [self]
              model: { fuelstation-name: 7-Eleven }
        """

    @Test func readsTheExampleOfTheFormat() throws {
        let result = read(Self.example, "Scenarios/unavailable-then-back.yaml")
        #expect(result.issues.isEmpty)
        let scenario = try #require(result.scenario)
        #expect(scenario.slug == "unavailable-then-back")
        #expect(scenario.title == "Server unavailable, then back")
        #expect(scenario.tags == ["503", "retry-after"])
        #expect(scenario.origin == "https://fp.example.com")
        #expect(scenario.file == "Scenarios/unavailable-then-back.yaml")
        #expect(scenario.hasContract)
        let interaction = scenario.variants.variant(at: 0).interactions[0]
        #expect(interaction.location.description == "Scenarios/unavailable-then-back.yaml:7:5")
        #expect(interaction.request.method == .oneOf([.get]))
        #expect(interaction.request.url == .urlPath("/fuelstations/fs291410"))
        #expect(interaction.responses.responses.map(\.status) == [503, 200])
        #expect(interaction.responses.responses[1].location.line == 16)
        #expect(
            scenario.variants.variant(at: 0).contract.map(\.name) == [
                "the first read is refused", "the second read succeeds",
            ]
        )
    }

    @Test(
        "A wrong file gets one error that says what was expected",
        arguments: [
            ("", "1:1: error: the file is empty; a scenario begins with 'scenario: title'"),
            ("# nothing\n", "1:1: error: the file is empty; a scenario begins with 'scenario: title'"),
            ("[1]", "1:1: error: a scenario file must be an object, not a list; begin it with 'scenario: title'"),
            ("hello", "1:1: error: a scenario file must be an object, not a string; begin it with 'scenario: title'"),
            ("a: 1", "1:1: error: this is not a scenario file: expected an object with the key 'scenario'"),
            ("interactions: []", "1:1: error: a scenario file needs the key 'scenario'"),
            ("scenario: a", "1:1: error: a scenario file needs the key 'interactions'"),
            ("scenario: [a]\ninteractions: []", "1:11: error: 'scenario' must be a string, not a list"),
            ("scenario:\ninteractions: []", "1:10: error: 'scenario' must be a string, not null"),
            ("scenario: a\ninteractions: {}", "2:15: error: 'interactions' must be a list, not an object"),
            ("scenario: a\ninteractions: [1]", "2:16: error: an interaction must be an object, not a number"),
            ("scenario: a\nroot: yes\ninteractions: []", "2:7: error: 'root' must be true or false, not 'yes'"),
            (
                "scenario: a\norigin: /x\ninteractions: []",
                "2:9: error: 'origin' must be an absolute URI without a path; for example 'https://fp.example.com'"
            ),
            (
                "scenario: a\norigin: https://x/y\ninteractions: []",
                "2:9: error: 'origin' must be an absolute URI without a path; for example 'https://fp.example.com'"
            ),
            (
                "scenario: a\ntag: [b]\ninteractions: []",
                "2:1: error: unknown key 'tag' in a scenario file; did you mean 'tags'?"
            ),
        ]
    )
    func topLevel(_ text: String, _ expected: String) {
        #expect(messages(text) == ["a.yaml:" + expected])
        #expect(read(text).scenario == nil)
    }

    @Test(
        "A file's name is its address, in the characters of one",
        arguments: [
            ("Scenarios/Fuel Stations.yaml", "fuel-stations"), ("a_b.json", "a-b"), ("Orders.yaml", "orders"),
        ]
    )
    func slug(_ path: String, _ slug: String) {
        let result = read("{\"scenario\": \"a\", \"interactions\": []}", path)
        #expect(result.scenario?.slug == slug)
        let reason = "an address contains only a-z, 0-9 and '-'"
        #expect(result.issues.map(\.description) == ["note: \(path): served at /~\(slug)/: \(reason)"])
    }

    @Test func aNameWithoutAnyCharacterOfAnAddressIsRefused() {
        let result = read("{\"scenario\": \"a\", \"interactions\": []}", "x/Ä.yaml")
        #expect(
            result.issues.map(\.description) == [
                "error: x/Ä.yaml: no character of 'Ä' is allowed in an address; "
                    + "give the file a name that contains a-z, 0-9 or '-'"
            ]
        )
        #expect(result.scenario == nil)
    }

    @Test(
        "Names of other tools lead to the ones used here",
        arguments: [
            ("title: t", "unknown key 'title' in a scenario file; did you mean 'scenario'?"),
            ("scenario: t\nstubs: []", "unknown key 'stubs' in a scenario file; did you mean 'interactions'?"),
        ]
    )
    func synonyms(_ text: String, _ message: String) {
        let found = messages(text + "\ntags: [a]\n")
        #expect(found.contains { $0.hasSuffix("error: \(message)") }, "\(found)")
    }

    @Test("A key that is not indented belongs below the one before it")
    func notIndented() {
        let found = messages("scenario: t\ninteractions:\n  - response: {}\n    method: GET\n")
        #expect(
            found == [
                "a.yaml:4:5: error: unknown key 'method' in an interaction; it belongs below 'request': indent it"
            ]
        )
    }

    @Test func refusesHugeFiles() {
        let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: (16 << 20) + 1)
        #expect(ScenarioReader.read(bytes, path: "a.yaml").issues.map(\.message) == ["the file is larger than 16 MiB"])
    }

    @Test func readsJSONToo() throws {
        let text =
            #"{"scenario": "a", "interactions": [{"request": {"url": "/a?b"}, "response": {"jsonBody": {"n": 2.890}}}]}"#
        let found = try interactions(text, "a.json")
        #expect(found[0].request.url == .url("/a?b"))
        #expect(found[0].responses.responses[0].body == .json(["n": .number(JSONNumber(uncheckedLiteral: "2.890"))]))
    }

    @Test func readsStatesAndPriorities() throws {
        let found = try interactions(
            """
            scenario: t
            interactions:
              - { priority: 2, requiredScenarioState: Started, newScenarioState: b, response: {}, metadata: { a: [1] } }
              - { scenarioName: m, newScenarioState: c, response: {}, times: { atLeast: 1 } }
              - { responses: [{ times: 2 }, { status: 404 }], afterLast: loop, times: 3 }
            """,
            "x.yaml"
        )
        #expect(found[0].priority == 2)
        #expect(found[0].state == StateCondition(machine: "x", required: "Started", next: "b"))
        #expect(found[0].metadata == ["a": [1]])
        #expect(found[1].state == StateCondition(machine: "m", next: "c"))
        #expect(found[1].expectedCount == CountExpectation(atLeast: 1))
        #expect(found[2].responses.ending == .loop)
        #expect(found[2].responses.responses.map(\.repetitions) == [2, 1])
        #expect(found[2].expectedCount == CountExpectation(atLeast: 3, atMost: 3))
        #expect(found[2].state == nil)
    }

    @Test(
        "Wrong interactions",
        arguments: [
            ("{}", "3:5: error: an interaction needs 'response' or 'responses'"),
            ("{ response: {}, responses: [{}] }", "3:21: error: either 'response' or 'responses', not both"),
            ("{ responses: [] }", "3:18: error: 'responses' is empty"),
            ("{ response: {}, afterLast: loop }", "3:21: error: 'afterLast' needs 'responses'"),
            (
                "{ responses: [{}], afterLast: lop }",
                "3:35: error: 'lop' is not a valid 'afterLast'; did you mean 'loop'?"
            ),
            ("{ response: {}, priority: 0 }", "3:31: error: 'priority' must be between 1 and 2147483647, not 0"),
            ("{ response: {}, times: {} }", "3:28: error: a range needs 'atLeast' or 'atMost'"),
            ("{ response: {}, times: { atLeast: 2, atMost: 1 } }", "3:28: error: 'atMost' is less than 'atLeast'"),
        ]
    )
    func wrongInteractions(_ keys: String, _ expected: String) {
        #expect(messages("scenario: t\ninteractions:\n  - \(keys)\n") == ["a.yaml:" + expected])
    }
}
