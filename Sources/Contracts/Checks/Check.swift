import Scenarios

/// One key of `expect` and how it is judged.
struct Check: Sendable {
    /// The key.
    let name: String
    /// What a driver must be able to report for it; nil: nothing special.
    let capability: Capability?
    /// Nil when nothing is expected.
    let judge: @Sendable (Expectation, Evidence) -> CheckReport.Verdict?

    init(
        _ name: String,
        needs capability: Capability? = nil,
        _ judge: @escaping @Sendable (Expectation, Evidence) -> CheckReport.Verdict?
    ) {
        self.name = name
        self.capability = capability
        self.judge = judge
    }

    /// In the order in which they stand in reports.
    static let all =
        [outcome] + answerChecks + representationChecks + redirectionChecks + [challenges, retryAfter, kind]
        + wireChecks

    private static let outcome = Check("outcome") { expectation, evidence in
        let actual = evidence.reported.detail.map { "\(evidence.reported.outcome.rawValue): \($0)" }
        return .compared(
            expectation.outcome.rawValue,
            actual ?? evidence.reported.outcome.rawValue,
            isMet: expectation.outcome == evidence.reported.outcome
        )
    }

    private static let kind = Check("kind", needs: .kind) { expectation, evidence in
        guard let expected = expectation.kind else { return nil }
        let actual = evidence.reported.kind
        return .compared(expected.rawValue, actual?.rawValue ?? "none", isMet: expected == actual)
    }
}

/// What the checks of a step look at.
struct Evidence: Sendable {
    /// The first outcome that was reported.
    let reported: ReportedOutcome
    let address: ScenarioAddress
    /// What the server has received during the step.
    let received: [ReceivedRequest]
    /// From the call to the first outcome.
    let elapsed: Duration
}

extension CheckReport.Verdict {
    /// Passed, or failed with both texts.
    static func compared(_ expected: String, _ actual: String, isMet: Bool) -> Self {
        isMet ? .passed : .failed(expected: expected, actual: actual)
    }
}

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
