import HAL
import Testing

@testable import Matching
@testable import Scenarios

/// WireMock's operators beyond the comparison of texts, as they stand in mappings.
@Suite struct OperatorTests {
    /// 2026-11-03T10:15:30Z.
    private static let now: Int64 = 1_793_700_930_000

    private func matcher(_ text: String) throws -> Matcher {
        try WireMockReader().matcher(Array(text.utf8)).value
    }

    @Test(
        "Numbers compare by value",
        arguments: [
            (#"{"equalToNumber": 1.5}"#, "1.50", true), (#"{"equalToNumber": "1.5"}"#, "15e-1", true),
            (#"{"equalToNumber": 1.5}"#, "1.51", false), (#"{"equalToNumber": 1}"#, "one", false),
            (#"{"greaterThanNumber": 9}"#, "10", true), (#"{"greaterThanNumber": 10}"#, "10.0", false),
            (#"{"greaterThanEqualNumber": 10}"#, "10.0", true), (#"{"lessThanNumber": -1}"#, "-2", true),
            (#"{"lessThanEqualNumber": 1e400}"#, "1E+400", true), (#"{"lessThanNumber": 3}"#, "", false),
        ]
    )
    func numbers(_ matcher: String, _ value: String, _ expected: Bool) throws {
        #expect(try self.matcher(matcher).matches(value) == expected)
    }

    @Test(
        "Dates compare by the instant; a value without an offset is GMT, or on the clock of what is expected without one",
        arguments: [
            (#"{"before": "2026-11-03T10:15:30Z"}"#, "2026-11-03T10:15:29Z", true),
            (#"{"before": "2026-11-03T10:15:30Z"}"#, "2026-11-03T11:15:29+01:00", true),
            (#"{"before": "2026-11-03T10:15:30Z"}"#, "2026-11-03T10:15:30Z", false),
            (#"{"before": "2026-11-03T10:15:30+05:00"}"#, "2026-11-03T10:00:00", false),
            (#"{"after": "2026-11-03"}"#, "Tue, 03 Nov 2026 10:15:30 GMT", true),
            (#"{"equalToDateTime": "2026-11-03T10:15:30Z"}"#, "2026-11-03T12:15:30+02:00", true),
            (#"{"equalToDateTime": "2026-11-03T12:15:30+02:00"}"#, "2026-11-03T10:15:30", true),
            (#"{"equalToDateTime": "2026-11-03T12:15:30"}"#, "2026-11-03T12:15:30+02:00", true),
            (#"{"equalToDateTime": "2026-11-03T10:15:30Z"}"#, "tomorrow", false),
            (#"{"before": "now"}"#, "2026-11-03T10:15:29Z", true),
            (#"{"after": "now"}"#, "2026-11-03T10:15:29Z", false),
            (#"{"after": "now +3 days"}"#, "2026-11-06T10:15:31Z", true),
            (#"{"before": "now -1 hours"}"#, "2026-11-03T09:15:31Z", false),
            (#"{"after": "15 days"}"#, "2026-11-18T10:15:31Z", true),
            (#"{"after": "now", "expectedOffset": -1, "expectedOffsetUnit": "MONTHS"}"#, "2026-10-03T10:15:31Z", true),
            (#"{"equalToDateTime": "now", "truncateExpected": "first day of month"}"#, "2026-11-01T00:00:00Z", true),
            (
                #"{"equalToDateTime": "now +40 days", "truncateExpected": "FIRST_DAY_OF_MONTH"}"#,
                "2026-12-11T00:00:00Z", true
            ),
            (
                #"{"equalToDateTime": "now +40 days", "truncateExpected": "first day of month", "applyTruncationLast": true}"#,
                "2026-12-01T00:00:00Z", true
            ),
            (
                #"{"equalToDateTime": "2026-11-01T00:00:00Z", "truncateActual": "first day of month"}"#,
                "2026-11-17T11:00:00Z", true
            ),
            (#"{"before": "2026-11-03T00:00:00Z", "actualFormat": "dd/MM/yyyy"}"#, "02/11/2026", true),
            (#"{"equalToDateTime": "2026-11-03T10:15:30Z", "actualFormat": "unix"}"#, "1793700930", true),
            (#"{"equalToDateTime": "2026-11-03T10:15:30Z", "actualFormat": "epoch"}"#, "1793700930000", true),
        ]
    )
    func dates(_ matcher: String, _ value: String, _ expected: Bool) throws {
        #expect(try self.matcher(matcher).matches(value, now: Self.now) == expected)
        #expect(try !self.matcher(matcher).matches(nil, now: Self.now))
    }

    @Test(
        "Placeholders of JsonUnit stand for values",
        arguments: [
            (#""${json-unit.ignore}""#, #"{"a": null}"#, true), (#""${json-unit.ignore}""#, "{}", false),
            (#""${json-unit.ignore-element}""#, "{}", true), (#""${json-unit.ignore-element}""#, #"{"b": 1}"#, false),
            (#""${json-unit.any-string}""#, #"{"a": "x"}"#, true), (#""${json-unit.any-string}""#, #"{"a": 1}"#, false),
            (#""${json-unit.any-number}""#, #"{"a": 1.5}"#, true),
            (##""#{json-unit.any-boolean}""##, #"{"a": true}"#, true),
            (#""${json-unit.any-boolean}""#, #"{"a": "true"}"#, false),
            (#""${json-unit.regex}[A-Z]+""#, #"{"a": "ABC"}"#, true),
            (#""${json-unit.regex}[A-Z]+""#, #"{"a": "AbC"}"#, false),
            (#""${json-unit.regex}[0-9]+""#, #"{"a": 12}"#, false),
            (#"["${json-unit.any-number}", 2]"#, #"{"a": [1, 2]}"#, true),
            (#""${json-unit.any-string}""#, #"{"a": "x", "b": 1}"#, false),
        ]
    )
    func placeholders(_ expected: String, _ actual: String, _ result: Bool) throws {
        #expect(try matcher(#"{"equalToJson": {"a": \#(expected)}}"#).matches(actual) == result)
    }

    @Test("The flags of equalToJson are those beside it, not those in what is expected")
    func flagsDoNotLeak() throws {
        let expected = #"{"a": 1, "ignoreExtraElements": true, "ignoreArrayOrder": true}"#
        let strict = try matcher(#"{"equalToJson": \#(expected)}"#)
        #expect(strict.matches(expected))
        #expect(!strict.matches(#"{"a": 1, "b": 2, "ignoreExtraElements": true, "ignoreArrayOrder": true}"#))
    }

    @Test func comparesBytes() throws {
        let matcher = try matcher(#"{"binaryEqualTo": "AP8="}"#)
        #expect(matcher.matches("\u{0}\u{FFFD}", json: nil, bytes: [0, 255]))
        #expect(!matcher.matches("\u{0}\u{FFFD}", json: nil, bytes: [0, 254]))
        #expect(try self.matcher(#"{"not": {"binaryEqualTo": "YQ=="}}"#).matches("b"))
    }

    @Test func matchesPathTemplatesAndAnything() throws {
        #expect(try matcher(#"{"matchesPathTemplate": "/a/{b}"}"#).matches("/a/1"))
        #expect(try !matcher(#"{"matchesPathTemplate": "/a/{b}"}"#).matches("/a/1/2"))
        #expect(try matcher(#"{"anything": "x"}"#).matches(nil))
    }

    @Test("Operators judge what a JSONPath selects")
    func inJSONPath() throws {
        let text =
            #"{"matchesJsonPath": {"expression": "$.at", "before": "now", "truncateExpected": "first hour of day"}}"#
        #expect(try matcher(text).matches(#"{"at": "2026-11-02T23:59:59Z"}"#, now: Self.now))
        #expect(try !matcher(text).matches(#"{"at": "2026-11-03T00:00:01Z"}"#, now: Self.now))
        #expect(
            try matcher(#"{"matchesJsonPath": {"expression": "$.n", "equalToNumber": 1.5}}"#).matches(#"{"n": 1.50}"#)
        )
    }

    @Test(
        "Wrong operators",
        arguments: [
            (#"{"equalToNumber": "x"}"#, "/equalToNumber 'equalToNumber' must be a number"),
            (#"{"before": "now", "expectedOffset": 1}"#, "/expectedOffset 'expectedOffset' needs 'expectedOffsetUnit'"),
            (
                #"{"before": "2026-11-03", "expectedOffset": 1, "expectedOffsetUnit": "days"}"#,
                "/before 'expectedOffset' needs 'before' to be 'now'"
            ),
            (
                #"{"before": "now", "expectedOffset": 1, "expectedOffsetUnit": "eons"}"#,
                "/expectedOffsetUnit 'eons' is not a valid 'expectedOffsetUnit'"
            ),
            (#"{"after": "now", "truncateActual": "x"}"#, "/truncateActual 'x' is not a valid 'truncateActual'"),
            (
                #"{"after": "now", "actualFormat": "QQ"}"#,
                "/actualFormat 'actualFormat' is not a valid date format: 'Q' is not a valid pattern letter"
            ),
            (#"{"binaryEqualTo": "*"}"#, "/binaryEqualTo 'binaryEqualTo' is not valid Base64"),
            (
                #"{"equalToJson": "{\"a\": \"${json-unit.any-date}\"}"}"#,
                "/equalToJson 'equalToJson': the placeholder 'any-date' is not supported"
            ),
            (
                #"{"equalToXml": "<a></b>"}"#,
                "/equalToXml 'equalToXml' is not valid XML: line 1, column 8: Opening and ending tag mismatch: a line 1 and b"
            ),
            (
                #"{"matchesJsonSchema": {"items": {"type": 1}}}"#,
                "/matchesJsonSchema/items/type 'matchesJsonSchema': a number is not a type"
            ),
        ]
    )
    func wrong(_ text: String, _ expected: String) {
        let refusal = #expect(throws: WireMockRefusal.self) { try matcher(text) }
        let found = refusal?.problems.first.map { "\($0.pointer ?? "-") \($0.message)" } ?? ""
        #expect(found.hasPrefix(expected), "\(found)")
    }

    @Test(
        "What is written is read as the same",
        arguments: [
            #"{"equalToNumber":1.50}"#, #"{"binaryEqualTo":"AP8="}"#, #"{"matchesPathTemplate":"/a/{b}"}"#,
            #"{"equalToJson":{"a":"${json-unit.ignore}"},"ignoreArrayOrder":true}"#, #"{"anything":"anything"}"#,
            #"{"before":"now","expectedOffset":3,"expectedOffsetUnit":"days","actualFormat":"epoch"}"#,
            #"{"after":"now +3 days","truncateExpected":"first day of month","applyTruncationLast":true}"#,
        ]
    )
    func roundTrip(_ text: String) throws {
        #expect(try matcher(text).wireMockJSON.serialized() == text)
    }
}
