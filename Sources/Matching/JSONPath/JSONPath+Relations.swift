internal import HAL

extension JSONPath.Relation {
    /// Whether the two values have the relation; nothing has any but that it is not among others.
    func holds(_ left: JSONValue?, _ right: JSONValue?, _ budget: inout EvaluationBudget) -> Bool {
        guard let left, let right else { return self == .isNotAmong }
        return switch self {
        case .isAmong: Self.isItem(left, of: right, &budget)
        case .isNotAmong: !Self.isItem(left, of: right, &budget)
        case .contains: Self.isPart(right, of: left, &budget)
        case .isSubset: left.array?.allSatisfy { Self.isItem($0, of: right, &budget) } ?? false
        case .hasAny: left.array?.contains { Self.isItem($0, of: right, &budget) } ?? false
        case .hasNone: left.array?.allSatisfy { !Self.isItem($0, of: right, &budget) } ?? false
        case .size: Self.size(left).map { right == .number(JSONNumber($0)) } ?? false
        case .empty: Self.size(left).map { right == .bool($0 == 0) } ?? false
        }
    }

    private static func isItem(_ value: JSONValue, of list: JSONValue, _ budget: inout EvaluationBudget) -> Bool {
        (list.array ?? []).contains { JSONComparison.isEqual($0, value, &budget) }
    }

    private static func isPart(_ part: JSONValue, of whole: JSONValue, _ budget: inout EvaluationBudget) -> Bool {
        guard case .string(let text) = whole else { return isItem(part, of: whole, &budget) }
        guard case .string(let part) = part else { return false }
        return TextSearch.contains(text, part, budget: &budget) ?? false
    }

    private static func size(_ value: JSONValue) -> Int? {
        guard case .string(let text) = value else { return value.length }
        return text.utf16.count
    }
}
