internal import HAL

/// A compiled schema; its subschemas refer to each other by their positions.
struct SchemaProgram: Sendable {
    var subschemas: [Subschema] = []
    /// Whether a rule depends on which members and items were evaluated.
    var tracksEvaluation = false

    struct Subschema: Sendable {
        /// The path from the root of the schema.
        var path: [String]
        /// In the order of evaluation.
        var rules: [SchemaRule] = []
    }
}

/// One keyword of a subschema, or several that belong together.
struct SchemaRule: Sendable {
    /// The keyword in the pointer of a failure.
    var keyword: String
    var check: Check

    /// Positions of subschemas are those in ``SchemaProgram``.
    enum Check: Sendable {
        /// The subschema is `false`.
        case never
        case type(JSONTypes)
        case enumeration([JSONValue])
        case constant(JSONValue)
        case number(NumberLimit, DecimalValue, literal: String)
        case multipleOf(DecimalValue, literal: String)
        case size(SizeLimit, Int)
        case pattern(RegularExpression)
        case uniqueItems
        case required([String])
        case dependentRequired([(name: String, needed: [String])])
        case dependentSchemas([(name: String, schema: Int)])
        case propertyNames(Int)
        /// `counts`: whether the item that it finds counts as evaluated.
        case contains(Int, minimum: Int, maximum: Int?, counts: Bool)
        case items(SchemaItems)
        case properties(SchemaProperties)
        case all([Int])
        case any([Int])
        case one([Int])
        case not(Int)
        case condition(Int, then: Int?, otherwise: Int?)
        case reference(Int)
        case unevaluatedItems(Int)
        case unevaluatedProperties(Int)
    }

    enum NumberLimit: Sendable {
        case minimum, exclusiveMinimum, maximum, exclusiveMaximum
    }

    enum SizeLimit: Sendable {
        case minLength, maxLength, minItems, maxItems, minProperties, maxProperties
    }
}

/// `prefixItems` and `items`, by the names of the draft.
struct SchemaItems: Sendable {
    var first: [Int] = []
    var firstKeyword = "prefixItems"
    var rest: Int?
    var restKeyword = "items"
}

/// `properties`, `patternProperties` and `additionalProperties`.
struct SchemaProperties: Sendable {
    var named: [ExactText: Int] = [:]
    var patterns: [(expression: RegularExpression, schema: Int)] = []
    var additional: Int?
}

/// Kinds of JSON values.
struct JSONTypes: OptionSet, Sendable {
    let rawValue: UInt8

    static let null = Self(rawValue: 1)
    static let boolean = Self(rawValue: 2)
    static let number = Self(rawValue: 4)
    static let integer = Self(rawValue: 8)
    /// An integer without point and exponent, as in draft 4.
    static let plainInteger = Self(rawValue: 16)
    static let string = Self(rawValue: 32)
    static let array = Self(rawValue: 64)
    static let object = Self(rawValue: 128)

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init?(name: String, _ version: SchemaVersion) {
        switch name {
        case "null": self = .null
        case "boolean": self = .boolean
        case "number": self = .number
        case "integer": self = version == .draft4 ? .plainInteger : .integer
        case "string": self = .string
        case "array": self = .array
        case "object": self = .object
        case _: return nil
        }
    }

    /// `a string or null`.
    var text: String {
        let names: [(Self, String)] = [
            (.string, "a string"), (.number, "a number"), (.integer, "an integer"), (.plainInteger, "an integer"),
            (.boolean, "a boolean"), (.array, "an array"), (.object, "an object"), (.null, "null"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
    }

    /// Whether the value is of one of these kinds.
    func include(_ value: JSONValue, budget: inout EvaluationBudget) -> Bool {
        switch value {
        case .null: contains(.null)
        case .bool: contains(.boolean)
        case .string: contains(.string)
        case .array: contains(.array)
        case .object: contains(.object)
        case .number(let number):
            contains(.number) || contains(.integer) && DecimalValue(number, budget: &budget)?.isInteger == true
                || contains(.plainInteger) && !number.literal.utf8.contains { ".eE".utf8.contains($0) }
        }
    }
}
