/// A matcher in a list of checks: its operator and what it expects.
struct MatcherText {
    let operation: String
    let expected: String

    init(_ matcher: Matcher) {
        self.init(matcher.operation.label, matcher.operation.expected)
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

    /// The first matchers of a list.
    static func list(_ matchers: [Matcher]) -> String {
        matchers.prefix(8).map { MatcherText($0).whole }.joined(separator: "; ")
    }
}
