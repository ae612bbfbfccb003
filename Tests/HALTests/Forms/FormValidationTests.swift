import HAL
import Testing

/// Values are checked against the rules of a template before they are submitted.
struct FormValidationTests {
    private typealias Rule = FormTemplate.Violation.Rule

    /// The rules that a value of a property breaks; nil for no value.
    private static func rules(_ members: String, _ value: JSONValue?) throws -> [FormTemplate.Violation.Rule] {
        let template = try FormTemplateTests.template(#""properties": [{"name": "x", \#(members)}]"#)
        let values = JSONObject([value.map { JSONObject.Member("x", $0) }].compactMap(\.self))
        return template.violations(of: values).map(\.rule)
    }

    @Test(
        arguments: [
            (#""required": true"#, nil, .required), (#""required": true"#, "", .required),
            (#""required": true"#, JSONValue.null, .required), (#""required": true"#, [], .required),
            (#""required": true"#, 0, nil), (#""required": true"#, false, nil),
            (#""required": true, "value": "v""#, nil, nil),
            (#""readOnly": true, "value": "v""#, "w", .readOnly), (#""readOnly": true, "value": "v""#, "v", nil),
            (#""readOnly": true"#, "w", .readOnly), (#""readOnly": true, "value": 1"#, "1", nil),
            (#""regex": "[a-z]+""#, "abc", nil), (#""regex": "[a-z]+""#, "abc1", .regex),
            (#""regex": "b""#, "abc", .regex),
            (#""regex": "[a-z]+""#, "", nil), (#""regex": "\\d+""#, 12, nil),
            (#""min": 1"#, 0, .min), (#""min": 1"#, 1, nil), (#""max": 9.5"#, 9.6, .max),
            (#""max": 9.5"#, "9.6", .max),
            (#""max": 5, "type": "date""#, "2026-11-23", nil),
            (#""step": 0.1"#, 0.3, nil), (#""step": 0.1"#, 0.35, .step), (#""step": 2, "min": 1"#, 3, nil),
            (#""step": 2, "min": 1"#, 4, .step), (#""step": 1"#, 1_000_000_007, nil),
            (#""minLength": 2"#, "a", .minLength), (#""minLength": 2"#, "ab", nil),
            (#""maxLength": 2"#, "abc", .maxLength),
            (#""maxLength": 2"#, "\u{1F600}", nil), (#""maxLength": 1"#, "\u{1F600}", .maxLength),
        ] as [(String, JSONValue?, FormTemplate.Violation.Rule?)]
    )
    func rulesAreChecked(members: String, value: JSONValue?, broken: FormTemplate.Violation.Rule?) throws {
        #expect(try Self.rules(members, value) == [broken].compactMap(\.self))
    }

    @Test(
        arguments: [
            ("email", "a@b.example", true), ("email", "a@", false), ("email", "a b@c", false), ("email", 5, false),
            ("url", "https://a.example/x", true), ("url", "urn:x", true), ("url", "/x", false), ("url", "a b:c", false),
            ("number", 1.5, true), ("number", "-1.5e3", true), ("number", "1,5", false), ("number", "1e999", false),
            ("number", true, false), ("range", "5", true), ("range", "", true),
            ("date", "2028-02-29", true), ("date", "2027-02-29", false), ("date", "2026-13-01", false),
            ("date", "23.11.2026", false), ("month", "2026-11", true), ("month", "2026-00", false),
            ("week", "2026-W53", true), ("week", "2026-W54", false), ("time", "06:30", true),
            ("time", "23:59:59.250", true), ("time", "24:00", false), ("datetime-local", "2026-11-23T06:30", true),
            ("datetime-local", "2026-11-31T06:30", false), ("datetime-local", "2026-11-23T06:30Z", false),
            ("color", "#ff8000", true), ("color", "red", false), ("tel", "+49 (0) 30 / 1", true), ("text", 5, true),
            ("hidden", ["a": 1], true), ("search", "x", true), ("password", "x", true), ("textarea", "a\nb", true),
        ] as [(String, JSONValue, Bool)]
    )
    func typesHaveFormats(type: String, value: JSONValue, isValid: Bool) throws {
        #expect(try Self.rules(#""type": "\#(type)""#, value) == (isValid ? [] : [.type]))
    }

    @Test(
        arguments: [
            (#""inline": ["a", "b"]"#, "a", nil), (#""inline": ["a", "b"]"#, "c", .options),
            (#""inline": [1, 2]"#, "1", nil), (#""inline": [{"value": "a", "prompt": "A"}]"#, "A", .options),
            (#""inline": ["a", "b"]"#, ["a", "b"], nil), (#""inline": ["a", "b"]"#, ["a", "c"], .options),
            (#""inline": ["a", "b"], "minItems": 1"#, [], .minItems),
            (#""inline": ["a"], "maxItems": 1"#, ["a", "a"], .maxItems),
            (#""inline": ["a"], "minItems": 2"#, nil, nil), (#""inline": []"#, "a", .options),
            (#""link": {"href": "/"}"#, "a", nil),
        ] as [(String, JSONValue?, FormTemplate.Violation.Rule?)]
    )
    func optionsAreChecked(options: String, value: JSONValue?, broken: FormTemplate.Violation.Rule?) throws {
        #expect(try Self.rules(#""options": {\#(options)}"#, value) == [broken].compactMap(\.self))
    }

    @Test func linkedOptionsAreCheckedWithTheirChoices() throws {
        let template = try FormTemplateTests.template(
            #""properties": [{"name": "x", "options": {"link": {"href": "/c"}}}]"#
        )
        let choices = ["x": [FormTemplate.Choice("a")]]
        #expect(template.violations(of: ["x": "a"], choices: choices).isEmpty)
        #expect(template.violations(of: ["x": "b"], choices: choices).map(\.rule) == [.options])
    }

    @Test func anUnknownPropertyIsAViolation() throws {
        let template = try FormTemplateTests.template(#""properties": [{"name": "x"}]"#)
        let violations = template.violations(of: ["y": 1, "x": 2])
        #expect(violations.map(\.description) == ["y: the template has no such property"])
        #expect(template.submission(of: ["y": 1, "x": 2]) == ["x": 2, "y": 1])
    }

    @Test func missingValuesAreThoseOfTheTemplate() throws {
        let template = try FormTemplateTests.template(
            #"""
            "properties": [
                {"name": "a", "value": "1"}, {"name": "b"}, {"name": "c", "value": "/x{?d}", "templated": true},
                {"name": "d", "value": "2"}, {"name": "e", "options": {"inline": ["p", "q"], "selectedValues": ["p"]}},
                {"name": "f", "options": {"inline": ["p"], "selectedValues": ["p"], "maxItems": 1}},
                {"name": "g", "value": "{", "templated": true}
            ]
            """#
        )
        let submitted = template.submission(of: ["d": "3"])
        #expect(submitted == ["a": "1", "c": "/x?d=3", "d": "3", "e": ["p"], "f": "p"])
        #expect(template.submission(of: ["a": .null])["a"] == .null)
    }

    @Test func templatedValuesAreBoundedTogether() throws {
        let properties = (0..<3000).map { number in
            #"{"name": "p\#(number)", "value": "\#(String(repeating: "{a}", count: 100))", "templated": true}"#
        }
        let template = try FormTemplateTests.template("\"properties\": [\(properties.joined(separator: ","))]")
        let submitted = template.submission(of: ["a": .string(String(repeating: "x", count: 100))])
        #expect(submitted["p0"]?.string?.utf8.count == 10_000)
        #expect(submitted.members.count == 105)
    }
}
