package import HAL

/// Equality of JSON values: numbers by value, members in any order, with the options of WireMock's `equalToJson`.
package struct JSONComparison {
    /// Whether items of arrays may have another order.
    package var ignoresArrayOrder = false
    /// Whether the actual value may have more members and more items than the expected one.
    package var ignoresExtraElements = false
    /// The placeholders among the strings of the expected value.
    var placeholders: [String: JSONPattern.Placeholder] = [:]

    package init(ignoresArrayOrder: Bool = false, ignoresExtraElements: Bool = false) {
        self.ignoresArrayOrder = ignoresArrayOrder
        self.ignoresExtraElements = ignoresExtraElements
    }

    /// Whether both values are equal.
    package static func isEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        var budget = EvaluationBudget(steps: .max)
        return isEqual(left, right, &budget)
    }

    static func isEqual(_ left: JSONValue, _ right: JSONValue, _ budget: inout EvaluationBudget) -> Bool {
        JSONComparison().matches(expected: left, actual: right, budget: &budget)
    }

    /// Whether the actual value matches the expected one.
    package func matches(expected: JSONValue, actual: JSONValue) -> Bool {
        var budget = EvaluationBudget()
        return matches(expected: expected, actual: actual, budget: &budget)
    }

    /// Whether the actual value matches the expected one; false if the budget is used up.
    package func matches(expected: JSONValue, actual: JSONValue, budget: inout EvaluationBudget) -> Bool {
        compare(expected, actual, &budget) && !budget.isExhausted
    }

    func compare(_ expected: JSONValue, _ actual: JSONValue, _ budget: inout EvaluationBudget) -> Bool {
        guard budget.spend(1) else { return false }
        if let placeholder = placeholder(expected) { return placeholder.matches(actual, budget: &budget) }
        switch (expected, actual) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number(let left), .number(let right)):
            guard left.literal != right.literal else { return true }
            guard let left = DecimalValue(left, budget: &budget), let right = DecimalValue(right, budget: &budget)
            else {
                return false
            }
            return left == right
        case (.string(let left), .string(let right)):
            budget.spend(bytes: left.utf8.count)
            return left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): return compare(left, right, &budget)
        case (.object(let left), .object(let right)): return compare(left, right, &budget)
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): return false
        }
    }

    func placeholder(_ expected: JSONValue) -> JSONPattern.Placeholder? {
        guard !placeholders.isEmpty, case .string(let text) = expected else { return nil }
        return placeholders[text]
    }

    private func compare(_ expected: JSONObject, _ actual: JSONObject, _ budget: inout EvaluationBudget) -> Bool {
        if placeholders.isEmpty, !ignoresExtraElements, expected.members.count != actual.members.count { return false }
        let members = JSONMembers(actual, lookups: expected.members.count, &budget)
        var found = 0
        for member in expected.members {
            guard let value = members[member.name] else {
                guard placeholder(member.value) == .ignoreElement else { return false }
                continue
            }
            guard compare(member.value, value, &budget) else { return false }
            found += 1
        }
        return ignoresExtraElements || found == actual.members.count
    }

    private func compare(_ expected: [JSONValue], _ actual: [JSONValue], _ budget: inout EvaluationBudget) -> Bool {
        guard ignoresExtraElements ? expected.count <= actual.count : expected.count == actual.count else {
            return false
        }
        if ignoresArrayOrder {
            var assignment = JSONAssignment(self, actual)
            return assignment.assigns(expected, &budget)
        }
        for (left, right) in zip(expected, actual) {
            guard compare(left, right, &budget) else { return false }
        }
        return true
    }
}

/// The members of an object by name, the first one of each; makes a table only if that is cheaper than a search.
struct JSONMembers {
    private let object: JSONObject
    private let table: [ExactText: JSONValue]?

    init(_ object: JSONObject, lookups: Int, _ budget: inout EvaluationBudget) {
        self.object = object
        let count = object.members.count
        let isSearched = count <= 8 || lookups <= 2
        budget.spend(isSearched ? count * min(lookups, 8) / 8 : 2 * count)
        let pairs = object.members.lazy.map { (ExactText($0.name), $0.value) }
        table = isSearched ? nil : Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> JSONValue? {
        table.map { $0[ExactText(name)] } ?? object[name]
    }
}
