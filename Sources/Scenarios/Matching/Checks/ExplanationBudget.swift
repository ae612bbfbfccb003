/// What the explanations of one request, or of one question to the admin API, may cost together, in steps of about 20 ns.
///
/// What it does not suffice for is not examined, and says so.
package final class ExplanationBudget {
    /// 20 ms, where every step is used.
    package static let usual = 1_000_000

    package private(set) var left: Int

    package init(_ steps: Int = usual) {
        left = steps
    }

    /// Whether there are so many steps left; if so, they are taken.
    package func takes(_ steps: Int) -> Bool {
        guard steps <= left else { return false }
        left -= max(steps, 0)
        return true
    }
}

extension Matcher {
    /// How many steps it takes at most to find out whether a value is as described.
    package func cost(on value: String) -> Int {
        let length = value.utf8.count
        return switch self {
        case .matches(let expression), .doesNotMatch(let expression): expression.cost(on: value)
        case .equalToJSON, .equalToJSONPattern, .matchesJSONPath, .matchesJSONSchema: 4 + length / 4
        case .and(let matchers), .or(let matchers): matchers.reduce(1) { $0 + $1.cost(on: value) }
        case .not(let matcher): matcher.cost(on: value)
        case .equalTo, .contains, .doesNotContain, .absent, .binaryEqualTo, .number, .date, .matchesPathTemplate,
            .anything:
            1 + length / 16
        }
    }
}

extension MultiValueMatcher {
    private static var mostPairs: Int { 10_000 }

    package func cost(on values: [String]) -> Int {
        switch self {
        case .any(let matcher): return values.reduce(1) { $0 + matcher.cost(on: $1) }
        case .hasExactly(let matchers), .includes(let matchers):
            // To add up the cost of very many pairs would be what it is to prevent.
            guard matchers.count * values.count <= Self.mostPairs else { return 10 * ExplanationBudget.usual }
            return matchers.reduce(1) { sum, matcher in values.reduce(sum) { $0 + matcher.cost(on: $1) } }
        }
    }
}

extension RegularExpression {
    /// Finds out with few steps whether those suffice.
    package func cost(on value: String) -> Int {
        let steps = steps(for: value, atMost: PatternSteps.glance)
        return steps < PatternSteps.glance ? steps : PatternSteps.glance + mostSteps(for: value)
    }
}

extension URLPattern {
    package func cost(on facts: DecodedRequest) -> Int {
        switch self {
        case .any, .url, .urlPath, .urlPathTemplate: 1
        case .urlPattern(let expression): facts.targets.reduce(0) { $0 + expression.cost(on: $1) }
        case .urlPathPattern(let expression): facts.paths.reduce(0) { $0 + expression.cost(on: $1) }
        }
    }
}

extension PartPattern {
    package func cost(on facts: DecodedRequest) -> Int {
        guard let parts = facts.parts else { return 1 }
        return parts.reduce(1) { sum, part in
            let text = String(decoding: part.bytes, as: UTF8.self)
            return bodyPatterns.reduce(sum + headers.count) { $0 + $1.cost(on: text) }
        }
    }
}
