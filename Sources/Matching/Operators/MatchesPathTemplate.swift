import Documents
internal import HAL

/// `matchesPathTemplate`: a path with `{name}` segments.
struct MatchesPathTemplate: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "matchesPathTemplate",
            .text,
            "The value is a path that fits a template.",
            example: "matchesPathTemplate: '/stations/{id}'"
        )
    ]

    let template: PathTemplate

    static func read(_ source: OperatorSource) -> Matcher? {
        source.reader.pathTemplate(source.node, source.quoted).map { Matcher(MatchesPathTemplate(template: $0)) }
    }

    var name: String { "matchesPathTemplate" }
    var operand: JSONValue { .string(template.text) }
    var sentence: String { "a path like \(template.text)" }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        guard let text = value.text else { return false }
        guard budget.spend(bytes: 8 * text.utf8.count) else { return nil }
        return template.match(text) != nil
    }
}
