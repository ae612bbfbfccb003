import HAL
import Testing

@testable import Matching

@Suite struct JSONSchemaTests {
    private func schema(_ text: String, _ version: SchemaVersion? = nil) throws -> JSONSchema {
        try JSONSchema(try JSONValue(parsing: text), version: version)
    }

    /// Whether the schema takes each of the values, in order.
    private func verdicts(_ text: String, _ values: [String], _ version: SchemaVersion? = nil) throws -> [Bool] {
        let schema = try schema(text, version)
        return try values.map { schema.matches(try JSONValue(parsing: $0)) }
    }

    @Test(
        "Each keyword takes the first value and not the second",
        arguments: [
            SchemaCase(#"{"type": "integer"}"#, "2.0", "2.5"), SchemaCase(#"{"type": ["null", "array"]}"#, "[]", "{}"),
            SchemaCase(#"{"type": "boolean"}"#, "true", "1"), SchemaCase(#"{"type": "number"}"#, "1e400", #""1""#),
            SchemaCase(#"{"enum": [1, {"a": [2]}]}"#, #"{"a": [2.0]}"#, #"{"a": [2, 2]}"#),
            SchemaCase(#"{"const": null}"#, "null", "0"),
            SchemaCase(#"{"minimum": 2.89}"#, "2.890", "2.889999999999999999999999"),
            SchemaCase(#"{"maximum": -1}"#, "-1", "0"),
            SchemaCase(#"{"exclusiveMinimum": 0}"#, "1e-400", "0"),
            SchemaCase(#"{"exclusiveMaximum": 1}"#, "0.9", "1.0"),
            SchemaCase(#"{"multipleOf": 0.0001}"#, "0.0075", "0.00751"),
            SchemaCase(#"{"multipleOf": 7}"#, "7e300", "8e300"),
            SchemaCase(#"{"maxLength": 2}"#, #""😀é""#, #""abc""#),
            SchemaCase(#"{"minLength": 1}"#, #""a""#, #""""#), SchemaCase(#"{"pattern": "b+$"}"#, #""ab""#, #""ba""#),
            SchemaCase(#"{"pattern": "^\\d$"}"#, #""7""#, #""৪""#), SchemaCase(#"{"maxItems": 1}"#, "[1]", "[1, 2]"),
            SchemaCase(#"{"minItems": 1}"#, "[1]", "[]"),
            SchemaCase(#"{"uniqueItems": true}"#, #"[1, "1", true]"#, "[1, 2, 1.0]"),
            SchemaCase(#"{"uniqueItems": true}"#, #"[{"a": 1}, {"a": 2}]"#, #"[{"a": 1, "b": 2}, {"b": 2, "a": 1}]"#),
            SchemaCase(#"{"items": {"type": "string"}}"#, #"["a"]"#, #"["a", 1]"#),
            SchemaCase(#"{"prefixItems": [{"type": "string"}], "items": false}"#, #"["a"]"#, #"["a", 1]"#),
            SchemaCase(#"{"contains": {"const": 1}}"#, "[2, 1]", "[2]"),
            SchemaCase(#"{"contains": {"const": 1}, "minContains": 2, "maxContains": 2}"#, "[1, 1]", "[1, 1, 1]"),
            SchemaCase(#"{"contains": false, "minContains": 0}"#, "[1]"),
            SchemaCase(#"{"required": ["a"]}"#, #"{"a": null}"#, "{}"),
            SchemaCase(#"{"maxProperties": 0}"#, "{}", #"{"a": 1}"#),
            SchemaCase(#"{"minProperties": 1}"#, #"{"a": 1}"#, "{}"),
            SchemaCase(#"{"properties": {"a": false}}"#, #"{"b": 1}"#, #"{"a": 1}"#),
            SchemaCase(
                #"{"patternProperties": {"^x-": {"type": "string"}}}"#,
                #"{"x-a": "b", "a": 1}"#,
                #"{"x-a": 1}"#
            ),
            SchemaCase(
                #"{"properties": {"a": {}}, "patternProperties": {"^x": {}}, "additionalProperties": false}"#,
                #"{"a": 1, "x1": 1}"#,
                #"{"b": 1}"#
            ),
            SchemaCase(#"{"propertyNames": {"maxLength": 1}}"#, #"{"a": 1}"#, #"{"ab": 1}"#),
            SchemaCase(#"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1, "b": 2}"#, #"{"a": 1}"#),
            SchemaCase(#"{"dependentSchemas": {"a": {"required": ["b"]}}}"#, #"{"c": 1}"#, #"{"a": 1}"#),
            SchemaCase(#"{"allOf": [{"minimum": 1}, {"maximum": 2}]}"#, "1.5", "3"),
            SchemaCase(#"{"anyOf": [{"minimum": 5}, {"maximum": 2}]}"#, "6", "3"),
            SchemaCase(#"{"oneOf": [{"minimum": 1}, {"maximum": 2}]}"#, "3", "1.5"),
            SchemaCase(#"{"not": {"type": "null"}}"#, "1", "null"),
            SchemaCase(#"{"if": {"minimum": 5}, "then": {"multipleOf": 5}, "else": {"const": 1}}"#, "10", "7"),
            SchemaCase(#"{"if": {"minimum": 5}, "then": {"multipleOf": 5}, "else": {"const": 1}}"#, "1", "2"),
            SchemaCase(##"{"$ref": "#/$defs/a%20b", "$defs": {"a b": {"type": "null"}}}"##, "null", "1"),
            SchemaCase(##"{"$ref": "#x", "$defs": {"a": {"$anchor": "x", "type": "null"}}}"##, "null", "1"),
            SchemaCase(
                #"{"$id": "https://e.example/a/b", "$ref": "c", "$defs": {"n": {"$id": "/a/c", "type": "null"}}}"#,
                "null",
                "1"
            ),
            SchemaCase(
                ##"{"properties": {"next": {"$ref": "#"}}, "required": ["v"]}"##,
                #"{"v": 1, "next": {"v": 2}}"#,
                #"{"v": 1, "next": {}}"#
            ),
            SchemaCase(
                #"{"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": false}"#,
                #"{"a": 1}"#,
                #"{"a": 1, "b": 2}"#
            ),
            SchemaCase(
                #"{"prefixItems": [{}], "contains": {"const": 1}, "unevaluatedItems": false}"#,
                "[2, 1]",
                "[2, 1, 3]"
            ),
            SchemaCase(#"{"type": "string", "nullable": true}"#, "null", "1"), SchemaCase("true", "1"),
        ]
    )
    func keywords(_ schema: SchemaCase) throws {
        #expect(try verdicts(schema.text, [schema.fits]) == [true])
        if let other = schema.fails { #expect(try verdicts(schema.text, [other]) == [false]) }
    }

    @Test(
        "What differs between the versions",
        arguments: [
            (SchemaVersion.draft4, #"{"type": "integer"}"#, ["1", "1.0"], [true, false]),
            (.draft4, #"{"minimum": 1, "exclusiveMinimum": true}"#, ["1", "1.1"], [false, true]),
            (
                .draft4,
                ##"{"id": "http://e.example/", "properties": {"a": {"$ref": "#/definitions/b"}}, "definitions": {"b": {"enum": [1]}}}"##,
                [#"{"a": 1}"#, #"{"a": 2}"#], [true, false]
            ),
            (
                .draft4, #"{"items": [{"type": "null"}], "additionalItems": false}"#, ["[null]", "[null, 1]"],
                [true, false]
            ),
            (.draft6, #"{"const": 1}"#, ["1", "2"], [true, false]),
            (.draft6, #"{"if": true, "then": false}"#, ["1"], [true]),
            (.draft7, #"{"if": true, "then": false}"#, ["1"], [false]),
            (.draft7, ##"{"$ref": "#/definitions/a", "type": "null", "definitions": {"a": {}}}"##, ["1"], [true]),
            (
                .draft7, #"{"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}"#,
                [#"{"a": 1}"#, #"{"c": 1}"#, "{}"], [false, false, true]
            ),
            (.draft201909, ##"{"$ref": "#/$defs/a", "type": "null", "$defs": {"a": {}}}"##, ["1"], [false]),
            (
                .draft201909, #"{"items": [{"type": "null"}], "unevaluatedItems": false}"#, ["[null]", "[null, 1]"],
                [true, false]
            ),
            (
                .draft202012, #"{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "null"}]}"#,
                ["[1]"], [false]
            ),
        ] as [(SchemaVersion, String, [String], [Bool])]
    )
    func versions(_ version: SchemaVersion, _ text: String, _ values: [String], _ expected: [Bool]) throws {
        #expect(try verdicts(text, values, version) == expected)
    }

    @Test(
        "What is wrong is refused at its place",
        arguments: [
            (#"{"type": "strng"}"#, "/type: 'strng' is not a type"),
            (
                #"{"properties": {"a": {"minimum": "1"}}}"#,
                "/properties/a/minimum: 'minimum' must be a number, not a string"
            ),
            (#"{"required": "a"}"#, "/required: 'required' must be a list, not a string"),
            (#"{"required": [1]}"#, "/required/0: a name must be a string, not a number"),
            (#"{"pattern": "("}"#, "/pattern: 'pattern' is not a valid regular expression: the group is not closed"),
            (
                #"{"patternProperties": {"[": {}}}"#,
                "/patternProperties/[: 'patternProperties' is not a valid regular expression: the character class is not closed"
            ),
            (#"{"maxLength": -1}"#, "/maxLength: 'maxLength' must be a non-negative integer"),
            (#"{"multipleOf": 0}"#, "/multipleOf: 'multipleOf' must be greater than 0 and have at most 18 digits"),
            (#"{"anyOf": []}"#, "/anyOf: 'anyOf' must not be empty"),
            ("[]", ": a schema must be an object or a boolean, not an array"),
            (#"{"$defs": {"a": 1}}"#, "/$defs/a: a schema must be an object or a boolean, not a number"),
            (#"{"items": [{}]}"#, "/items: 'items' must be a schema, not a list"),
            (#"{"$ref": "https://e.example/s"}"#, "/$ref: 'https://e.example/s' does not exist in this schema"),
            (##"{"$ref": "#/nowhere"}"##, "/$ref: '#/nowhere' does not exist in this schema"),
            (##"{"$dynamicRef": "#a"}"##, "/$dynamicRef: '$dynamicRef' is not supported"),
            (#"{"$schema": "urn:mine"}"#, "/$schema: is not a supported version"),
            (##"{"$ref": "#"}"##, ": refers to itself for the same value"),
            (
                ##"{"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"not": {"$ref": "#/$defs/a"}}}}"##,
                "refers to itself for the same value"
            ),
        ]
    )
    func refusals(_ text: String, _ expected: String) {
        let invalid = #expect(throws: InvalidSchema.self) { try schema(text) }
        let problem = invalid?.problems.first.map { "\($0.pointer): \($0.message)" } ?? ""
        #expect(problem.hasSuffix(expected), "\(problem)")
    }

    @Test(
        "What says nothing although it may be meant to is warned about",
        arguments: [
            (
                #"{"requierd": ["a"]}"#, SchemaVersion.draft202012,
                "/requierd: 'requierd' is not a keyword and has no effect"
            ),
            (
                #"{"additionalItems": false}"#, .draft202012,
                "/additionalItems: 'additionalItems' has no effect in a schema of V202012"
            ),
            (#"{"const": 1}"#, .draft4, "/const: 'const' has no effect in a schema of V4"),
            (#"{"format": "date"}"#, .draft7, "/format: 'format' is not validated"),
        ] as [(String, SchemaVersion, String)]
    )
    func warnings(_ text: String, _ version: SchemaVersion, _ expected: String) throws {
        #expect(try schema(text, version).warnings.map { "\($0.pointer): \($0.message)" } == [expected])
    }

    @Test func annotationsSayNothing() throws {
        let schema = try schema(#"{"format": "email", "title": "t", "x-note": 1, "contentEncoding": "base64"}"#)
        #expect(schema.warnings.isEmpty && schema.matches("no address"))
    }

    @Test(
        "A failure names the place in the value and the keyword",
        arguments: [
            (#"{"price": 3}"#, "/price: must be at least 5 (schema /properties/price/minimum)"),
            ("{}", "the value: 'price' is missing (schema /required)"),
            (#"{"price": 5, "tags": ["a", "a/b"]}"#, "/tags/1: does not match ^[a-z]$ (schema /$defs/tag/pattern)"),
            (#"{"price": 5, "x/y": 1}"#, "/x~1y: no value is allowed here (schema /additionalProperties)"),
        ]
    )
    func failures(_ value: String, _ expected: String) throws {
        let schema = try schema(
            """
            {"required": ["price"], "properties": {"price": {"minimum": 5}, "tags": {"items": {"$ref": "#/$defs/tag"}}},
             "additionalProperties": false, "$defs": {"tag": {"pattern": "^[a-z]$"}}}
            """
        )
        #expect(schema.failure(in: try JSONValue(parsing: value))?.text == expected)
    }

    @Test(
        "A text is what it is, or else a string",
        arguments: [
            (#"{"type": "string"}"#, "abc", true), (#"{"type": "string"}"#, "12", true),
            (#"{"type": "integer"}"#, "12", true), (#"{"type": "object"}"#, "{", false),
            (#"{"type": "string"}"#, "[]", false),
        ]
    )
    func texts(_ text: String, _ value: String, _ expected: Bool) throws {
        let matcher = Matcher.matchesJSONSchema(try schema(text))
        #expect(matcher.matches(value) == expected)
        #expect(!matcher.matches(nil))
    }

    @Test("What would take for ever does not match, whatever turns it round")
    func limits() throws {
        let levels = (0..<40).map {
            ##""\##($0)": {"anyOf": [{"$ref": "#/$defs/\##($0 + 1)"}, {"$ref": "#/$defs/\##($0 + 1)"}]}"##
        }
        let doubling = try schema(
            ##"{"not": {"$ref": "#/$defs/0"}, "$defs": {\##(levels.joined(separator: ",")), "40": false}}"##
        )
        var evaluation = SchemaEvaluation(doubling.program, budget: EvaluationBudget(steps: 10_000))
        #expect(evaluation.run(1)?.reason == "takes too long to evaluate")
        let recursive = try schema(##"{"not": {"allOf": [{"items": {"$ref": "#"}}]}}"##)
        let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        let failure = recursive.failure(in: try JSONValue(parsing: deep))
        #expect(failure?.reason == "is nested deeper than 500 subschemas, which are not evaluated")
    }

    @Test func readsTheOperatorAndWritesIt() throws {
        for text in [
            #"{"matchesJsonSchema":{"type":"object"},"schemaVersion":"V7"}"#,
            #"{"matchesJsonSchema":{"minimum":1.50}}"#,
            #"{"matchesJsonSchema":true}"#,
        ] {
            let matcher = try matcher(text)
            #expect(matcher.wireMockJSON.serialized() == text)
        }
        let quoted = try matcher(#"{"matchesJsonSchema": "{\"type\": \"object\"}"}"#)
        #expect(quoted.matches("{}") && !quoted.matches("[]"))
    }

    @Test("What alternatives have looked at is united, however much it is")
    func unitesWhatWasLookedAt() throws {
        let all = String(repeating: #"{"items": true},"#, count: 20) + "true"
        let first = #"{"prefixItems": [true, true, true]}, {"contains": {"const": 7}}"#
        let schema = #"{"anyOf": [ALTERNATIVES], "unevaluatedItems": false}"#
        let long = "[" + String(repeating: "1,", count: 100_000) + "1]"
        #expect(try verdicts(schema.replacing("ALTERNATIVES", with: all), [long, "[]"]) == [true, true])
        #expect(
            try verdicts(schema.replacing("ALTERNATIVES", with: first), ["[1,2,3]", "[1,2,3,7]", "[1,2,3,4]", long])
                == [true, true, false, false]
        )
    }
}

/// A schema with a value that fits and one that does not.
struct SchemaCase: Sendable {
    var text: String
    var fits: String
    var fails: String?

    init(_ text: String, _ fits: String, _ fails: String? = nil) {
        self.text = text
        self.fits = fits
        self.fails = fails
    }
}
