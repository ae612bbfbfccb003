import Scenarios

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
