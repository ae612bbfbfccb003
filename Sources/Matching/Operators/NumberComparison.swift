import Documents
internal import HAL

/// `equalToNumber` and its relatives: numbers compared by value and without loss, however they are written.
struct NumberComparison: Operator {
    enum Comparison: String {
        case equalToNumber, greaterThanNumber, greaterThanEqualNumber, lessThanNumber, lessThanEqualNumber
    }

    static let keys: [OperatorKey] = [
        .key(
            "equalToNumber",
            .number,
            "The value is this number, however it is written.",
            example: "equalToNumber: 2.89"
        ),
        .key("greaterThanNumber", .number, "The value is a greater number.", example: "greaterThanNumber: 2"),
        .key(
            "greaterThanEqualNumber",
            .number,
            "The value is this number or a greater one.",
            example: "greaterThanEqualNumber: 2"
        ),
        .key("lessThanNumber", .number, "The value is a smaller number.", example: "lessThanNumber: 3"),
        .key(
            "lessThanEqualNumber",
            .number,
            "The value is this number or a smaller one.",
            example: "lessThanEqualNumber: 3"
        ),
    ]

    /// In bytes; longer values are not compared as numbers.
    private static let longestNumber = 1024

    let comparison: Comparison
    let number: JSONNumber

    static func read(_ source: OperatorSource) -> Matcher? {
        let log = source.reader.log
        guard let comparison = Comparison(rawValue: source.name), let scalar = source.reader.filled(source.node) else {
            log.error("\(source.quoted) must be a number, not \(source.node.kind)", at: source.node)
            return nil
        }
        guard let number = JSONNumber(scalar.text) else {
            log.error("\(source.quoted) must be a number", at: source.node)
            return nil
        }
        return Matcher(NumberComparison(comparison: comparison, number: number))
    }

    var name: String { comparison.rawValue }
    var operand: JSONValue { .number(number) }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        guard let text = value.text, text.utf8.count <= Self.longestNumber, let actual = JSONNumber(text) else {
            return false
        }
        let (left, right) = (DecimalValue(actual), DecimalValue(number))
        return switch comparison {
        case .equalToNumber: left == right
        case .greaterThanNumber: left > right
        case .greaterThanEqualNumber: left >= right
        case .lessThanNumber: left < right
        case .lessThanEqualNumber: left <= right
        }
    }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        JSONNumber(value) == nil ? "the value is not a number" : nil
    }
}
