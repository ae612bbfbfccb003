import Documents
import HAL
import HTTPTypes
import Scenarios

/// Judges the case as a whole after its last step.
struct CaseJudge {
    /// The names of the checks of a case.
    static let checks = ["exactlyOnce", "unmatched", "over", "times", "late"]

    let scenario: Scenario
    let variant: Variant
    /// The first skipped step, which might have caused more requests; nil if every step ran.
    var skipped: StepReport?
    /// The first step that contradicts an opinion, which might have caused other requests; nil if there is none.
    var contradicting: StepReport?
    /// The protocol that the client must use; nil if it is negotiated.
    var wire: WireProtocol?

    func judge(
        calls: [StepSequence.MadeCall],
        requests: [ReceivedRequest],
        usage: [InteractionUsage]
    ) -> [CheckReport] {
        let ofCase = [unmatched(requests), over(requests)] + variant.interactions.map { times($0, usage) }
        return calls.map(Self.exactlyOnce) + ofCase.compactMap { $0 }.map(excused)
    }

    /// Returns a failed check as not judged if a step contradicts an opinion.
    private func excused(_ check: CheckReport) -> CheckReport {
        guard check.status == .failed, let contradicting, check.name != "over",
            let cause = contradicting.contradiction
        else { return check }
        var excused = check
        excused.verdict = .notJudged(cause.inherited("step '\(contradicting.name)' contradicts an opinion"))
        return excused
    }

    /// Judges the number of outcomes of a call.
    ///
    /// These are the first checks of a case, in the order of the calls; they are judged again after the run, because an
    /// outcome may come late.
    static func exactlyOnce(_ call: StepSequence.MadeCall) -> CheckReport {
        if let failure = call.recorder.failure, failure.extent != .call {
            let reason = failure.notJudged ?? NotJudged("the driver failed")
            return CheckReport("exactlyOnce", .notJudged(reason), at: call.step.location)
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
            .compared("every request matches an interaction", lines.lines, isMet: lines.isEmpty),
            at: SourceLocation(file: scenario.file)
        )
    }

    /// Judges whether the client used the protocol; every client uses HTTP/1.1 with a server that supports nothing else, such
    /// as the port of a scenario with `tls`.
    private func over(_ requests: [ReceivedRequest]) -> CheckReport? {
        guard let wire, wire != .http else { return nil }
        let others = requests.filter { $0.wire != wire }
        let lines = others.map { "\($0.method.rawValue) \($0.target) \($0.wireText)" }
        return CheckReport(
            "over",
            .compared("every request is sent in \(wire.title)", lines.lines, isMet: lines.isEmpty),
            at: SourceLocation(file: scenario.file)
        )
    }

    private func times(_ interaction: Interaction, _ usage: [InteractionUsage]) -> CheckReport? {
        guard let expected = interaction.expectedCount else { return nil }
        let served = usage.first { $0.location == interaction.location }?.served ?? 0
        if let skipped, let cause = skipped.notJudged, served < expected.atLeast {
            let reason = cause.inherited("step '\(skipped.name)' was skipped")
            return CheckReport("times", .notJudged(reason), at: interaction.location)
        }
        let name = interaction.name.map { "'\($0)'" } ?? "the interaction"
        return CheckReport(
            "times",
            .compared("\(name) is used \(expected.times)", counted(served, "time"), isMet: expected.contains(served)),
            at: interaction.location
        )
    }
}
