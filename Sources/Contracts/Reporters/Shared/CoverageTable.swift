import Scenarios

/// Outcome × method: how many steps were to reach each pair, and how many did.
struct CoverageTable {
    /// One pair.
    struct Cell: Hashable {
        var reached = 0
        /// Steps that were to end so, and failed.
        var missed = 0

        /// `12`; `10/12` when two failed; `·` when no step was to reach it.
        var text: String {
            if missed > 0 { return "\(reached)/\(reached + missed)" }
            return reached == 0 ? "·" : "\(reached)"
        }
    }

    let methods: [String]
    private let cells: [String: [String: Cell]]

    init(_ report: RunReport) {
        var cells: [String: [String: Cell]] = [:]
        for variant in report.variants {
            for run in variant.cases {
                for step in run.steps where step.status != .skipped {
                    if step.status == .failed {
                        cells[step.expectedOutcome, default: [:]][step.method, default: Cell()].missed += 1
                    } else if let outcome = step.outcome {
                        cells[outcome, default: [:]][step.method, default: Cell()].reached += 1
                    }
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
