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
