import Documents
import HAL
import Testing

@testable import Recordings

/// Values that are made of schemas.
struct SchemaSampleTests {
    private static func sample(
        _ schema: String,
        isModern: Bool = true,
        _ direction: SchemaSample.Direction = .response
    ) throws -> JSONValue? {
        let bytes = Array(
            "s: \(schema)\nschemas: { A: { type: object, properties: { a: { $ref: '#/schemas/A' }, n: { type: integer } } } }"
                .utf8
        )
        let root = try #require(YAMLComposer.compose(bytes).root)
        let log = IssueLog(SourceFile(path: "api.yaml", bytes: bytes))
        var sample = SchemaSample(APIDescription(root, isModern: isModern, log: log), direction)
        return try sample.value(of: #require(root["s"]))
    }

    @Test(arguments: [
        ("{ type: string }", "\"string\""), ("{ type: string, minLength: 8 }", "\"stringst\""),
        ("{ type: string, maxLength: 3 }", "\"str\""),
        ("{ type: string, format: date-time }", "\"2026-01-01T00:00:00Z\""),
        ("{ type: string, pattern: '^[A-Z]{2}-\\d+$' }", "\"AA-0\""), ("{ type: integer }", "1"),
        ("{ type: integer, minimum: 10, multipleOf: 4 }", "12"), ("{ type: integer, exclusiveMinimum: 10 }", "11"),
        ("{ type: integer, minimum: 10, exclusiveMinimum: true }", "11"), ("{ type: number, maximum: 0.5 }", "0"),
        ("{ type: number, minimum: 2.5 }", "2.5"), ("{ type: number, maximum: -3 }", "-3"),
        ("{ type: integer, minimum: 1e400 }", "1"), ("{ type: [\"null\", boolean] }", "true"),
        ("{ type: 'null' }", "null"),
        ("{ const: 2.890 }", "2.890"), ("{ enum: [b, a] }", "\"b\""),
        ("{ type: string, default: d, enum: [b] }", "\"d\""),
        ("{ type: array, items: { type: integer }, minItems: 2, uniqueItems: true }", "[1,2]"),
        ("{ type: array, items: { type: integer }, maxItems: 0 }", "[]"), ("{ items: { example: 5 } }", "[5]"),
        ("{ prefixItems: [{ const: 1 }, { const: x }] }", "[1,\"x\"]"), ("{}", "{}"), ("true", "{}"),
        ("{ $ref: '#/schemas/A' }", "{\"n\":1}"), ("{ $ref: '#/schemas/A', example: 3 }", "3"),
        (
            "{ allOf: [{ $ref: '#/schemas/A' }, { properties: { b: { const: 2 } } }, { description: c }] }",
            "{\"n\":1,\"b\":2}"
        ),
        ("{ oneOf: [{ type: 'null' }, { type: string }] }", "\"string\""),
        (
            "{ oneOf: [{ $ref: '#/schemas/A' }], discriminator: { propertyName: t, mapping: { dog: '#/schemas/A' } } }",
            "{\"n\":1,\"t\":\"dog\"}"
        ),
        ("{ type: object, minProperties: 2, additionalProperties: { type: integer } }", "{\"key1\":1,\"key2\":1}"),
        ("{ properties: { r: { const: 1, readOnly: true }, w: { const: 2, writeOnly: true } } }", "{\"r\":1}"),
    ])
    func theValueIsTheSimplest(_ schema: String, value: String) throws {
        #expect(try Self.sample(schema)?.serialized() == value)
    }

    @Test func version30IgnoresEverythingBesideAReference() throws {
        #expect(try Self.sample("{ $ref: '#/schemas/A', example: 3 }", isModern: false)?.serialized() == "{\"n\":1}")
    }

    @Test func requestsHaveOtherMembers() throws {
        let schema = "{ properties: { r: { const: 1, readOnly: true }, w: { const: 2, writeOnly: true } } }"
        #expect(try Self.sample(schema, .request)?.serialized() == "{\"w\":2}")
    }

    @Test func aValueOfManySchemasIsLimited() throws {
        let levels = (0..<30).map {
            "L\($0): { type: object, properties: { a: { $ref: '#/L\($0 + 1)' }, b: { $ref: '#/L\($0 + 1)' } } }"
        }
        let bytes = Array((levels + ["L30: { type: string }"]).joined(separator: "\n").utf8)
        let root = try #require(YAMLComposer.compose(bytes).root)
        let description = APIDescription(root, isModern: true, log: IssueLog(SourceFile(path: "a", bytes: bytes)))
        var sample = SchemaSample(description, .response)
        let schema = try #require(root["L0"])
        let made = sample.value(of: schema)
        let value = try #require(made)
        #expect(value.serialized().utf8.count < 50_000)
    }

    @Test(arguments: [
        ("^[a-z]+$", 0, "a"), ("^[a-z]*$", 3, "aaa"), ("^(foo|bar)\\.\\w{2,}$", 0, "foo.aa"), ("^[^a]$", 0, "0"),
        ("^\\+?[1-9][0-9]{7,14}$", 0, "10000000"), ("abc", 0, "abc"), ("^$", 0, ""), ("x", 4, "xaaa"),
        ("^(?:[0-9a-f]{4}-){2}z$", 0, "0000-0000-z"), ("^[\\w.-]+@[\\w-]+$", 0, "a@a"),
    ])
    func aPatternHasASample(_ pattern: String, least: Int, text: String) {
        #expect(PatternSample.text(for: pattern, atLeast: least, atMost: 100) == text)
    }

    @Test(arguments: ["(", "[", "a{", "(?=a)b", "\\p{L}", "^a{3}$", "*", "(a{500}){500}", "[z-a]"])
    func otherPatternsHaveNone(_ pattern: String) {
        #expect(PatternSample.text(for: pattern, atLeast: 5, atMost: 100) == nil)
    }
}
