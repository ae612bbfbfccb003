/// The operators for one value, and their options; WireMock's.
enum MatcherKey: String, KnownKey {
    case equalTo, caseInsensitive, contains, doesNotContain, matches, doesNotMatch, absent, anything
    case equalToJson, ignoreArrayOrder, ignoreExtraElements, matchesJsonPath, binaryEqualTo, matchesPathTemplate
    case equalToNumber, greaterThanNumber, greaterThanEqualNumber, lessThanNumber, lessThanEqualNumber
    case before, after, equalToDateTime, actualFormat, truncateExpected, truncateActual, applyTruncationLast
    case expectedOffset, expectedOffsetUnit, matchesJsonSchema, schemaVersion, and, or, not

    static let owner = "a matcher"
    static let definition = "matcher"
    static let unsupported: Set<String> = [
        "equalToXml", "enablePlaceholders", "placeholderOpeningDelimiterRegex",
        "placeholderClosingDelimiterRegex", "exemptedComparisons", "ignoreOrderOfSameNode", "namespaceAwareness",
        "matchesXPath", "xPathNamespaces",
    ]
    static let synonyms = [
        "regex": "matches", "regexp": "matches", "pattern": "matches", "is": "equalTo", "eq": "equalTo",
        "jsonpath": "matchesJsonPath", "json": "equalToJson", "schema": "matchesJsonSchema", "missing": "absent",
        "has": "contains", "includestext": "contains",
    ]
    static let table = makeTable()
    /// The operators that an option belongs to.
    static let options: [Self: [Self]] = [
        .caseInsensitive: [.equalTo], .ignoreArrayOrder: [.equalToJson], .ignoreExtraElements: [.equalToJson],
        .actualFormat: dates, .truncateExpected: dates, .truncateActual: dates, .applyTruncationLast: dates,
        .schemaVersion: [.matchesJsonSchema], .expectedOffset: dates, .expectedOffsetUnit: dates,
    ]
    static let dates: [Self] = [.before, .after, .equalToDateTime]

    var shape: Shape {
        switch self {
        case .equalTo, .contains, .doesNotContain, .matches, .doesNotMatch, .binaryEqualTo, .matchesPathTemplate,
            .before, .after, .equalToDateTime, .actualFormat:
            .text
        case .caseInsensitive, .ignoreArrayOrder, .ignoreExtraElements, .applyTruncationLast: .boolean
        case .absent, .anything, .equalToJson: .anything
        case .matchesJsonSchema: .either([.object, .boolean, .text])
        case .schemaVersion: .choice(SchemaVersion.allCases.map(\.rawValue))
        case .equalToNumber, .greaterThanNumber, .greaterThanEqualNumber, .lessThanNumber, .lessThanEqualNumber:
            .number
        case .truncateExpected, .truncateActual: .choice(TimeTruncation.allCases.map(\.rawValue))
        case .expectedOffset: .integer(-Int(Int32.max)...Int(Int32.max))
        case .expectedOffsetUnit: .choice(TimeOffset.Unit.allCases.map(\.rawValue))
        case .matchesJsonPath: .either([.text, .definition(JSONPathKey.definition)])
        case .and, .or: .list(.definition(Self.definition))
        case .not: .definition(Self.definition)
        }
    }

    var summary: String {
        switch self {
        case .equalTo: "The value, exactly."
        case .caseInsensitive: "Whether equalTo takes upper and lower case for the same."
        case .contains: "A part of the value."
        case .doesNotContain: "What is no part of the value."
        case .matches: "A regular expression for the whole value."
        case .doesNotMatch: "A regular expression that the whole value does not match."
        case .absent: "The value is missing."
        case .anything: "Whatever the value is, and whether there is one."
        case .equalToJson: "JSON, or a text that holds it; numbers compare by value, ${json-unit.…} stand for values."
        case .ignoreArrayOrder: "Whether equalToJson takes items in any order."
        case .ignoreExtraElements: "Whether equalToJson allows more members and items."
        case .matchesJsonPath: "A JSONPath that selects something, or { expression: …, operator: … }."
        case .binaryEqualTo: "The body's bytes, in Base64."
        case .matchesPathTemplate: "A path with {name} segments."
        case .equalToNumber: "A number that has this value, however it is written."
        case .greaterThanNumber: "A number above this."
        case .greaterThanEqualNumber: "A number that is this or above it."
        case .lessThanNumber: "A number below this."
        case .lessThanEqualNumber: "A number that is this or below it."
        case .before: "A date and time before this: ISO 8601, now, or now +3 days."
        case .after: "A date and time after this."
        case .equalToDateTime: "This date and time."
        case .actualFormat: "The form of the value, such as dd/MM/yyyy, unix or epoch."
        case .truncateExpected: "How the expected time is cut."
        case .truncateActual: "How the value's time is cut."
        case .applyTruncationLast: "Whether the expected time is cut after it is shifted."
        case .expectedOffset: "How far from now."
        case .expectedOffsetUnit: "In which unit."
        case .matchesJsonSchema: "A JSON Schema, or a text that holds it; what is no JSON is taken for a string."
        case .schemaVersion: "The version of a schema that has no $schema; 2020-12 when nothing is said."
        case .and: "All of these."
        case .or: "At least one of these."
        case .not: "Not this."
        }
    }
}

/// What a matcher for values that may stand several times has besides `MatcherKey`.
enum MultiValueKey: String, KnownKey {
    case hasExactly, includes

    static let owner = "a matcher"
    static let definition = "multiValueMatcher"
    static let table = makeTable()

    var shape: Shape { .list(.definition(MatcherKey.definition)) }

    var summary: String {
        switch self {
        case .hasExactly: "As many values as matchers, and one for each."
        case .includes: "One value for each of these matchers; more are allowed."
        }
    }
}

/// What the object form of `matchesJsonPath` has besides `MatcherKey`.
enum JSONPathKey: String, KnownKey {
    case expression

    static let owner = "matchesJsonPath"
    static let definition = "jsonPathMatcher"
    static let required: [Self] = [.expression]
    static let table = makeTable()

    var shape: Shape { .text }

    var summary: String { "The JSONPath whose result the operator beside it judges." }
}
