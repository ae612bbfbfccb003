import Scenarios

/// Changes each expectation of each scenario, one at a time, and has the good client show that the change is noticed.
package struct ExpectationTrial: Sendable {
    /// What came of it.
    package struct Findings: Sendable {
        /// The run; the mutations that nobody noticed are its failures.
        package let report: RunReport

        /// Whether every change was noticed.
        package var isPassed: Bool { report.status != .failed && !report.isInterrupted }

        /// A block for each case with a change that was not noticed.
        package var failures: String {
            let text = ConsoleReporter(report).failures
            return text.isEmpty ? "" : text + "\n"
        }

        /// How many mutations there were, in one line.
        package var summary: String {
            let flips = report.cases.flatMap { $0.steps.flatMap(\.checks) + $0.checks }.filter {
                $0.name == MutationJudge.name
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
    package func run(stop: StopSignal = StopSignal()) async throws -> Findings {
        var options = options
        options.mutatesExpectations = true
        options.repetitions = 1
        // The cases wait for the clock far more than they compute.
        options.jobs *= 4
        let runner = ContractRunner(items, clients: [HALClientDriver.kind(.async)], server: server, options: options)
        return Findings(report: try await runner.run(stop: stop))
    }
}

/// Finds expectations that hold whatever a client does: it changes each in turn, and what came must not be as expected
/// any more.
struct MutationJudge: Sendable {
    /// The name of the checks.
    static let name = "flip"

    let capabilities: Set<Capability>

    /// One report for each change, and one for each key that says nothing.
    func judge(_ step: Scenarios.Step, _ evidence: Evidence) -> [CheckReport] {
        let flips = step.expectation.flips.map { flip in
            var flipped = step
            flipped.expectation = flip.expectation
            let checks = StepJudge(step: flipped, capabilities: capabilities).judge(evidence)
            let isNoticed = checks.contains { $0.name == flip.key && $0.status != .passed }
            return Self.report(flip.place, isNoticed, at: step.location)
        }
        return flips
            + step.expectation.silentKeys.map { key in
                CheckReport(
                    Self.name,
                    .failed(expected: "'\(key)' to expect something", actual: "it expects nothing"),
                    at: step.location
                )
            }
    }

    /// One report for each `times` that is changed.
    func judge(_ judge: CaseJudge, _ usage: [InteractionUsage]) -> [CheckReport] {
        judge.variant.interactions.indices.flatMap { index in
            let interaction = judge.variant.interactions[index]
            return (interaction.expectedCount?.mutations ?? []).map { change in
                var variant = judge.variant
                variant.interactions[index].expectedCount = change.value
                let checks = CaseJudge(scenario: judge.scenario, variant: variant)
                    .judge(calls: [], requests: [], usage: usage)
                let isNoticed = checks.contains { $0.name == "times" && $0.status == .failed }
                return Self.report("times \(change.place)", isNoticed, at: interaction.location)
            }
        }
    }

    private static func report(_ place: String, _ isNoticed: Bool, at location: SourceLocation) -> CheckReport {
        CheckReport(
            name,
            .compared("a failure when this is changed: \(place)", "it holds all the same", isMet: isNoticed),
            at: location
        )
    }
}
