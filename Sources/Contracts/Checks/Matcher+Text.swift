import Scenarios

extension Matcher {
    /// The matcher as people read it.
    var text: String {
        switch self {
        case .equalTo(let value, let caseInsensitive): caseInsensitive ? "\(value) (in any case)" : value
        case .contains(let part): "something that contains '\(part)'"
        case .doesNotContain(let part): "something that does not contain '\(part)'"
        case .matches(let expression): "something that matches /\(expression.pattern)/"
        case .doesNotMatch(let expression): "something that does not match /\(expression.pattern)/"
        case .absent: "nothing"
        case .equalToJSON(let value, _, let ignoresExtra):
            ignoresExtra ? "JSON that contains \(value)" : "JSON equal to \(value)"
        case .equalToJSONPattern(let pattern): "JSON like \(pattern.value)"
        case .binaryEqualTo(let bytes): "exactly these \(bytes.count) bytes"
        case .number(let matcher): "\(matcher.comparison.rawValue) \(matcher.number)"
        case .date(let matcher): "\(matcher.comparison.rawValue) \(matcher.text)"
        case .matchesPathTemplate(let template): "a path like \(template.text)"
        case .anything: "anything"
        case .matchesJSONPath(let path, let matcher):
            "JSON with \(path.text)" + (matcher.map { ": \($0.text)" } ?? "")
        case .matchesJSONSchema: "what its JSON Schema says"
        case .and(let matchers): matchers.map(\.text).joined(separator: " and ")
        case .or(let matchers): matchers.map(\.text).joined(separator: " or ")
        case .not(let matcher): "not (\(matcher.text))"
        }
    }
}

extension MultiValueMatcher {
    /// The matcher as people read it.
    var text: String {
        switch self {
        case .any(let matcher): matcher.text
        case .hasExactly(let matchers): "exactly " + matchers.map(\.text).joined(separator: ", ")
        case .includes(let matchers): "among others " + matchers.map(\.text).joined(separator: ", ")
        }
    }
}
