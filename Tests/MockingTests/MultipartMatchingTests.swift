import HAL
import Matching
import Scenarios
import Testing

@testable import Mocking

@Suite struct MultipartMatchingTests {
    private static let request = """
        POST / HTTP/1.1
        Content-Type: multipart/form-data; boundary=b

        --b
        Content-Disposition: form-data; name="note"
        X-Kind: text

        hello
        --b
        Content-Disposition: form-data; name="photo"; filename="a.png"
        Content-Type: image/png
        X-Kind: text

        {"size": 2.50}
        --b--
        """

    private func reading(_ text: String) throws -> RequestPattern {
        try WireMockReader().requestPattern(Array(#"{"multipartPatterns": \#(text)}"#.utf8)).value
    }

    private func matches(_ text: String, _ request: String = Self.request) throws -> Bool {
        let pattern = try reading(text)
        return Engine(Interaction("", .any, .any, answers: "yes") { $0 = pattern }).outcome(request) == "yes"
    }

    @Test(
        arguments: [
            (#"[{"name": "note"}]"#, true), (#"[{"name": "nota"}]"#, false), (#"[{"fileName": "a.png"}]"#, true),
            (#"[{"name": "note", "fileName": "a.png"}]"#, false),
            (#"[{"bodyPatterns": [{"contains": "hell"}]}, {"name": "photo"}]"#, true),
            (#"[{"bodyPatterns": [{"matchesJsonPath": {"expression": "$.size", "equalToNumber": 2.5}}]}]"#, true),
            (#"[{"name": "photo", "bodyPatterns": [{"contains": "hello"}]}]"#, false),
            (#"[{"headers": {"content-type": {"contains": "image/"}}}]"#, true),
            (#"[{"matchingType": "ALL", "headers": {"X-Kind": {"equalTo": "text"}}}]"#, true),
            (#"[{"matchingType": "ALL", "headers": {"Content-Type": {"contains": "image/"}}}]"#, false),
            (#"[{"matchingType": "ANY", "bodyPatterns": [{"binaryEqualTo": "aGVsbG8="}]}]"#, true), ("[{}]", true),
        ]
    )
    func asksParts(pattern: String, expected: Bool) throws {
        #expect(try matches(pattern) == expected)
    }

    @Test("A request without parts matches no multipart pattern", arguments: ["[{}]", #"[{"matchingType": "ALL"}]"#])
    func needsParts(pattern: String) throws {
        #expect(try !matches(pattern, "POST / HTTP/1.1\n\nhello"))
    }

    @Test func isWrittenAsItIsRead() throws {
        let text =
            #"[{"name":"a","fileName":"b","matchingType":"ALL","headers":{"X":{"contains":"c"}},"bodyPatterns":[{"equalTo":"d"}]}]"#
        #expect(try reading(text).wireMockJSON["multipartPatterns"]?.serialized() == text)
    }

    @Test func isDiagnosed() throws {
        let pattern = try reading(#"[{"name": "photo", "bodyPatterns": [{"contains": "jpeg"}]}, {"name": "note"}]"#)
        let engine = Engine(Interaction("", .any, .any) { $0 = pattern })
        let checks = engine.diagnosis(Self.request)?.nearest.first?.checks ?? []
        #expect(checks.map(\.verdict) == [.fails, .holds])
        #expect(checks.first?.field == "part photo")
        #expect(checks.first?.operation == "any part")
        #expect(checks.first?.expected == "body contains jpeg")
        #expect(checks.first?.actual == "note, photo (a.png)")
        #expect(engine.diagnosis("POST / HTTP/1.1\n\nx")?.nearest.first?.checks.first?.actual == nil)
    }
}
