import URITemplates

extension FormTemplate {
    /// A value that breaks a rule of its property.
    public struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The rules of HAL-FORMS.
        public enum Rule: String, Sendable, Hashable, CaseIterable {
            /// A required value is missing or empty.
            case required
            /// The value of a read-only property is not the template's.
            case readOnly
            /// The value does not match the regular expression.
            case regex
            /// The value does not have the format of the input type.
            case type
            /// The number is too small.
            case min
            /// The number is too large.
            case max
            /// The number is not a multiple of the step.
            case step
            /// The text is too short.
            case minLength
            /// The text is too long.
            case maxLength
            /// The value is not one of the options.
            case options
            /// There are too few values.
            case minItems
            /// There are too many values.
            case maxItems
            /// The template has no such property.
            case unknownProperty
        }

        /// The name of the property.
        public let property: String
        /// The rule.
        public let rule: Rule
        /// A short description of the problem.
        public let message: String

        /// The name of the property and the message in one line.
        public var description: String { "\(property): \(message)" }
    }

    /// The values of a submission, and those that break rules.
    public struct InvalidValues: Error, Sendable, Hashable, CustomStringConvertible {
        /// The violations in the order of the properties.
        public let violations: [Violation]

        /// Makes an error.
        public init(_ violations: [Violation]) {
            self.violations = violations
        }

        /// The violations in one line.
        public var description: String { violations.map(\.description).joined(separator: "; ") }
    }

    /// The values to submit: the given ones, and for the other properties those of the template, in its order.
    ///
    /// Properties without a value are left out. A templated value is expanded with the given values; it is left out if
    /// the template is malformed or the expansions exceed 1 MiB together.
    public func submission(of values: JSONObject) -> JSONObject {
        let given = Dictionary(values.members.map { ($0.name, $0.value) }) { first, _ in first }
        var members: [JSONObject.Member] = []
        var allowance = URITemplate.maximumLength
        for property in properties {
            guard let value = given[property.name] ?? property.submittedValue(given, &allowance) else { continue }
            members.append(JSONObject.Member(property.name, value))
        }
        let known = Set(properties.map(\.name))
        return JSONObject(members + values.members.filter { !known.contains($0.name) })
    }

    /// The given values that break rules, and required values that are missing.
    ///
    /// `choices` are those that the options of a property link to; without them, any value is valid there. Rules that
    /// cannot be decided within a budget, for a regular expression that backtracks, are left to the server.
    public func violations(of values: JSONObject, choices: [String: [Choice]] = [:]) -> [Violation] {
        let submitted = submission(of: values).members
        let given = Set(values.names)
        var submittedValues = Dictionary(submitted.map { ($0.name, $0.value) }) { first, _ in first }
        var violations: [Violation] = []
        var budget = FormBudget()
        for property in properties {
            let value = submittedValues.removeValue(forKey: property.name)
            var check = PropertyCheck(property, choices[property.name])
            check.check(value, isGiven: given.contains(property.name), &budget)
            violations += check.violations
        }
        for member in submitted where submittedValues[member.name] != nil {
            violations.append(Violation(member.name, .unknownProperty, "the template has no such property"))
        }
        return violations
    }
}

extension FormTemplate.Violation {
    init(_ property: String, _ rule: Rule, _ message: String) {
        self.property = property
        self.rule = rule
        self.message = message
    }
}

extension FormTemplate.Property {
    /// The value of the template; nil if it has none.
    fileprivate func submittedValue(_ given: [String: JSONValue], _ allowance: inout Int) -> JSONValue? {
        if let options, !options.selectedValues.isEmpty {
            return options.maxItems == 1 ? options.selectedValues.first : .array(options.selectedValues)
        }
        guard isTemplated, let text = value?.string else { return value }
        guard allowance > 0 else { return nil }
        let variables = given.compactMapValues { $0.formText.map { URITemplate.Value.string($0) } }
        guard let expanded = try? URITemplate(text).expand(URITemplate.Variables(variables)) else { return nil }
        allowance -= expanded.utf8.count
        return allowance >= 0 ? .string(expanded) : nil
    }
}
