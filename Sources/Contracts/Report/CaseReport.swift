/// What became of one variant with one client: its steps in order, and what was judged after the last.
package struct CaseReport: Sendable, Hashable {
    /// The client's name: `async` or `callbacks`, or what a driver says of itself.
    package var client: String
    /// From 1; more than 1 with `--repeat`.
    package var repetition: Int
    package var duration: Duration
    package var steps: [StepReport]
    /// What holds for the scenario as a whole: that every call ended once, that no request was unmatched, every `times`.
    package var checks: [CheckReport]
    /// The command that runs just this case again.
    package var reproduction: String

    package init(
        client: String,
        repetition: Int = 1,
        duration: Duration = .zero,
        steps: [StepReport] = [],
        checks: [CheckReport] = [],
        reproduction: String = ""
    ) {
        self.client = client
        self.repetition = repetition
        self.duration = duration
        self.steps = steps
        self.checks = checks
        self.reproduction = reproduction
    }

    /// Failed when anything has; skipped when no step was run, since nothing was judged then; else passed.
    package var status: RunStatus {
        let ofSteps = RunStatus(of: steps.map(\.status))
        guard ofSteps == .skipped, !checks.contains(where: { $0.status == .failed }) else {
            return RunStatus(of: [ofSteps] + checks.map(\.status))
        }
        return .skipped
    }
}
