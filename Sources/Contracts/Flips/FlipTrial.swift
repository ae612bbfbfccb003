import Scenarios

/// Changes each expectation of each scenario, one at a time, and has the good client show that the change is noticed.
package struct FlipTrial: Sendable {
    /// What came of it.
    package struct Result: Sendable {
        /// The run; the changes that nobody noticed are its failures.
        package let report: RunReport

        /// Whether every change was noticed.
        package var isPassed: Bool { report.status != .failed && !report.isInterrupted }

        /// A block for each case with a change that was not noticed.
        package var failures: String {
            let text = ConsoleReporter(report).failures
            return text.isEmpty ? "" : text + "\n"
        }

        /// How many changes there were, in one line.
        package var summary: String {
            let flips = report.cases.flatMap { $0.steps.flatMap(\.checks) + $0.checks }.filter {
                $0.name == FlipJudge.name
            }
            let missed = flips.count { $0.status != .passed }
            let end = missed == 0 ? "all noticed" : "\(missed) not noticed"
            return "\(flips.count) expectations changed, one at a time: \(end)\n"
        }
    }

    private let items: [Selection.Item]
    private let server: any ContractServer
    private let options: ContractRunner.Options

    /// Takes one variant of each scenario: the others expect the same.
    package init(_ items: [Selection.Item], server: any ContractServer, options: ContractRunner.Options) {
        var seen: Set<String> = []
        self.items = items.filter { seen.insert($0.scenario.slug).inserted }
        self.server = server
        self.options = options
    }

    /// - Throws: When the server cannot be used.
    package func run(stop: RunStop = RunStop()) async throws -> Result {
        var options = options
        options.isFlipping = true
        options.repetitions = 1
        // The cases wait for the clock far more than they compute.
        options.jobs *= 4
        let runner = ContractRunner(items, clients: [HALClientDriver.kind(.async)], server: server, options: options)
        return Result(report: try await runner.run(stop: stop))
    }
}
