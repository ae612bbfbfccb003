/// How many steps the evaluation of a pattern may take before it gives up; a step is about 20 ns.
package enum PatternEffort: Int, Sendable, CaseIterable {
    /// Enough for most patterns and values.
    case glimpse
    case glance
    case look
    case usual
    /// For values so long that a pattern takes as many steps without backtracking.
    case long
    case longest

    /// So many steps take as long as one of an ``EvaluationBudget``.
    static let stepsPerBudgetStep = 5

    /// The efforts to try, up to one, so that most evaluations are charged for little more than they take.
    static func attempts(upTo most: PatternEffort) -> [PatternEffort] {
        most.rawValue <= usual.rawValue ? allCases.filter { $0.rawValue <= most.rawValue } : [.look, most]
    }

    /// The number of steps.
    package var steps: Int {
        switch self {
        case .glimpse: 50
        case .glance: 500
        case .look: 10_000
        case .usual: 100_000
        case .long: 600_000
        case .longest: 2_000_000
        }
    }

    /// The effort for a value of so many bytes; a pattern that scans ahead within a single step has fewer for long values.
    init(length: Int, scansAhead: Bool) {
        switch length {
        case ...4096: self = .usual
        case _ where scansAhead: self = .look
        case ...32_768: self = .usual
        case ...524_288: self = .long
        case _: self = .longest
        }
    }
}
