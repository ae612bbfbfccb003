import Documents

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

/// A multipart pattern in a list of checks.
struct PartText {
    let field: String
    let operation: String
    let expected: String

    init(_ part: PartPattern) {
        field = part.name.map { "part \(Excerpt.of($0))" } ?? "part"
        operation =
            switch part.matching {
            case .any: "any part"
            case .all: "all parts"
            }
        let file = part.fileName.map { ["file name \($0)"] } ?? []
        let headers = part.headers.map { "header \($0.name) \(MatcherText($0.pattern).whole)" }
        let bodies = part.bodyPatterns.map { "body \(MatcherText($0).whole)" }
        expected = Excerpt.of((file + headers + bodies).joined(separator: "; "))
    }

    /// The names of the received parts.
    static func names(_ parts: [BodyPart]) -> String {
        let names = parts.prefix(20).map { part in
            (part.name ?? "(no name)") + (part.fileName.map { " (\($0))" } ?? "")
        }
        return Excerpt.of(names.joined(separator: ", "))
    }
}
