import HTTPTypes
package import Scenarios

/// Which outcomes were reached with which methods: for each pair the number of steps that passed and of which nothing was
/// left out.
package struct Coverage: Sendable, Hashable {
    /// The methods of the table, others after them in their alphabetical order.
    package static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

    private var counts: [String: [ExpectedOutcome: Int]] = [:]

    package init(_ report: RunReport) {
        for step in report.cases.flatMap(\.steps) where step.isFullyJudged {
            guard let outcome = step.outcome.flatMap({ ExpectedOutcome(rawValue: $0) }) else { continue }
            counts[step.method, default: [:]][outcome, default: 0] += 1
        }
    }

    /// How many steps have reached the outcome with the method, judged by everything that they expect.
    package func count(_ outcome: ExpectedOutcome, _ method: String) -> Int {
        counts[method]?[outcome] ?? 0
    }

    /// The columns of the table: the usual methods, then those that were used too.
    package var methods: [String] {
        Self.methods + counts.keys.filter { !Self.methods.contains($0) }.sorted()
    }
}

/// What a run must have reached at least.
package enum CoverageGate: Sendable, Hashable {
    /// So much of the matrix of all outcomes with ``methods``.
    case percent(Int)
    /// One outcome with each of these methods.
    case outcome(ExpectedOutcome, methods: [String])

    /// The methods of the matrix.
    package static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

    /// Reads `100` or `conflict:GET,PUT`; nil when the text is neither.
    package init?(_ text: String) {
        if let percent = Int(text) {
            guard (0...100).contains(percent) else { return nil }
            self = .percent(percent)
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let outcome = ExpectedOutcome(rawValue: String(parts[0])) else { return nil }
        let methods = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { $0.uppercased() }
        guard methods.allSatisfy({ HTTPRequest.Method($0) != nil }) else { return nil }
        self = .outcome(outcome, methods: methods)
    }

    /// What is missing, in one line; nil when the gate is passed.
    package func shortfall(of coverage: Coverage) -> String? {
        switch self {
        case .percent(let least):
            let cells = ExpectedOutcome.allCases.flatMap { outcome in Self.methods.map { (outcome, $0) } }
            let missing = cells.filter { coverage.count($0.0, $0.1) == 0 }
            let reached = cells.count - missing.count
            // Compared without division: 44 of 45 are not 98 percent.
            guard reached * 100 < least * cells.count else { return nil }
            return "\(reached) of \(cells.count) pairs were reached, \(least) % must be; not: \(Self.listed(missing))"
        case .outcome(let outcome, let methods):
            let missing = methods.filter { coverage.count(outcome, $0) == 0 }.map { (outcome, $0) }
            return missing.isEmpty ? nil : "not reached: \(Self.listed(missing))"
        }
    }

    private static func listed(_ cells: [(ExpectedOutcome, String)]) -> String {
        cells.map { "\($0.0.rawValue):\($0.1)" }.joined(separator: ", ")
    }
}

/// Outcome × method: how many steps were to reach each pair, how many did, and how many failed all the same.
struct CoverageTable {
    /// One pair.
    struct Cell: Hashable {
        var reached = 0
        /// Steps that were to end so, and did not.
        var missed = 0
        /// Steps that were to end so and failed, whether they did or for another reason.
        var failed = 0

        /// `12`; `10/12` when two ended otherwise; `·` when no step was to reach it.
        var text: String {
            if missed > 0 { return "\(reached)/\(reached + missed)" }
            return reached == 0 ? "·" : "\(reached)"
        }

        fileprivate mutating func count(_ step: StepReport) {
            if step.outcome == step.expectedOutcome { reached += 1 } else { missed += 1 }
            if step.status == .failed { failed += 1 }
        }
    }

    let methods: [String]
    private let cells: [String: [String: Cell]]

    init(_ report: RunReport) {
        var cells: [String: [String: Cell]] = [:]
        for variant in report.variants {
            for run in variant.cases {
                for step in run.steps where step.status != .skipped {
                    cells[step.expectedOutcome, default: [:]][step.method, default: Cell()].count(step)
                }
            }
        }
        self.cells = cells
        let used = Set(cells.values.flatMap(\.keys))
        methods = Coverage.methods + used.subtracting(Coverage.methods).sorted()
    }

    /// All outcomes, in the order in which people look for them.
    var rows: [(outcome: String, cells: [Cell])] {
        ExpectedOutcome.allCases.map { outcome in
            (outcome.rawValue, methods.map { cells[outcome.rawValue]?[$0] ?? Cell() })
        }
    }
}
