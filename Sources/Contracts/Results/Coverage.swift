package import HAL
import HTTPTypes
import Scenarios

/// The number of fully judged steps for each pair of outcome and method.
package struct Coverage: Sendable, Hashable {
    /// The methods that are always in the table; others follow in alphabetical order.
    package static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

    private var counts: [String: [OutcomeKind: Int]] = [:]

    package init(_ report: RunReport) {
        for step in report.cases.flatMap(\.steps) where step.isFullyJudged {
            guard let outcome = step.outcome.flatMap({ OutcomeKind(rawValue: $0) }) else { continue }
            counts[step.method, default: [:]][outcome, default: 0] += 1
        }
    }

    /// Returns the number of steps that reached the outcome with the method and passed all checks, none skipped.
    package func count(_ outcome: OutcomeKind, _ method: String) -> Int {
        counts[method]?[outcome] ?? 0
    }

    /// The columns of the table: the fixed methods, then the other methods of the run.
    package var methods: [String] {
        Self.methods + counts.keys.filter { !Self.methods.contains($0) }.sorted()
    }
}

/// The minimum that a run must reach.
package enum CoverageGate: Sendable, Hashable {
    /// A percentage of all pairs of outcome and method in ``methods``.
    case percent(Int)
    /// An outcome with each of some methods.
    case outcome(OutcomeKind, methods: [String])

    /// The methods that `percent` counts.
    package static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

    /// Reads `100` or `conflict:GET,PUT`; nil for another text.
    package init?(_ text: String) {
        if let percent = Int(text) {
            guard (0...100).contains(percent) else { return nil }
            self = .percent(percent)
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let outcome = OutcomeKind(rawValue: String(parts[0])) else { return nil }
        let methods = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { $0.uppercased() }
        guard methods.allSatisfy({ HTTPRequest.Method($0) != nil }) else { return nil }
        self = .outcome(outcome, methods: methods)
    }

    /// Returns a message with the missing pairs; nil if the coverage is sufficient.
    package func shortfall(of coverage: Coverage) -> String? {
        switch self {
        case .percent(let least):
            let cells = OutcomeKind.allCases.flatMap { outcome in Self.methods.map { (outcome, $0) } }
            let missing = cells.filter { coverage.count($0.0, $0.1) == 0 }
            let reached = cells.count - missing.count
            // Compared without division: 44 of 45 are not 98 percent.
            guard reached * 100 < least * cells.count else { return nil }
            return "reached \(reached) of \(cells.count) pairs, less than \(least) %; missing: \(Self.listed(missing))"
        case .outcome(let outcome, let methods):
            let missing = methods.filter { coverage.count(outcome, $0) == 0 }.map { (outcome, $0) }
            return missing.isEmpty ? nil : "not reached: \(Self.listed(missing))"
        }
    }

    private static func listed(_ cells: [(OutcomeKind, String)]) -> String {
        cells.map { "\($0.0.rawValue):\($0.1)" }.joined(separator: ", ")
    }
}

/// The table outcome × method: the steps that expect each pair, those that reached it, and those that failed.
struct CoverageTable {
    /// The counts of one pair.
    struct Cell: Hashable {
        var reached = 0
        /// The steps that expect the outcome but ended with another.
        var missed = 0
        /// The steps that expect the outcome and failed, for any reason.
        var failed = 0

        /// `12`; `10/12` if two ended otherwise; `·` if no step expects the pair.
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

    /// The rows: all outcomes in the order of their declaration.
    var rows: [(outcome: String, cells: [Cell])] {
        OutcomeKind.allCases.map { outcome in
            (outcome.rawValue, methods.map { cells[outcome.rawValue]?[$0] ?? Cell() })
        }
    }
}
