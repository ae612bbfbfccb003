import Documents
import HAL
import Scenarios
import Testing

@testable import Recordings

/// WireMock's mappings as scenarios.
struct MappingsReaderTests {
    private static func read(_ text: String) -> ImportResult {
        let settings = ImportSettings(ScenarioGenerator(title: "stubs", slug: "stubs"))
        return ImportFormat.read(Array(text.utf8), path: "stubs.json", settings)
    }

    @Test func mappingsReplaceNoScenario() throws {
        var settings = ImportSettings(ScenarioGenerator(title: "stubs", slug: "stubs"))
        let mine = """
            scenario: mine
            interactions:
              - request: { url: /a }
                response: { status: 204 }

            """
        settings.generator.existing = try ExistingScenario(Array(mine.utf8))
        let mapping = #"{"request":{"url":"/a"},"response":{"status":204}}"#
        let result = ImportFormat.read(Array(mapping.utf8), path: "stubs.json", settings)
        #expect(result.scenario == nil)
        #expect(result.issues.map(\.message) == ["mappings cannot be merged into a scenario file"])
    }

    @Test func mappingsBecomeInteractions() throws {
        let result = Self.read(
            """
            {"mappings":[
              {"id":"8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7","name":"old","request":{"method":"GET","urlPath":"/a"},
               "response":{"status":200,"jsonBody":{"n":1.50,"_links":{"self":{"href":"/a"},"b":{"href":"/b"}}}}},
              {"priority":1,"request":{"urlPattern":"/x.*","headers":{"Accept":{"contains":"json"}}},
               "response":{"status":503,"fixedDelayMilliseconds":20,"fault":"EMPTY_RESPONSE"},
               "scenarioName":"s","requiredScenarioState":"Started","newScenarioState":"two"}
            ],"meta":{"total":2}}
            """
        )
        let scenario = try #require(result.scenario)
        #expect(
            scenario.text == """
                scenario: stubs
                recorded:
                  unserved: [/b]
                interactions:
                  - request:
                      urlPattern: /x.*
                      method: ANY
                      headers:
                        Accept: { contains: json }
                    response: { status: 503, fixedDelayMilliseconds: 20, fault: EMPTY_RESPONSE }
                    priority: 1
                    scenarioName: s
                    requiredScenarioState: Started
                    newScenarioState: two
                  - name: old
                    request: { urlPath: /a, method: GET }
                    response:
                      status: 200
                      jsonBody:
                        n: 1.50
                        _links:
                          self: { href: /a }
                          b: { href: /b }

                """
        )
        let read = ScenarioReader.read(Array(scenario.text.utf8), path: "stubs.yaml")
        #expect(read.issues.allSatisfy { $0.severity != .error }, "\(read.issues)")
    }

    @Test func mistakesHavePlaces() {
        let result = Self.read("{\"request\":{\"url\":1},\"response\":{\"status\":\"x\"}}")
        #expect(result.scenario == nil)
        #expect(result.issues.first?.description.hasPrefix("stubs.json:1:") == true, "\(result.issues)")
    }
}
