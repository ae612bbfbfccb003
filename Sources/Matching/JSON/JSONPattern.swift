package import HAL

/// Expected JSON, with JsonUnit's placeholders for unknown values.
package struct JSONPattern: Sendable, Hashable {
    package let value: JSONValue
    package var ignoresArrayOrder: Bool
    package var ignoresExtraElements: Bool
    /// The placeholders, by their strings.
    private let placeholders: [String: Placeholder]

    enum Placeholder: Sendable, Hashable {
        /// Any value, including null.
        case ignore
        /// Any value, or none.
        case ignoreElement
        case anyString
        case anyNumber
        case anyBoolean
        /// A string that the expression matches as a whole.
        case regex(RegularExpression)

        func matches(_ value: JSONValue, budget: inout EvaluationBudget) -> Bool {
            switch self {
            case .ignore, .ignoreElement: true
            case .anyString: value.string != nil
            case .anyNumber: value.number != nil
            case .anyBoolean: value.bool != nil
            case .regex(let expression): value.string.flatMap { expression.isMatch($0, budget: &budget) } ?? false
            }
        }
    }

    /// Finds the placeholders.
    ///
    /// - Throws: ``InvalidPattern`` if a placeholder is unknown, or its expression is invalid.
    package init(_ value: JSONValue, ignoresArrayOrder: Bool, ignoresExtraElements: Bool) throws(InvalidPattern) {
        var found: [String: Placeholder] = [:]
        try Self.collect(value, into: &found)
        self.value = value
        self.ignoresArrayOrder = ignoresArrayOrder
        self.ignoresExtraElements = ignoresExtraElements
        placeholders = found
    }

    /// JSON in which no string is a placeholder.
    init(withoutPlaceholders value: JSONValue, ignoresArrayOrder: Bool, ignoresExtraElements: Bool) {
        self.value = value
        self.ignoresArrayOrder = ignoresArrayOrder
        self.ignoresExtraElements = ignoresExtraElements
        placeholders = [:]
    }

    /// Whether any string is a placeholder.
    package var hasPlaceholders: Bool { !placeholders.isEmpty }

    /// Whether the actual value matches the expected one.
    package func matches(_ actual: JSONValue) -> Bool {
        var budget = EvaluationBudget()
        return matches(actual, budget: &budget)
    }

    /// Whether the actual value matches the expected one; false if the budget is used up.
    package func matches(_ actual: JSONValue, budget: inout EvaluationBudget) -> Bool {
        var comparison = JSONComparison(
            ignoresArrayOrder: ignoresArrayOrder,
            ignoresExtraElements: ignoresExtraElements
        )
        comparison.placeholders = placeholders
        return comparison.matches(expected: value, actual: actual, budget: &budget)
    }

    /// Collects placeholders; the depth of parsed JSON is bounded.
    private static func collect(_ value: JSONValue, into found: inout [String: Placeholder]) throws(InvalidPattern) {
        switch value {
        case .null, .bool, .number: break
        case .string(let text): if let placeholder = try placeholder(text) { found[text] = placeholder }
        case .array(let items): for item in items { try collect(item, into: &found) }
        case .object(let object): for member in object.members { try collect(member.value, into: &found) }
        }
    }

    private static func placeholder(_ text: String) throws(InvalidPattern) -> Placeholder? {
        guard text.hasPrefix("${json-unit.") || text.hasPrefix("#{json-unit.") else { return nil }
        let rest = text.dropFirst(12)
        guard let end = rest.firstIndex(of: "}") else {
            throw InvalidPattern("'\(text.prefix(40))' has no closing '}'")
        }
        switch rest[..<end] {
        case "ignore": return .ignore
        case "ignore-element": return .ignoreElement
        case "any-string": return .anyString
        case "any-number": return .anyNumber
        case "any-boolean": return .anyBoolean
        case "regex": return .regex(try RegularExpression(String(rest[rest.index(after: end)...])))
        case let name:
            throw InvalidPattern(
                "the placeholder '\(name.prefix(40))' is not supported; supported: ignore, ignore-element, any-string, "
                    + "any-number, any-boolean, regex"
            )
        }
    }
}
