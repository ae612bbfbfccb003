import Documents
internal import HAL

/// An operator whose operand is not valid, in a mapping that WireMock accepts: it matches nothing.
struct MatchesNothing: Operator {
    /// Those of the operator that it stands for.
    static let keys: [OperatorKey] = []

    let name: String
    let operand: JSONValue

    static func read(_ source: OperatorSource) -> Matcher? { nil }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? { false }

    func hint(for value: String, _ hints: ValueHint) -> String? { "the pattern is not valid" }
}

extension NodeReader {
    /// A matcher that matches nothing, for an operand that WireMock accepts; nil, after an error, elsewhere.
    func matcherOfNothing(
        _ name: String,
        _ node: Node,
        _ message: String,
        suggestion: String? = nil
    ) -> Matcher? {
        guard overlook(message, at: node, suggestion: suggestion) else { return nil }
        return Matcher(MatchesNothing(name: name, operand: json(node) ?? .null))
    }
}
