import HAL
import Scenarios

/// What is probably wrong with one value.
enum ValueHint {
    static func of(_ matcher: MultiValueMatcher, _ values: [String]) -> String? {
        switch matcher {
        case .any(let matcher):
            return of(matcher, values.first, json: { values.first.flatMap { try? JSONValue(parsing: $0) } })
        case .hasExactly(let matchers):
            return values.count == matchers.count ? nil : "\(matchers.count) values are needed, \(values.count) came"
        case .includes: return nil
        }
    }

    /// `json` gives the value as JSON, when it is some.
    static func of(_ matcher: Matcher, _ value: String?, json: () -> JSONValue?) -> String? {
        guard let value else { return nil }
        switch matcher {
        case .equalTo(let expected, _): return ofText(expected, value)
        case .contains(let part):
            return value.lowercased().contains(part.lowercased()) ? "differs only in case" : nil
        case .matches(let expression):
            return isPart(expression, of: value) ? "an expression must match the whole value" : nil
        case .equalToJSON(let expected, let ignoreArrayOrder, let ignoreExtraElements):
            guard let json = json() else { return "the value is no JSON" }
            var difference = JSONDifference(
                ignoresArrayOrder: ignoreArrayOrder,
                ignoresExtraElements: ignoreExtraElements
            )
            return difference.first(expected, json)
        case .matchesJSONPath, .equalToJSONPattern: return json() == nil ? "the value is no JSON" : nil
        case .matchesJSONSchema(let schema): return schema.failure(in: value, json: json()).map { Excerpt.of($0.text) }
        case .number: return JSONNumber(value) == nil ? "the value is no number" : nil
        case .date(let matcher):
            let isDate = matcher.actualFormat.map { $0.read(value) != nil } ?? (Moment(value) != nil)
            return isDate
                ? nil : "the value is no date" + (matcher.actualFormat.map { " in the form \($0.text)" } ?? "")
        case .and(let matchers): return matchers.compactMap { of($0, value, json: json) }.first
        case .absent: return "there must be none"
        case .doesNotContain, .doesNotMatch, .or, .not, .binaryEqualTo, .matchesPathTemplate, .anything: return nil
        }
    }

    private static func ofText(_ expected: String, _ value: String) -> String? {
        if expected.lowercased() == value.lowercased() { return "differs only in case" }
        if expected[...].trimmingSpaces() == value[...].trimmingSpaces() { return "differs only in spaces" }
        if !expected.isEmpty, value.contains(expected) {
            return "'equalTo' compares the whole value; 'contains' does not"
        }
        guard let left = JSONNumber(expected), let right = JSONNumber(value), left.isEqual(to: right) else {
            return nil
        }
        return "the same number, but 'equalTo' compares texts"
    }

    /// Whether something before or after a match is all that is wrong.
    private static func isPart(_ expression: RegularExpression, of value: String) -> Bool {
        guard let wider = try? RegularExpression(".*(?:\(expression.pattern)).*") else { return false }
        return wider.matches(String(value.prefix(1000)))
    }
}
