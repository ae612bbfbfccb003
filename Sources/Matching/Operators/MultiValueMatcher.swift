import Documents
package import HAL

/// A condition on the values of a header field, a query parameter or a form field.
package enum MultiValueMatcher: Sendable, Hashable {
    /// At least one value matches; `absent` matches if there is none.
    case any(Matcher)
    /// There are as many values as matchers, and each matcher matches one.
    case hasExactly([Matcher])
    /// Each matcher matches a value; there may be more values.
    case includes([Matcher])

    /// Whether the values, none if the field is missing, match; `now` is in milliseconds since 1970, nil: the system's
    /// clock.
    package func matches(_ values: [String], now: Int64? = nil) -> Bool {
        var budget = EvaluationBudget()
        return matches(values, now: now, budget: &budget)
    }

    /// Like `matches(_:now:)`, within a budget: false once it is used up.
    package func matches(_ values: [String], now: Int64?, budget: inout EvaluationBudget) -> Bool {
        switch self {
        case .any(let matcher):
            values.isEmpty ? matcher.matches(nil) : values.contains { matcher.matches($0, now: now, budget: &budget) }
        case .hasExactly(let matchers):
            values.count == matchers.count && Self.includes(matchers, in: values, now, &budget)
        case .includes(let matchers): Self.includes(matchers, in: values, now, &budget)
        }
    }

    private static func includes(
        _ matchers: [Matcher],
        in values: [String],
        _ now: Int64?,
        _ budget: inout EvaluationBudget
    ) -> Bool {
        matchers.allSatisfy { matcher in values.contains { matcher.matches($0, now: now, budget: &budget) } }
    }

    private static var mostPairs: Int { 10_000 }

    /// The maximum number of steps of an ``ExplanationBudget`` that evaluation needs.
    package func cost(on values: [String]) -> Int {
        switch self {
        case .any(let matcher): return values.reduce(1) { $0 + matcher.cost(on: $1) }
        case .hasExactly(let matchers), .includes(let matchers):
            // Adding up the cost of very many pairs would itself cost too much.
            guard matchers.count * values.count <= Self.mostPairs else { return 10 * ExplanationBudget.usual }
            return matchers.reduce(1) { sum, matcher in values.reduce(sum) { $0 + matcher.cost(on: $1) } }
        }
    }

    /// The text that one value must equal byte by byte; nil for any other matcher.
    package var exactText: String? {
        guard case .any(let matcher) = self else { return nil }
        return matcher.exactText
    }

    /// The matcher in a sentence of a contract report.
    package var text: String {
        switch self {
        case .any(let matcher): matcher.text
        case .hasExactly(let matchers): "exactly " + matchers.map(\.text).joined(separator: ", ")
        case .includes(let matchers): "among others " + matchers.map(\.text).joined(separator: ", ")
        }
    }

    /// The matcher as a WireMock mapping has it.
    package var wireMockJSON: JSONValue {
        switch self {
        case .any(let matcher): matcher.wireMockJSON
        case .hasExactly(let matchers): ["hasExactly": .array(matchers.map(\.wireMockJSON))]
        case .includes(let matchers): ["includes": .array(matchers.map(\.wireMockJSON))]
        }
    }
}

extension MultiValueMatcher {
    /// The keys of the two forms besides a single matcher.
    enum Form: String, CaseIterable {
        case hasExactly, includes
    }

    static let keyTable = KeyTable(
        "multiValueMatcher",
        "a matcher",
        KeyTable.Options(otherForms: [.definition(Matcher.keyTable)]),
        keys: [
            KeyEntry(
                "hasExactly",
                .list(.definition(Matcher.keyTable)),
                "As many values as matchers, and each matcher matches one.",
                example: "hasExactly: [{ equalTo: a }, { equalTo: b }]"
            ),
            KeyEntry(
                "includes",
                .list(.definition(Matcher.keyTable)),
                "Each matcher matches a value; there may be more values.",
                example: "includes: [{ equalTo: a }]"
            ),
        ]
    )
}
