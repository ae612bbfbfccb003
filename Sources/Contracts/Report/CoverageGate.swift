import HTTPTypes
package import Scenarios

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
