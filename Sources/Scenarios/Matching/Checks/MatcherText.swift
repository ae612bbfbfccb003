import HAL

/// A matcher in words: its operator, and what it expects.
struct MatcherText {
    let operation: String
    let expected: String

    init(_ matcher: Matcher) {
        switch matcher {
        case .equalTo(let text, let caseInsensitive):
            self.init(caseInsensitive ? "equalTo (any case)" : "equalTo", text)
        case .contains(let text): self.init("contains", text)
        case .doesNotContain(let text): self.init("doesNotContain", text)
        case .matches(let expression): self.init("matches", expression.pattern)
        case .doesNotMatch(let expression): self.init("doesNotMatch", expression.pattern)
        case .absent: self.init("absent", "")
        case .equalToJSON(let value, _, _): self.init("equalToJson", value.serialized())
        case .equalToJSONPattern(let pattern): self.init("equalToJson", pattern.value.serialized())
        case .binaryEqualTo(let bytes): self.init("binaryEqualTo", Base64.encode(bytes))
        case .number(let matcher): self.init(matcher.comparison.rawValue, matcher.number.literal)
        case .date(let matcher): self.init(matcher.comparison.rawValue, matcher.text)
        case .matchesPathTemplate(let template): self.init("matchesPathTemplate", template.text)
        case .anything: self.init("anything", "")
        case .matchesJSONPath(let path, nil): self.init("matchesJsonPath", path.text)
        case .matchesJSONPath(let path, let matcher?):
            self.init("matchesJsonPath", "\(path.text) \(MatcherText(matcher).whole)")
        case .matchesJSONSchema(let schema): self.init("matchesJsonSchema", schema.source.serialized())
        case .and(let matchers): self.init("and", Self.list(matchers))
        case .or(let matchers): self.init("or", Self.list(matchers))
        case .not(let matcher): self.init("not", MatcherText(matcher).whole)
        }
    }

    init(_ matcher: MultiValueMatcher) {
        switch matcher {
        case .any(let matcher): self.init(matcher)
        case .hasExactly(let matchers): self.init("hasExactly", Self.list(matchers))
        case .includes(let matchers): self.init("includes", Self.list(matchers))
        }
    }

    private init(_ operation: String, _ expected: String) {
        self.operation = operation
        self.expected = Excerpt.of(expected)
    }

    var whole: String { expected.isEmpty ? operation : "\(operation) \(expected)" }

    private static func list(_ matchers: [Matcher]) -> String {
        matchers.prefix(8).map { MatcherText($0).whole }.joined(separator: "; ")
    }
}
