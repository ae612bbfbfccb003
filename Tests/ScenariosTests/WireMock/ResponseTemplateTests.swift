import HAL
import Testing

@testable import Matching
@testable import Scenarios

/// Which responses of mappings are templates, and what is said of wrong ones.
@Suite struct ResponseTemplateTests {
    @Test(
        arguments: [
            (#""body": "{{now}}""#, false, false), (#""body": "{{now}}""#, true, true),
            (#""body": "{{now}}", "transformers": ["response-template"]"#, false, true),
            (#""body": "now", "transformers": ["response-template"]"#, false, false),
            (#""headers": {"A": "{{now}}"}, "transformers": ["response-template"]"#, false, true),
            (#""base64Body": "/3t7", "transformers": ["response-template"]"#, false, false),
        ]
    )
    func areThoseThatSaySoOrAll(_ response: String, _ all: Bool, _ expected: Bool) throws {
        let reader = WireMockReader(templatesAll: all)
        let interaction = try reader.mapping(Array(#"{"response": {\#(response)}}"#.utf8)).value
        #expect((interaction.responses.responses[0].template != nil) == expected)
    }

    @Test(
        "Wrong templates are warnings, and their responses are 500",
        arguments: [
            (#""body": "a {{foo 1}}""#, "/response/body", "invalid template: unknown helper 'foo'"),
            (
                #""jsonBody": {"a": "{{#if x}}"}"#, "/response/jsonBody",
                "invalid template at line 1, column 7: '{{#if}}' is not closed"
            ),
            (#""headers": {"A": ["b", "{{"]}"#, "/response/headers/A/1", "invalid template: '{{' is not closed"),
            (#""bodyFileName": "{{request.pth}}""#, "/response/bodyFileName", "invalid template: "),
        ]
    )
    func wrong(_ response: String, _ pointer: String, _ expected: String) throws {
        let text = #"{"response": {\#(response), "transformers": ["response-template"]}}"#
        let reading = try WireMockReader().mapping(Array(text.utf8))
        let response = reading.value.responses.responses[0]
        #expect(response.template == nil && response.failure?.hasPrefix(expected) == true, "\(response.failure ?? "")")
        let warnings = reading.warnings.map { "\($0.pointer ?? "-") \($0.message)" }
        let warning = "\(pointer) this response is sent as 500: " + expected
        #expect(warnings.contains { $0.hasPrefix(warning) }, "\(warnings)")
    }

    @Test func withoutTheTransformerNothingIsRendered() throws {
        let text = #"{"response": {"body": "{{request.path}}", "transformers": ["other"]}}"#
        let reading = try WireMockReader().mapping(Array(text.utf8))
        #expect(reading.value.responses.responses[0].template == nil)
        #expect(reading.warnings.map(\.message) == ["the transformer 'other' is not supported"])
    }

    @Test func pointsIntoTheFile() {
        #expect(
            messages(response: "{ transformers: [response-template], body: 'a {{nwo x=1}}' }") == [
                "a.yaml:4:63: error: invalid template: unknown helper 'nwo'; did you mean 'now'?"
            ]
        )
    }

    @Test("Several kinds of URL in a mapping are one, and a warning")
    func severalURLs() throws {
        let reading = try WireMockReader().mapping(Array(#"{"request": {"urlPath": "/b", "url": "/a"}}"#.utf8))
        #expect(reading.value.request.url == .url("/a"))
        #expect(reading.warnings.map(\.pointer) == ["/request/urlPath"])
    }
}
