internal import HAL

/// Selects nodes within a budget: a hostile document cannot keep the caller busy.
struct JSONPathEvaluator {
    private let root: JSONValue
    private(set) var budget: EvaluationBudget

    init(root: JSONValue, budget: EvaluationBudget) {
        self.root = root
        self.budget = budget
    }

    /// The selected nodes, or nil if the budget is used up.
    mutating func nodes(of steps: [JSONPath.Step], from start: JSONValue) -> [JSONValue]? {
        var nodes = [start]
        for step in steps {
            var selected: [JSONValue] = []
            for node in nodes { apply(step, to: node, into: &selected) }
            nodes = selected
        }
        return budget.isExhausted ? nil : nodes
    }

    private mutating func apply(_ step: JSONPath.Step, to node: JSONValue, into selected: inout [JSONValue]) {
        guard !budget.isExhausted else { return }
        for selector in step.selectors {
            guard step.isDescendant, case .filter(let filter) = selector else {
                apply(selector, to: node, into: &selected)
                continue
            }
            // Objects test themselves when they are visited.
            for test in node.tested where test.object == nil || node.object != nil {
                if holds(filter, for: test) { selected.append(test) }
            }
        }
        guard step.isDescendant else { return }
        for child in node.children { apply(step, to: child, into: &selected) }
    }

    private mutating func apply(_ selector: JSONPath.Selector, to node: JSONValue, into selected: inout [JSONValue]) {
        budget.spend(2)
        switch (selector, node) {
        case (.name(let name), .object(let object)):
            budget.spend(object.members.count / 4)
            if let value = object[name] { selected.append(value) }
        case (.index(let index), .array(let items)):
            let place = index < 0 ? items.count + index : index
            if items.indices.contains(place) { selected.append(items[place]) }
        case (.slice(let start, let end, let step), .array(let items)):
            let indices = Self.indices(of: items.count, start: start, end: end, step: step)
            budget.spend(items.count)
            selected.append(contentsOf: indices.map { items[$0] })
        case (.wildcard, _):
            let children = node.children
            budget.spend(2 * children.count)
            selected.append(contentsOf: children)
        case (.filter(let filter), _):
            for test in node.tested where holds(filter, for: test) { selected.append(test) }
        case (.length, _): if let length = node.length { selected.append(.number(JSONNumber(length))) }
        case (.name, _), (.index, _), (.slice, _): break
        }
    }

    /// A slice (RFC 9535 §2.3.4.2); the bounds are clamped first, so nothing overflows.
    private static func indices(of count: Int, start: Int?, end: Int?, step: Int) -> [Int] {
        func normal(_ index: Int) -> Int { index < 0 ? max(count + max(index, -count - 1), -1) : min(index, count) }
        if step > 0 {
            let lower = max(normal(start ?? 0), 0)
            let upper = max(normal(end ?? count), 0)
            return Array(stride(from: lower, to: upper, by: min(step, count + 1)))
        }
        guard step < 0 else { return [] }
        let upper = min(normal(start ?? count - 1), count - 1)
        let lower = end.map(normal) ?? -1
        return Array(stride(from: upper, to: lower, by: max(step, -count - 1)))
    }

    private mutating func holds(_ filter: JSONPath.Filter, for node: JSONValue) -> Bool {
        // With the lists of nodes that its operands make.
        guard budget.spend(4) else { return false }
        switch filter {
        case .or(let filters):
            for part in filters where holds(part, for: node) { return true }
            return false
        case .and(let filters):
            for part in filters where !holds(part, for: node) { return false }
            return true
        case .not(let filter): return !holds(filter, for: node)
        case .exists(let query): return !(nodes(of: query, for: node) ?? []).isEmpty
        case .comparison(let left, let comparison, let right):
            return comparison.holds(value(of: left, for: node), value(of: right, for: node), &budget)
        case .matches(let operand, let expression):
            return matches(value(of: operand, for: node), expression)
        case .relation(let left, let relation, let right):
            return relation.holds(value(of: left, for: node), value(of: right, for: node), &budget)
        }
    }

    /// Whether a value matches, as Jayway reads it: numbers and booleans are their text, and anything else, also nothing,
    /// is an empty text.
    private mutating func matches(_ value: JSONValue?, _ expression: RegularExpression) -> Bool {
        let text =
            switch value {
            case .string(let string)?: string
            case .number(let number)?: number.literal
            case .bool(let bool)?: String(bool)
            case .array?, .object?, .null?, nil: ""
            }
        return expression.isMatch(text, budget: &budget) ?? false
    }

    private mutating func nodes(of query: JSONPath.Query, for node: JSONValue) -> [JSONValue]? {
        nodes(of: query.steps, from: query.isRelative ? node : root)
    }

    private mutating func value(of operand: JSONPath.Operand, for node: JSONValue) -> JSONValue? {
        switch operand {
        case .literal(let value): value
        case .query(let query): nodes(of: query, for: node)?.first
        }
    }
}

extension JSONPath.Comparison {
    /// A comparison (RFC 9535 §2.3.5.2.2): nothing equals nothing; only numbers and strings have an order.
    fileprivate func holds(_ left: JSONValue?, _ right: JSONValue?, _ budget: inout EvaluationBudget) -> Bool {
        switch self {
        case .equal: Self.isEqual(left, right, &budget)
        case .notEqual: !Self.isEqual(left, right, &budget)
        case .less: Self.isLess(left, right, &budget)
        case .greater: Self.isLess(right, left, &budget)
        case .lessOrEqual: Self.isLess(left, right, &budget) || Self.isEqual(left, right, &budget)
        case .greaterOrEqual: Self.isLess(right, left, &budget) || Self.isEqual(left, right, &budget)
        }
    }

    private static func isEqual(
        _ left: JSONValue?,
        _ right: JSONValue?,
        _ budget: inout EvaluationBudget
    ) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        switch (left, right) {
        case (.number(let number), .string(let text)):
            guard case .number(let other)? = JSONText.parse(text) else { return false }
            return JSONComparison.isEqual(.number(number), .number(other), &budget)
        case (.string(let text), .number(let number)): return text == number.literal
        case _: break
        }
        return JSONComparison.isEqual(left, right, &budget)
    }

    private static func isLess(_ left: JSONValue?, _ right: JSONValue?, _ budget: inout EvaluationBudget) -> Bool {
        if case .number(let left)? = left, case .number(let right)? = right {
            guard let left = DecimalValue(left, budget: &budget), let right = DecimalValue(right, budget: &budget)
            else {
                return false
            }
            return left < right
        }
        guard case .string(let left)? = left, case .string(let right)? = right else { return false }
        guard budget.spend(bytes: 4 * min(left.utf8.count, right.utf8.count)) else { return false }
        return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    }
}

extension JSONValue {
    /// The nodes that a filter tests: the items of an array, or an object itself.
    fileprivate var tested: [JSONValue] {
        switch self {
        case .array(let items): items
        case .object: [self]
        case .null, .bool, .number, .string: []
        }
    }

    /// The number of items of an array or of members of an object.
    var length: Int? {
        switch self {
        case .array(let items): items.count
        case .object(let object): object.members.count
        case .null, .bool, .number, .string: nil
        }
    }

    /// The items of an array or the values of an object.
    fileprivate var children: [JSONValue] {
        switch self {
        case .array(let items): items
        case .object(let object): object.members.map(\.value)
        case .null, .bool, .number, .string: []
        }
    }
}
