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

    var entry: KeyEntry {
        switch self {
        case .equalTo:
            KeyEntry(
                .text,
                "The value equals this text. A plain text in place of the object means the same.",
                example: "equalTo: Diesel"
            )
        case .caseInsensitive:
            KeyEntry(
                .boolean,
                "Whether `equalTo` ignores case.",
                example: "equalTo: diesel, caseInsensitive: true"
            )
        case .contains: KeyEntry(.text, "The value contains this text.", example: "contains: iese")
        case .doesNotContain:
            KeyEntry(
                .text,
                "The value does not contain this text, or is missing.",
                example: "doesNotContain: petrol"
            )
        case .matches:
            KeyEntry(
                .text,
                "A regular expression (Java's syntax) matches the whole value.",
                example: "matches: '[A-Z][a-z]+'"
            )
        case .doesNotMatch:
            KeyEntry(
                .text,
                "A regular expression does not match the whole value, or the value is missing.",
                example: "doesNotMatch: '[0-9]+'"
            )
        case .absent: KeyEntry(.anything, "The value is missing.", example: "absent: true")
        case .anything: KeyEntry(.anything, "Any value, or none.", example: "anything: true")
        case .equalToJson:
            KeyEntry(
                .anything,
                "The value is this JSON; numbers compare by value, and `${json-unit.any-string}` and its relatives stand for values.",
                example: "equalToJson: { price: 2.890 }"
            )
        case .ignoreArrayOrder:
            KeyEntry(
                .boolean,
                "Whether `equalToJson` accepts items in any order.",
                example: "equalToJson: [1, 2], ignoreArrayOrder: true"
            )
        case .ignoreExtraElements:
            KeyEntry(
                .boolean,
                "Whether `equalToJson` accepts more members and items.",
                example: "equalToJson: { price: 2.890 }, ignoreExtraElements: true"
            )
        case .matchesJsonPath:
            KeyEntry(
                .either([.text, .definition(JSONPathKey.keyTable)]),
                "A JSONPath selects something; an object with `expression` and a matcher checks the result.",
                example: "matchesJsonPath: { expression: $.price, equalToNumber: 2.89 }"
            )
        case .binaryEqualTo:
            KeyEntry(
                .text,
                "The bytes of the body, in Base64.",
                example: "binaryEqualTo: iVBORw0KGgo="
            )
        case .matchesPathTemplate:
            KeyEntry(
                .text,
                "The value is a path that fits a template.",
                example: "matchesPathTemplate: '/stations/{id}'"
            )
        case .equalToNumber:
            KeyEntry(
                .number,
                "The value is this number, however it is written.",
                example: "equalToNumber: 2.89"
            )
        case .greaterThanNumber: KeyEntry(.number, "The value is a greater number.", example: "greaterThanNumber: 2")
        case .greaterThanEqualNumber:
            KeyEntry(
                .number,
                "The value is this number or a greater one.",
                example: "greaterThanEqualNumber: 2"
            )
        case .lessThanNumber: KeyEntry(.number, "The value is a smaller number.", example: "lessThanNumber: 3")
        case .lessThanEqualNumber:
            KeyEntry(
                .number,
                "The value is this number or a smaller one.",
                example: "lessThanEqualNumber: 3"
            )
        case .before:
            KeyEntry(
                .text,
                "The value is an earlier time: ISO 8601, `now`, or an offset such as `now +3 days`.",
                example: "before: now +3 days"
            )
        case .after: KeyEntry(.text, "The value is a later time.", example: "after: '2026-01-01T00:00:00Z'")
        case .equalToDateTime:
            KeyEntry(
                .text,
                "The value is this time.",
                example: "equalToDateTime: '2026-01-01T00:00:00Z'"
            )
        case .actualFormat:
            KeyEntry(
                .text,
                "The format of the value: a pattern such as `dd/MM/yyyy`, `unix` or `epoch`; by default ISO 8601 or an HTTP-date.",
                example: "before: now, actualFormat: dd/MM/yyyy"
            )
        case .truncateExpected:
            KeyEntry(
                .choice(TimeTruncation.allCases.map(\.rawValue)),
                "Rounds the expected time.",
                example: "after: now, truncateExpected: first day of month"
            )
        case .truncateActual:
            KeyEntry(
                .choice(TimeTruncation.allCases.map(\.rawValue)),
                "Rounds the time of the value.",
                example: "equalToDateTime: now, truncateActual: first hour of day"
            )
        case .applyTruncationLast:
            KeyEntry(
                .boolean,
                "Whether the expected time is rounded after its offset is added.",
                example: "before: now +3 days, truncateExpected: first day of month, applyTruncationLast: true"
            )
        case .expectedOffset:
            KeyEntry(
                .integer(-Int(Int32.max)...Int(Int32.max)),
                "An offset of the expected time from now.",
                example: "before: now, expectedOffset: 3, expectedOffsetUnit: days"
            )
        case .expectedOffsetUnit:
            KeyEntry(
                .choice(TimeOffset.Unit.allCases.map(\.rawValue)),
                "The unit of `expectedOffset`.",
                example: "after: now, expectedOffset: -1, expectedOffsetUnit: hours"
            )
        case .matchesJsonSchema:
            KeyEntry(
                .either([.object, .boolean, .text]),
                "The value is valid by a JSON Schema, given as an object or as text; a value that is not JSON counts as a string.",
                example: "matchesJsonSchema: { type: object, required: [price] }"
            )
        case .schemaVersion:
            KeyEntry(
                .choice(SchemaVersion.allCases.map(\.rawValue)),
                "The draft of a schema without `$schema`; by default 2020-12.",
                example: "matchesJsonSchema: { type: object }, schemaVersion: V7"
            )
        case .and:
            KeyEntry(
                .list(.definition(Self.keyTable)),
                "All of these matchers match.",
                example: "and: [{ contains: die }, { contains: sel }]"
            )
        case .or:
            KeyEntry(
                .list(.definition(Self.keyTable)),
                "At least one of these matchers matches.",
                example: "or: [{ equalTo: Diesel }, { absent: true }]"
            )
        case .not:
            KeyEntry(
                .definition(Self.keyTable),
                "The matcher does not match.",
                example: "not: { contains: petrol }"
            )
        }
    }
}

/// What a matcher for values that may stand several times has besides `MatcherKey`.
enum MultiValueKey: String, KnownKey {
    case hasExactly, includes

    static let owner = "a matcher"
    static let definition = "multiValueMatcher"
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .hasExactly:
            KeyEntry(
                .list(.definition(MatcherKey.keyTable)),
                "As many values as matchers, and each matcher matches one.",
                example: "hasExactly: [{ equalTo: a }, { equalTo: b }]"
            )
        case .includes:
            KeyEntry(
                .list(.definition(MatcherKey.keyTable)),
                "Each matcher matches a value; there may be more values.",
                example: "includes: [{ equalTo: a }]"
            )
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

    var entry: KeyEntry {
        KeyEntry(
            .text,
            "The JSONPath; the matcher beside it checks the result.",
            example: "expression: $.price, greaterThanNumber: 2"
        )
    }
}
