import HTTPTypes
import Scenarios

/// Judges what must hold after a scenario's last step.
struct CaseJudge {
    let scenario: Scenario
    let variant: Variant
    /// The first step that was not run, so that nobody knows what else it would have asked for; nil: all were.
    var skipped: StepReport?

    func judge(
        calls: [StepSequence.MadeCall],
        requests: [ReceivedRequest],
        usage: [InteractionUsage]
    ) -> [CheckReport] {
        calls.map(Self.exactlyOnce) + [unmatched(requests)].compactMap { $0 }
            + variant.interactions.compactMap { times($0, usage) }
    }

    /// The first checks of a case, one for each call in order; to be judged once more when nothing can come late any more.
    static func exactlyOnce(_ call: StepSequence.MadeCall) -> CheckReport {
        guard call.recorder.failure == nil else {
            return CheckReport("exactlyOnce", .skipped("the driver has failed"), at: call.step.location)
        }
        let outcomes = call.recorder.reports.map { $0.outcome.stray ?? $0.outcome.outcome.rawValue }
        let actual = outcomes.count == 1 ? "one" : "\(outcomes.count): \(outcomes.listed)"
        let expected = "exactly one outcome of step '\(call.step.name)'"
        return CheckReport(
            "exactlyOnce",
            .compared(expected, actual, isMet: outcomes.count == 1),
            at: call.step.location
        )
    }

    private func unmatched(_ requests: [ReceivedRequest]) -> CheckReport? {
        guard !scenario.allowsUnmatched else { return nil }
        let lines = requests.filter { !$0.wasMatched }.map { "\($0.method.rawValue) \($0.target)" }
        return CheckReport(
            "unmatched",
            .compared("every request is answered by an interaction", lines.lines, isMet: lines.isEmpty),
            at: SourceLocation(file: scenario.file)
        )
    }

    private func times(_ interaction: Interaction, _ usage: [InteractionUsage]) -> CheckReport? {
        guard let expected = interaction.expectedCount else { return nil }
        let served = usage.first { $0.location == interaction.location }?.served ?? 0
        if let skipped, served < expected.atLeast {
            let reason = "step '\(skipped.name)' was skipped"
            return CheckReport("times", .skipped(reason), at: interaction.location, missing: skipped.missing)
        }
        let name = interaction.name.map { "'\($0)'" } ?? "the interaction"
        return CheckReport(
            "times",
            .compared("\(name) serves \(expected.text)", "\(served)", isMet: expected.contains(served)),
            at: interaction.location
        )
    }
}
