/// A valid regular expression in Java's dialect; two are equal if their patterns are.
///
/// It matches whole values, a dot matches line ends too, `\d`, `\w`, `\s` and `\b` are ASCII, and characters are
/// Unicode scalars, as in WireMock. Evaluation is bounded: a pattern that backtracks too much gives up.
package struct RegularExpression: Sendable {
    /// Whether a value matches.
    package enum Verdict: Sendable, Hashable {
        case matches
        case differs
        /// Unknown after that many steps, or the memory for them; counts as not matching.
        case gaveUp(steps: Int)
    }

    /// Longer patterns are rejected.
    package static let maximumLength = 4096
    /// Deeper groups are rejected: the compiler recurses over them.
    package static let maximumDepth = 50

    package let pattern: String
    private let engine: Engine
    private let isForSearching: Bool

    private enum Engine: Sendable {
        case wildcard(WildcardPattern)
        case compiled(CompiledPattern)
    }

    /// Compiles the pattern; `forSearching` prepares it for searching, too.
    ///
    /// - Throws: ``InvalidPattern`` if the pattern is invalid, too long or too deeply nested.
    package init(_ pattern: String, forSearching: Bool = false) throws(InvalidPattern) {
        try Self.checkSize(of: pattern)
        self.pattern = pattern
        isForSearching = forSearching
        engine =
            if !forSearching, let wildcard = WildcardPattern(pattern) { .wildcard(wildcard) } else {
                .compiled(try CompiledPattern(pattern, forSearching: forSearching))
            }
    }

    /// Whether the whole value matches.
    package func matches(_ value: String) -> Bool { verdict(on: value) == .matches }

    /// Whether the whole value matches; nil if the pattern gives up, or the budget is used up.
    package func isMatch(_ value: String, budget: inout EvaluationBudget) -> Bool? {
        switch engine {
        case .wildcard(let pattern): return pattern.isMatch(value, budget: &budget)
        case .compiled(let pattern):
            let verdict = Self.spending(&budget, on: value) { pattern.verdict(on: value, atMost: $0) }
            if case .gaveUp = verdict { return nil }
            return verdict == .matches
        }
    }

    /// Runs `body` with the usual number of steps, or those that are left; if these do not suffice, none are left.
    private static func spending<Result>(
        _ budget: inout EvaluationBudget,
        on value: String,
        _ body: (_ steps: Int) -> (Result, steps: Int)
    ) -> Result {
        budget.spend(bytes: value.utf8.count)
        let usual = PatternSteps.usual(for: value.utf8.count)
        let left = max(0, min(budget.stepsLeft, PatternSteps.most)) * PatternSteps.perBudgetStep
        let (result, used) = body(min(usual, left))
        budget.spend(left < usual && used >= left ? .max : used / PatternSteps.perBudgetStep)
        return result
    }

    /// The verdict on the whole value or, if the expression is for searching, on its parts.
    ///
    /// The default number of steps depends on the value's length.
    package func verdict(on value: String, atMost steps: Int? = nil) -> Verdict {
        judge(value, atMost: steps ?? PatternSteps.usual(for: value.utf8.count)).verdict
    }

    /// The steps that a verdict on the value takes, at most that many.
    package func steps(for value: String, atMost steps: Int) -> Int {
        judge(value, atMost: steps).steps
    }

    /// The maximum number of steps that a verdict on a value takes.
    package func mostSteps(for value: String) -> Int {
        switch engine {
        case .wildcard: 1 + value.utf8.count / 8
        case .compiled: PatternSteps.usual(for: value.utf8.count)
        }
    }

    private func judge(_ value: String, atMost steps: Int) -> (verdict: Verdict, steps: Int) {
        switch engine {
        case .wildcard(let pattern):
            var budget = EvaluationBudget()
            let most = mostSteps(for: value)
            guard let isMatch = pattern.isMatch(value, budget: &budget) else { return (.gaveUp(steps: most), most) }
            return (isMatch ? .matches : .differs, most)
        case .compiled(let pattern): return pattern.verdict(on: value, atMost: steps)
        }
    }

    /// Whether a part of the value matches, for an expression for whole values.
    package func verdict(onPartsOf value: String, atMost steps: Int? = nil) -> Verdict {
        if case .wildcard = engine, let wider = try? RegularExpression(".*\(pattern).*") {
            return wider.verdict(on: value, atMost: steps)
        }
        return (try? RegularExpression(pattern, forSearching: true))?.verdict(on: value, atMost: steps) ?? .differs
    }

    /// The first part of the value that matches, and its groups; nil if none does, or the search gives up.
    ///
    /// An expression that is not for searching is compiled for it each time.
    package func firstMatch(in value: String, budget: inout EvaluationBudget) -> [String]? {
        var pattern: CompiledPattern?
        if isForSearching, case .compiled(let compiled) = engine { pattern = compiled }
        guard let search = pattern ?? (try? CompiledPattern(self.pattern, forSearching: true)) else { return nil }
        return Self.spending(&budget, on: value) { search.groups(in: value, atMost: $0) }
    }

    private static func checkSize(of pattern: String) throws(InvalidPattern) {
        guard pattern.utf8.count <= maximumLength else {
            throw InvalidPattern("is longer than \(maximumLength) bytes")
        }
        var depth = 0
        for (offset, scalar) in pattern.unicodeScalars.enumerated() {
            switch scalar {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            default: break
            }
            guard depth <= maximumDepth else {
                throw InvalidPattern("has more than \(maximumDepth) nested groups", at: offset)
            }
        }
    }
}

extension RegularExpression: Hashable {
    package static func == (left: RegularExpression, right: RegularExpression) -> Bool {
        left.pattern == right.pattern
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(pattern)
    }
}

/// Numbers of steps after which the evaluation of a pattern gives up; a step is about 25 ns.
package enum PatternSteps {
    /// Enough for most patterns and short values.
    static let glimpse = 50
    /// Enough for most values.
    package static let glance = 500
    package static let look = 10_000
    /// For values of any length, 25 ms.
    static let most = 1_000_000
    /// For one step of an ``EvaluationBudget``.
    static let perBudgetStep = 4

    /// For a value of that many bytes.
    static func usual(for length: Int) -> Int {
        length > most ? most : min(100_000 + 4 * max(0, length - 4096), most)
    }
}
