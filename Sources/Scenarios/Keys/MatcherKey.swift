/// The operators for one value, and their options; WireMock's.
enum MatcherKey: String, KnownKey {
    case equalTo, caseInsensitive, contains, doesNotContain, matches, doesNotMatch, absent
    case equalToJson, ignoreArrayOrder, ignoreExtraElements, matchesJsonPath, and, or, not

    static let owner = "a matcher"
    static let definition = "matcher"
    static let unsupported: Set<String> = [
        "binaryEqualTo", "matchesJsonSchema", "schemaVersion", "equalToXml", "enablePlaceholders",
        "placeholderOpeningDelimiterRegex", "placeholderClosingDelimiterRegex", "exemptedComparisons",
        "ignoreOrderOfSameNode", "namespaceAwareness", "matchesXPath", "xPathNamespaces", "anything", "before",
        "after", "equalToDateTime", "actualFormat", "truncateExpected", "truncateActual", "applyTruncationLast",
        "expectedOffset", "expectedOffsetUnit", "equalToNumber", "greaterThanNumber", "greaterThanEqualNumber",
        "lessThanNumber", "lessThanEqualNumber", "matchesPathTemplate",
    ]
    static let table = makeTable()
    /// The operator that an option belongs to.
    static let options: [Self: Self] = [
        .caseInsensitive: .equalTo, .ignoreArrayOrder: .equalToJson, .ignoreExtraElements: .equalToJson,
    ]

    var shape: Shape {
        switch self {
        case .equalTo, .contains, .doesNotContain, .matches, .doesNotMatch: .text
        case .caseInsensitive, .ignoreArrayOrder, .ignoreExtraElements: .boolean
        case .absent, .equalToJson: .anything
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
        case .equalToJson: "JSON, or a text that holds it; numbers compare by value."
        case .ignoreArrayOrder: "Whether equalToJson takes items in any order."
        case .ignoreExtraElements: "Whether equalToJson allows more members and items."
        case .matchesJsonPath: "A JSONPath that selects something, or { expression: …, operator: … }."
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
