/// The steps that are left for the explanations of one request, or of one call of the admin API.
///
/// A step takes about 20 ns.
/// Conditions that would exceed it are reported as not examined.
package final class ExplanationBudget {
    /// At most 20 ms.
    package static let usual = 1_000_000

    package private(set) var left: Int

    package init(_ steps: Int = usual) {
        left = steps
    }

    /// Spends steps if as many are left; else returns false.
    package func takes(_ steps: Int) -> Bool {
        guard steps <= left else { return false }
        left -= max(steps, 0)
        return true
    }
}

extension RegularExpression {
    /// Evaluates with few steps first: the cost is theirs if they suffice.
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
