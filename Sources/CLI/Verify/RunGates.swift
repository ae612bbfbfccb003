import Contracts

/// The minimum results of a run, and the exit code of a run that misses them.
struct RunGates {
    let coverage: [CoverageGate]
    let isFlakyRefused: Bool

    /// Throws the most severe failure, which determines the exit code.
    func judge(_ report: RunReport) throws {
        guard !report.isAborted else {
            throw CommandFailure(.infrastructure, "hypermock: \(report.cause ?? "aborted")")
        }
        guard report.status != .failed else { throw CommandFailure(.contracts, "") }
        guard !report.isInterrupted else {
            throw CommandFailure(.infrastructure, "hypermock: interrupted" + (report.cause.map { ": \($0)" } ?? ""))
        }
        guard report.status != .skipped else {
            throw CommandFailure(.nothingExecuted, "hypermock: all steps were skipped")
        }
        guard report.status != .flaky || !isFlakyRefused else {
            throw CommandFailure(.contracts, "hypermock: flaky cases fail the run (--fail-on-flaky)")
        }
        let shortfalls = coverage.compactMap { $0.shortfall(of: Coverage(report)) }
        guard shortfalls.isEmpty else {
            throw CommandFailure(.coverage, shortfalls.map { "hypermock: coverage: \($0)" }.joined(separator: "\n"))
        }
    }
}
