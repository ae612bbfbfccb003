import Documents
internal import HAL

/// `matches` and `doesNotMatch`: a regular expression for the whole value.
struct Matches: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "matches",
            .text,
            "A regular expression (Java's syntax) matches the whole value.",
            example: "matches: '[A-Z][a-z]+'",
            synonyms: ["regex", "regexp", "pattern"]
        ),
        .key(
            "doesNotMatch",
            .text,
            "A regular expression does not match the whole value, or the value is missing.",
            example: "doesNotMatch: '[0-9]+'"
        ),
    ]

    /// In Unicode scalars; a hint searches only the beginning of longer values.
    private static let longestSearched = 1000

    let expression: RegularExpression
    let isNegated: Bool

    static func read(_ source: OperatorSource) -> Matcher? {
        source.reader.expression(source.node, source.quoted).map {
            Matcher(Matches(expression: $0, isNegated: source.name == "doesNotMatch"))
        }
    }

    var name: String { isNegated ? "doesNotMatch" : "matches" }
    var operand: JSONValue { .string(expression.pattern) }
    var sentence: String { "something that \(isNegated ? "does not match" : "matches") /\(expression.pattern)/" }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        guard let text = value.text else { return isNegated }
        return expression.isMatch(text, budget: &budget).map { $0 != isNegated }
    }

    func cost(on value: String) -> Int { expression.cost(on: value) }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        if let hint = ValueHint.gaveUp(expression, value) { return hint }
        guard !isNegated, hints.budget.takes(PatternSteps.look) else { return nil }
        let excerpt = String(value.unicodeScalars.prefix(Self.longestSearched))
        let isPart = expression.verdict(onPartsOf: excerpt, atMost: PatternSteps.look) == .matches
        return isPart ? "the expression must match the whole value" : nil
    }
}

extension Matcher {
    package static func matches(_ expression: RegularExpression) -> Matcher {
        Matcher(Matches(expression: expression, isNegated: false))
    }

    package static func doesNotMatch(_ expression: RegularExpression) -> Matcher {
        Matcher(Matches(expression: expression, isNegated: true))
    }
}
