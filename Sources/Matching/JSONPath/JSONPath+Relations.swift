internal import HAL

extension JSONPath.Relation {
    /// Whether the two values have the relation; nothing has any but that it is not among others.
    func holds(_ left: JSONValue?, _ right: JSONValue?, _ budget: inout EvaluationBudget) -> Bool {
        guard let left, let right else { return self == .isNotAmong }
        return switch self {
        case .isAmong: Self.isItem(left, of: right, &budget)
        case .isNotAmong: !Self.isItem(left, of: right, &budget)
        case .contains: Self.isPart(right, of: left, &budget)
        case .isSubset: Self.items(left)?.allSatisfy { Self.isItem($0, of: right, &budget) } ?? false
        case .hasAny: Self.items(left)?.contains { Self.isItem($0, of: right, &budget) } ?? false
        case .hasNone: Self.items(left)?.allSatisfy { !Self.isItem($0, of: right, &budget) } ?? false
        case .size: Self.size(left).map { right == .number(JSONNumber($0)) } ?? false
        case .empty: Self.size(left).map { right == .bool($0 == 0) } ?? false
        }
    }

    private static func items(_ value: JSONValue) -> [JSONValue]? {
        guard case .array(let items) = value else { return nil }
        return items
    }

    private static func isItem(_ value: JSONValue, of list: JSONValue, _ budget: inout EvaluationBudget) -> Bool {
        (items(list) ?? []).contains { JSONComparison.isEqual($0, value, &budget) }
    }

    private static func isPart(_ part: JSONValue, of whole: JSONValue, _ budget: inout EvaluationBudget) -> Bool {
        guard case .string(let text) = whole else { return isItem(part, of: whole, &budget) }
        guard case .string(let part) = part else { return false }
        return TextSearch.contains(text, part, budget: &budget) ?? false
    }

    private static func size(_ value: JSONValue) -> Int? {
        switch value {
        case .array(let items): items.count
        case .object(let object): object.members.count
        case .string(let text): text.utf16.count
        case .null, .bool, .number: nil
        }
    }
}
