import Matching
import Messages
import Scenarios
import Testing

@testable import Mocking

/// What a mapping leaves open is as WireMock sends it; `Tests/Interop` compares it with WireMock.
@Suite struct MappingResponseTests {
    private func mapping(_ text: String) throws -> Interaction {
        try WireMockReader().mapping(Array(text.utf8)).value
    }

    private func wire(_ response: String, _ others: String = "") throws -> RenderedResponse {
        let interaction = try mapping("{\(others)\"response\": \(response)}")
        let context = ResponseContext(interactionName: interaction.name)
        return ResponseBlueprint(interaction.responses.responses[0], context).rendered(for: nil)
    }

    @Test(
        arguments: [
            (200, "OK"), (203, "Non Authoritative Information"), (226, "226"), (299, "299"), (418, "I'm a Teapot"),
            (422, "Unprocessable Entity"), (500, "Server Error"), (600, "600"), (999, "999"),
        ]
    )
    func reasonPhrasesAreJettys(status: Int, reason: String) throws {
        #expect(try wire(#"{"status": \#(status)}"#).text.hasPrefix("HTTP/1.1 \(status) \(reason)\n"))
        #expect(try wire(#"{"status": \#(status), "statusMessage": "Own"}"#).text.hasPrefix("HTTP/1.1 \(status) Own\n"))
    }

    @Test func jsonHasNoMediaType() throws {
        #expect(try !wire(#"{"jsonBody": {"_links": {}}}"#).text.contains("Content-Type"))
    }

    @Test(
        arguments: [
            ("15.00", "15"), ("9.90", "9.9"), ("-0.0", "0"), ("-0", "0"), ("1e5", "100000"), ("1.5E+2", "150"),
            ("1e-7", "0.0000001"), ("100.0", "100"), ("-12.50", "-12.5"), ("0.10", "0.1"), ("7", "7"),
            ("12345678901234567890.1250", "12345678901234567890.125"),
            // Java reads these as infinity and as zero.
            ("1e400", "1e400"), ("1e-99999999", "1e-99999999"), ("1e99999999999999999999", "1e99999999999999999999"),
        ]
    )
    func numbersAreJacksons(number: String, sent: String) throws {
        #expect(try wire(#"{"jsonBody": [\#(number)]}"#).bodyText == "[\(sent)]")
    }

    @Test func charactersOfTwoUTF16UnitsAreEscaped() throws {
        #expect(try wire(#"{"jsonBody": {"a": "ü😀"}}"#).bodyText == #"{"a":"ü\uD83D\uDE00"}"#)
    }

    @Test func fieldsAreInISO8859() throws {
        let response = try wire(#"{"headers": {"X-A": "grün\u00a0€"}}"#, #""name": "é€", "#)
        #expect(response.message.contains(Array("X-A: gr".utf8) + [0xFC] + Array("n".utf8) + [0xA0, 0x20, 0x0D]))
        #expect(response.message.contains(Array("Matched-Stub-Name: ".utf8) + [0xE9, 0x20, 0x0D]))
    }

    @Test(
        arguments: [
            (#"{"equalTo": "application/json"}"#, "APPLICATION/json", true),
            (#"{"equalTo": "application/json"}"#, "application/json; charset=utf-8", false),
            (#"{"equalTo": "text/xml;charset=UTF-8"}"#, "TEXT/xml;Charset=utf-8", true),
            (#"{"equalTo": "text/xml; charset=utf-8"}"#, "text/xml; charset=utf-8", true),
            (#"{"equalTo": "text/xml;charset=us-ascii"}"#, "Text/xml;charset=us-ascii", true),
            (#"{"equalTo": "text/xml;charset=us-ascii"}"#, "text/xml;charset=US-ASCII", false),
            (#"{"equalTo": "application/xml"}"#, "Application/xml", false),
            (#"{"contains": "text/html"}"#, "Text/HTML; level=1", true),
            (#"{"matches": "application/json.*"}"#, "application/JSON;a=b", true),
            (#"{"doesNotMatch": "application/json.*"}"#, "application/JSON;a=b", false),
            (#"{"absent": true}"#, "Text/plain", false),
        ]
    )
    func knownMediaTypesCompareWithoutCase(matcher: String, value: String, expected: Bool) throws {
        let request = #"{"headers": {"Content-Type": \#(matcher)}}"#
        let interaction = try mapping(#"{"request": \#(request), "response": {"body": "yes"}}"#)
        let sent = "POST / HTTP/1.1\nContent-Type: \(value)\n\n"
        #expect((Engine(interaction).outcome(sent) == "yes") == expected)
    }
}
