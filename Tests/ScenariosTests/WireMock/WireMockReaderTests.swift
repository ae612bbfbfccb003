import HAL
import HTTPTypes
import Testing

@testable import Matching
@testable import Scenarios

@Suite struct WireMockReaderTests {
    private let reader = WireMockReader()

    /// The pointers and messages of a refused document.
    private func refusal(_ text: String) -> [String] {
        do throws(WireMockRefusal) {
            _ = try reader.mapping(Array(text.utf8))
            return []
        } catch {
            return error.problems.map { problem in
                "\(problem.pointer ?? "-") \(problem.message)" + (problem.suggestion.map { "; \($0)" } ?? "")
            }
        }
    }

    @Test func anEmptyMappingAnswersEverything() throws {
        let interaction = try reader.mapping(Array("{}".utf8)).value
        #expect(interaction.request == RequestPattern() && interaction.responses.responses[0].status == 200)
        #expect(interaction.id == nil)
    }

    @Test(
        "What is wrong is named with its pointer",
        arguments: [
            (
                #"{"request": {"urlPaht": "/a"}}"#,
                ["/request/urlPaht unknown key 'urlPaht' in a request; did you mean 'urlPath'?"]
            ),
            (
                #"{"request": {"metod": "GET"}}"#,
                ["/request/metod unknown key 'metod' in a request; did you mean 'method'?"]
            ),
            (
                #"{"request": {"headers": {"A/b": {"equalToXml": ""}}}}"#,
                [
                    "/request/headers/A~1b 'A/b' is not a valid header name",
                    "/request/headers/A~1b/equalToXml 'equalToXml' is not valid XML: it is empty",
                ]
            ),
            (
                #"{"request": {"bodyPatterns": [{"contains": "a"}, {}]}}"#,
                ["/request/bodyPatterns/1 a matcher needs an operator, such as 'equalTo'"]
            ),
            (#"{"request": {"urlPattern": "a("}}"#, ["/request/urlPattern"]),
            (
                #"{"response": {"status": 1000}}"#,
                ["/response/status 'status' must be between 100 and 599, not 1000"]
            ),
            (#"{"id": "7"}"#, ["/id 'id' must be a UUID"]),
            (
                #"{"name": "a", "name": "b"}"#,
                ["/name key 'name' is defined twice in this object; the first one is on line 1"]
            ),
            ("[1]", [" a mapping must be an object, not a list"]),
            ("{", ["- invalid JSON: expected a key in double quotes (line 1, column 2)"]),
            ("", ["-"]),
        ]
    )
    func wrong(_ text: String, _ expected: [String]) {
        let found = refusal(text)
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) { #expect(found.hasPrefix(expected), "\(found)") }
    }

    @Test("Null and empty lists mean nothing where WireMock ignores them")
    func nothing() throws {
        let text = #"""
            {"name": null, "priority": null, "request": {"headers": null, "multipartPatterns": []},
             "response": {"body": null, "transformers": []}, "serveEventListeners": [], "postServeActions": {}}
            """#
        let interaction = try reader.mapping(Array(text.utf8)).value
        #expect(interaction.name == nil && interaction.priority == 5)
    }

    @Test("The identifier is in lower case, whichever of its two names it has", arguments: ["id", "uuid"])
    func identifier(key: String) throws {
        let text = #"{"\#(key)": "8C5DB8B0-2DB4-4AD7-A99F-38C9B00DA3F7"}"#
        #expect(try reader.mapping(Array(text.utf8)).value.id == "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7")
    }

    @Test func readsAnImport() throws {
        let text = #"""
            {"mappings": [{"name": "a"}, {"name": "b"}],
             "importOptions": {"duplicatePolicy": "IGNORE", "deleteAllNotInImport": true}}
            """#
        let read = try reader.importSet(Array(text.utf8)).value
        #expect(read.interactions.map(\.name) == ["a", "b"])
        #expect(read.duplicatePolicy == .ignore && read.deletesAllOthers)
    }

    @Test func refusesAnUnknownPolicy() {
        let text = #"{"mappings": [], "importOptions": {"duplicatePolicy": "OVERWRIT"}}"#
        let refusal = #expect(throws: WireMockRefusal.self) { try reader.importSet(Array(text.utf8)) }
        #expect(refusal?.problems.map(\.pointer) == ["/importOptions/duplicatePolicy"])
        #expect(refusal?.problems.first?.suggestion == "did you mean 'OVERWRITE'?")
    }

    @Test func readsAPatternAndAMatcher() throws {
        let pattern = try reader.requestPattern(Array(#"{"method": "GET", "url": "/a"}"#.utf8)).value
        #expect(pattern.method == .oneOf([.get]) && pattern.url == .url("/a"))
        let matcher = try reader.matcher(Array(#"{"contains": "a"}"#.utf8)).value
        #expect(matcher == .contains("a"))
    }
}
