import Scenarios

/// Judges one step by everything that its `expect` says.
struct StepJudge: Sendable {
    let step: Scenarios.Step
    let capabilities: Set<Capability>

    /// One report for each key that is expected.
    ///
    /// Under another outcome than the expected one most keys mean nothing; they are skipped, and the wire is still judged.
    func judge(_ evidence: Evidence) -> [CheckReport] {
        let isOther = evidence.reported.outcome != step.expectation.outcome
        return Check.all.compactMap { check in
            guard let verdict = check.judge(step.expectation, evidence) else { return nil }
            if let capability = check.capability, !capabilities.contains(capability) {
                var skipped = report(check.name, .skipped(capability.lack))
                skipped.missing = capability
                return skipped
            }
            guard isOther, !Self.alwaysJudged.contains(check.name) else { return report(check.name, verdict) }
            return report(check.name, .skipped("the outcome is another one"))
        }
    }

    /// The one report of a call without any outcome.
    func missingOutcome(_ reason: String) -> [CheckReport] {
        [report("outcome", .failed(expected: step.expectation.outcome.rawValue, actual: reason))]
    }

    private static let alwaysJudged: Set = ["outcome", "status", "received"]

    private func report(_ name: String, _ verdict: CheckReport.Verdict) -> CheckReport {
        CheckReport(name, verdict, at: step.location)
    }
}
