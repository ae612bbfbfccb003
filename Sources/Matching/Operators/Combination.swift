import Documents
internal import HAL

/// `and` and `or`: all of some matchers, or at least one of them.
struct Combination: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "and",
            .list(.definition(Matcher.keyTable)),
            "All of these matchers match.",
            example: "and: [{ contains: die }, { contains: sel }]"
        ),
        .key(
            "or",
            .list(.definition(Matcher.keyTable)),
            "At least one of these matchers matches.",
            example: "or: [{ equalTo: Diesel }, { absent: true }]"
        ),
    ]

    let matchers: [Matcher]
    /// Whether all must match.
    let isAnd: Bool

    static func read(_ source: OperatorSource) -> Matcher? {
        let isAnd = source.name == "and"
        if isAnd, case .sequence(let items) = source.node.content, items.isEmpty {
            source.reader.log.error("\(source.quoted) needs at least one matcher", at: source.node)
            return nil
        }
        let matchers = source.reader.matchers(source.node, source.quoted)
        return Matcher(Combination(matchers: matchers, isAnd: isAnd))
    }

    var name: String { isAnd ? "and" : "or" }
    var operand: JSONValue { .array(matchers.map(\.wireMockJSON)) }
    var readsJSON: Bool { matchers.contains(where: \.readsJSON) }
    var readsXML: Bool { matchers.contains(where: \.readsXML) }

    var matchesMissing: Bool {
        isAnd
            ? !matchers.isEmpty && matchers.allSatisfy(\.matchesMissing) : matchers.contains(where: \.matchesMissing)
    }

    var expected: String { MatcherText.list(matchers) }
    var sentence: String { matchers.map(\.text).joined(separator: isAnd ? " and " : " or ") }

    /// Unknown if a result is unknown and no other one decides, false for `and`, true for `or`.
    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        var isKnown = true
        for matcher in matchers {
            guard let result = matcher.operation.holds(for: value, &budget) else {
                isKnown = false
                continue
            }
            guard result == isAnd else { return result }
        }
        return isKnown ? isAnd : nil
    }

    func cost(on value: String) -> Int { matchers.reduce(1) { $0 + $1.cost(on: value) } }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        isAnd ? matchers.lazy.compactMap { hints.of($0, value) }.first : nil
    }
}

/// `not`: a matcher that does not match.
struct Not: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "not",
            .definition(Matcher.keyTable),
            "The matcher does not match.",
            example: "not: { contains: petrol }"
        )
    ]

    let matcher: Matcher

    static func read(_ source: OperatorSource) -> Matcher? {
        source.reader.matcher(source.node, source.quoted).map { .not($0) }
    }

    var name: String { "not" }
    var operand: JSONValue { matcher.wireMockJSON }
    var readsJSON: Bool { matcher.readsJSON }
    var readsXML: Bool { matcher.readsXML }
    var expected: String { MatcherText(matcher).whole }
    var sentence: String { "not (\(matcher.text))" }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        matcher.operation.holds(for: value, &budget).map { !$0 }
    }

    func cost(on value: String) -> Int { matcher.cost(on: value) }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        guard let matches = matcher.operation as? Matches, !matches.isNegated else { return nil }
        return ValueHint.gaveUp(matches.expression, value)
    }
}

extension Matcher {
    package static func and(_ matchers: [Matcher]) -> Matcher { Matcher(Combination(matchers: matchers, isAnd: true)) }
    package static func or(_ matchers: [Matcher]) -> Matcher { Matcher(Combination(matchers: matchers, isAnd: false)) }
    package static func not(_ matcher: Matcher) -> Matcher { Matcher(Not(matcher: matcher)) }
}
