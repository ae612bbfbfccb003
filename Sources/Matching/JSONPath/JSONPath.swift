package import HAL

/// A valid JSONPath expression: RFC 9535 without its functions.
///
/// As in WireMock (Jayway's JSONPath), `$.` at the start may be omitted, a dot may precede a bracket, names after a dot may
/// have hyphens, a filter after an object tests that object and not its members, filters have `=~` and the words of
/// ``Relation``, a number equals the string that contains it, and a path may end with `.length()` or `.size()`.
package struct JSONPath: Sendable, Hashable {
    package let text: String
    let steps: [Step]

    /// Parses the expression.
    ///
    /// - Throws: ``InvalidPattern`` with the place of the first error.
    package init(_ text: String) throws(InvalidPattern) {
        var parser = JSONPathParser(text)
        self.text = text
        self.steps = try parser.parse()
    }

    /// Whether at most one node can be selected.
    package var isDefinite: Bool {
        Self.isDefinite(steps)
    }

    static func isDefinite(_ steps: [Step]) -> Bool {
        steps.allSatisfy { step in
            guard !step.isDescendant, step.selectors.count == 1, let selector = step.selectors.first else {
                return false
            }
            switch selector {
            case .name, .index, .length: return true
            case .wildcard, .slice, .filter: return false
            }
        }
    }

    /// The nodes that the expression selects, in order; nil if that takes too many steps.
    package func select(from root: JSONValue) -> [JSONValue]? {
        var budget = EvaluationBudget()
        return select(from: root, budget: &budget)
    }

    /// The nodes that the expression selects, in order; nil if the budget is used up.
    package func select(from root: JSONValue, budget: inout EvaluationBudget) -> [JSONValue]? {
        var evaluator = JSONPathEvaluator(root: root, budget: budget)
        defer { budget = evaluator.budget }
        return evaluator.nodes(of: steps, from: root)
    }
}

extension JSONPath {
    /// One segment of RFC 9535: selectors that are applied to each node, or to each node and all its descendants.
    struct Step: Sendable, Hashable {
        var isDescendant: Bool
        var selectors: [Selector]
    }

    indirect enum Selector: Sendable, Hashable {
        case name(String)
        /// Negative: from the end.
        case index(Int)
        case slice(start: Int?, end: Int?, step: Int)
        case wildcard
        case filter(Filter)
        /// The number of items or members.
        case length
    }

    indirect enum Filter: Sendable, Hashable {
        case or([Filter])
        case and([Filter])
        case not(Filter)
        case exists(Query)
        case comparison(Operand, Comparison, Operand)
        /// A text that the expression matches as a whole.
        case matches(Operand, RegularExpression)
        case relation(Operand, Relation, Operand)
    }

    /// A path inside a filter, from the root or from the node that is being tested.
    struct Query: Sendable, Hashable {
        var isRelative: Bool
        var steps: [Step]
    }

    enum Operand: Sendable, Hashable {
        case literal(JSONValue)
        case query(Query)
    }

    /// The operators that are words.
    enum Relation: String, Sendable, CaseIterable {
        case isAmong = "in"
        case isNotAmong = "nin"
        /// A list has the item, or a string the part.
        case contains
        /// All, some or none of the items of one list are in the other.
        case isSubset = "subsetof"
        case hasAny = "anyof"
        case hasNone = "noneof"
        /// A list or a string has that length.
        case size
        case empty

        var needsList: Bool {
            switch self {
            case .isAmong, .isNotAmong, .isSubset, .hasAny, .hasNone: true
            case .contains, .size, .empty: false
            }
        }
    }

    enum Comparison: String, Sendable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
    }
}
