import HAL

/// Finds what is probably wrong with one value, within a budget.
struct ValueHint {
    /// In bytes; of longer texts nothing is said.
    private static let longestText = 4096
    /// In Unicode scalars; only the beginning of longer values is searched.
    private static let longestSearched = 1000

    private let budget: ExplanationBudget
    /// Gives the value as JSON, when it is some.
    private let json: () -> JSONValue?

    init(_ budget: ExplanationBudget, json: @escaping () -> JSONValue? = { nil }) {
        self.budget = budget
        self.json = json
    }

    func of(_ matcher: MultiValueMatcher, _ values: [String]) -> String? {
        switch matcher {
        case .any(let matcher):
            let json = { values.first.flatMap { try? JSONValue(parsing: $0) } }
            return ValueHint(budget, json: json).of(matcher, values.first)
        case .hasExactly(let matchers):
            return values.count == matchers.count ? nil : "\(matchers.count) values are needed, \(values.count) came"
        case .includes: return nil
        }
    }

    func of(_ matcher: Matcher, _ value: String?) -> String? {
        guard let value, budget.takes(matcher.cost(on: value)) else { return nil }
        switch matcher {
        case .equalTo(let expected, _): return Self.ofText(expected, value)
        case .contains(let part): return Self.ofPart(part, value)
        case .matches(let expression): return ofPattern(expression, value)
        case .doesNotMatch(let expression), .not(.matches(let expression)): return Self.gaveUp(expression, value)
        case .equalToJSON(let expected, let ignoreArrayOrder, let ignoreExtraElements):
            guard let json = json() else { return Self.ofJSON(value) }
            let difference = JSONDifference(
                budget,
                ignoresArrayOrder: ignoreArrayOrder,
                ignoresExtraElements: ignoreExtraElements
            )
            return difference.first(expected, json)
        case .matchesJSONPath, .equalToJSONPattern: return json() == nil ? Self.ofJSON(value) : nil
        case .matchesJSONSchema(let schema): return schema.failure(in: value, json: json()).map { Excerpt.of($0.text) }
        case .number: return JSONNumber(value) == nil ? "the value is not a number" : nil
        case .date(let matcher):
            let isDate = matcher.actualFormat.map { $0.read(value) != nil } ?? (Moment(value) != nil)
            return isDate
                ? nil : "the value is not a date" + (matcher.actualFormat.map { " in the form \($0.text)" } ?? "")
        case .and(let matchers): return matchers.lazy.compactMap { of($0, value) }.first
        case .absent: return "there must be none"
        case .doesNotContain, .or, .not, .binaryEqualTo, .matchesPathTemplate, .anything: return nil
        }
    }

    private static func ofText(_ expected: String, _ value: String) -> String? {
        guard max(expected.utf8.count, value.utf8.count) <= longestText else { return nil }
        if expected.lowercased() == value.lowercased() { return "differs only in case" }
        if expected.trimmingSpaces == value.trimmingSpaces { return "differs only in spaces" }
        if !expected.isEmpty, TextSearch.contains(value, expected) {
            return "'equalTo' compares the whole value; 'contains' does not"
        }
        guard let left = JSONNumber(expected), let right = JSONNumber(value), left.isEqual(to: right) else {
            return nil
        }
        return "the same number, but 'equalTo' compares texts"
    }

    private static func ofPart(_ part: String, _ value: String) -> String? {
        guard max(part.utf8.count, value.utf8.count) <= longestText else { return nil }
        return TextSearch.contains(value.lowercased(), part.lowercased()) ? "differs only in case" : nil
    }

    /// Where a text that should be JSON is not.
    private static func ofJSON(_ value: String) -> String {
        do throws(JSONError) {
            _ = try JSONValue(parsing: value)
            return "the value is not valid JSON: it is nested too deeply"
        } catch {
            return "the value is not valid JSON: line \(error.line), column \(error.column): \(error.message)"
        }
    }

    /// Whether something before or after a match is all that is wrong, or that the pattern gave up.
    private func ofPattern(_ expression: RegularExpression, _ value: String) -> String? {
        if let steps = Self.gaveUp(expression, value) { return steps }
        guard budget.takes(PatternSteps.look) else { return nil }
        let excerpt = String(value.unicodeScalars.prefix(Self.longestSearched))
        let isPart = expression.verdict(onPartsOf: excerpt, atMost: PatternSteps.look) == .matches
        return isPart ? "an expression must match the whole value" : nil
    }

    /// What there is to say of a pattern that gives up on a value.
    static func gaveUp(_ expression: RegularExpression, _ value: String) -> String? {
        guard case .gaveUp(let steps) = expression.verdict(on: value) else { return nil }
        return "the pattern gave up after \(steps) steps; simplify what it repeats"
    }
}
