import Documents
internal import HAL

/// `contains` and `doesNotContain`: a part of the value, byte by byte.
struct Contains: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "contains",
            .text,
            "The value contains this text.",
            example: "contains: iese",
            synonyms: ["has", "includestext"]
        ),
        .key(
            "doesNotContain",
            .text,
            "The value does not contain this text, or is missing.",
            example: "doesNotContain: petrol"
        ),
    ]

    let part: String
    let isNegated: Bool

    static func read(_ source: OperatorSource) -> Matcher? {
        source.text.map { Matcher(Contains(part: $0, isNegated: source.name == "doesNotContain")) }
    }

    var name: String { isNegated ? "doesNotContain" : "contains" }
    var operand: JSONValue { .string(part) }
    var sentence: String { "something that \(isNegated ? "does not contain" : "contains") '\(part)'" }
    var byteTest: ByteTest? { isNegated ? nil : ByteTest(.contains, part) }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        guard let text = value.text else { return isNegated }
        return TextSearch.contains(text, part, budget: &budget).map { $0 != isNegated }
    }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        guard !isNegated, max(part.utf8.count, value.utf8.count) <= ValueHint.longestText else { return nil }
        return TextSearch.contains(value.lowercased(), part.lowercased()) ? "differs only in case" : nil
    }
}

extension Matcher {
    package static func contains(_ part: String) -> Matcher { Matcher(Contains(part: part, isNegated: false)) }
    package static func doesNotContain(_ part: String) -> Matcher { Matcher(Contains(part: part, isNegated: true)) }
}
