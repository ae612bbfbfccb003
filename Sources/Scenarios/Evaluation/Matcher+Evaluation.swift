package import HAL

extension Matcher {
    /// Whether the value, nil for one that is missing, is as described.
    ///
    /// What is missing is not equal to, does not contain and does not match anything: the negative operators hold for it.
    package func matches(_ value: String?) -> Bool {
        switch self {
        case .equalTo(let expected, let caseInsensitive):
            value.map { TextSearch.isEqual($0, expected, caseInsensitive: caseInsensitive) } ?? false
        case .contains(let part): value.map { TextSearch.contains($0, part) } ?? false
        case .doesNotContain(let part): value.map { !TextSearch.contains($0, part) } ?? true
        case .matches(let expression): value.map(expression.matches) ?? false
        case .doesNotMatch(let expression): value.map { !expression.matches($0) } ?? true
        case .absent: value == nil
        case .equalToJSON, .matchesJSONPath: matches(value, json: value.flatMap { JSONText.parse($0) })
        case .and(let matchers): matchers.allSatisfy { $0.matches(value) }
        case .or(let matchers): matchers.contains { $0.matches(value) }
        case .not(let matcher): !matcher.matches(value)
        }
    }

    /// Like `matches(_:)`, for a caller that has the value's JSON at hand; nil: the value is no JSON.
    package func matches(_ value: String?, json: JSONValue?) -> Bool {
        switch self {
        case .equalToJSON(let expected, let ignoreArrayOrder, let ignoreExtraElements):
            guard let json else { return false }
            return JSONComparison(ignoresArrayOrder: ignoreArrayOrder, ignoresExtraElements: ignoreExtraElements)
                .matches(expected: expected, actual: json)
        case .matchesJSONPath(let path, let matcher):
            guard let json else { return false }
            return path.isMatched(in: json, by: matcher)
        case .and(let matchers): return matchers.allSatisfy { $0.matches(value, json: json) }
        case .or(let matchers): return matchers.contains { $0.matches(value, json: json) }
        case .not(let matcher): return !matcher.matches(value, json: json)
        case .equalTo, .contains, .doesNotContain, .matches, .doesNotMatch, .absent: return matches(value)
        }
    }

    /// Whether evaluating needs the value as JSON, so that a caller can parse it once for several matchers.
    package var readsJSON: Bool {
        switch self {
        case .equalToJSON, .matchesJSONPath: true
        case .and(let matchers), .or(let matchers): matchers.contains { $0.readsJSON }
        case .not(let matcher): matcher.readsJSON
        case .equalTo, .contains, .doesNotContain, .matches, .doesNotMatch, .absent: false
        }
    }
}

extension MultiValueMatcher {
    /// Whether the values of one header, parameter or field, none when it is missing, are as described.
    package func matches(_ values: [String]) -> Bool {
        switch self {
        case .any(let matcher): values.isEmpty ? matcher.matches(nil) : values.contains { matcher.matches($0) }
        case .hasExactly(let matchers):
            values.count == matchers.count && Self.includes(matchers, in: values)
        case .includes(let matchers): Self.includes(matchers, in: values)
        }
    }

    private static func includes(_ matchers: [Matcher], in values: [String]) -> Bool {
        matchers.allSatisfy { matcher in values.contains { matcher.matches($0) } }
    }
}
