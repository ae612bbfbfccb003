import Documents
import Matching
import Scenarios

/// Mutates each expectation of each scenario, one at a time, and checks with the correct client that the step then fails.
package struct ExpectationTrial: Sendable {
    /// The result of a trial.
    package struct Findings: Sendable {
        /// The run; its failures are the mutations that no check detected.
        package let report: RunReport

        /// Whether every mutation was detected.
        package var isPassed: Bool { report.status != .failed && !report.isInterrupted }

        /// A block for each case with an undetected mutation; empty if there is none.
        package var failures: String {
            let text = ConsoleReporter(report).failures
            return text.isEmpty ? "" : text + "\n"
        }

        /// The number of mutations, in one line.
        package var summary: String {
            let mutations = report.cases.flatMap(\.allChecks).filter { $0.name == MutationJudge.name }
            let missed = mutations.count { $0.status != .passed }
            let end = missed == 0 ? "all detected" : "\(missed) not detected"
            return "\(mutations.count) expectations changed, one at a time: \(end)\n"
        }
    }

    private let items: [Selection.Item]
    private let servers: [any ContractServer]
    private let connections: ClientConnections
    private let options: ContractRunner.Options

    /// Selects one variant of each scenario, since the others have the same expectations.
    package init(
        _ items: [Selection.Item],
        servers: [any ContractServer],
        connections: ClientConnections = .standard,
        options: ContractRunner.Options
    ) {
        var seen: Set<String> = []
        self.items = items.filter { seen.insert($0.scenario.slug).inserted }
        self.servers = servers
        self.connections = connections
        self.options = options
    }

    /// Runs the scenarios with the correct client.
    ///
    /// - Throws: ``RunAborted`` when the server cannot be used.
    package func run(stop: StopSignal = StopSignal()) async throws -> Findings {
        var options = options
        options.mutatesExpectations = true
        options.repetitions = 1
        // A time limit that a busy machine exceeds says nothing about the expectation.
        options.retries = max(options.retries, 2)
        // The cases wait for the clock far more than they compute.
        options.jobs *= 4
        let client = HALClientDriver.kind(.async, with: nil, connections)
        let runner = ContractRunner(items, clients: [client], servers: servers, options: options)
        return Findings(report: try await runner.run(stop: stop))
    }
}

/// Finds expectations that every client meets: mutates each and judges the same evidence, which must then fail.
struct MutationJudge: Sendable {
    /// The name of the checks.
    static let name = "mutation"

    let capabilities: Capabilities

    /// Returns one report for each mutation of a step, and one for each vacuous key.
    func judge(_ step: Step, _ evidence: Evidence) -> [CheckReport] {
        Check.all.flatMap { check in
            let reports = check.mutations(step.expectation).map { mutation in
                var mutated = step
                mutated.expectation = mutation.value
                let checks = StepJudge(step: mutated, capabilities: capabilities).judge(evidence)
                let isDetected = checks.contains { $0.name == check.name && $0.status != .passed }
                return Self.report(mutation.place, isDetected, at: step.location)
            }
            return reports + (check.isVacuous(step.expectation) ? [Self.vacuous(check.name, at: step.location)] : [])
        }
    }

    /// Returns one report for each mutation of a `times`.
    func judge(_ judge: CaseJudge, _ usage: [InteractionUsage]) -> [CheckReport] {
        judge.variant.interactions.indices.flatMap { index in
            let interaction = judge.variant.interactions[index]
            return (interaction.expectedCount?.mutations ?? []).map { mutation in
                var variant = judge.variant
                variant.interactions[index].expectedCount = mutation.value
                let checks = CaseJudge(scenario: judge.scenario, variant: variant)
                    .judge(calls: [], requests: [], usage: usage)
                let isDetected = checks.contains { $0.name == "times" && $0.status == .failed }
                return Self.report("times \(mutation.place)", isDetected, at: interaction.location)
            }
        }
    }

    private static func report(_ place: String, _ isDetected: Bool, at location: SourceLocation) -> CheckReport {
        let verdict = Verdict.compared("to fail with another \(place)", "still passes", isMet: isDetected)
        return CheckReport(name, verdict, at: location)
    }

    private static func vacuous(_ key: String, at location: SourceLocation) -> CheckReport {
        CheckReport(name, .failed(expected: "'\(key)' to expect something", actual: "it expects nothing"), at: location)
    }
}
