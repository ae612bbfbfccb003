import HAL
import Matching
import Scenarios

/// One key of `expect`: the value that a client reports, how it is judged, and how its expectation is mutated.
struct Check: Sendable {
    /// The key.
    let name: String
    /// The value as the client reports it; nil if the server or the runner observes it.
    let reported: ReportedValue?
    /// Whether the check is judged under an unexpected outcome too, where most keys have no meaning.
    let isJudgedUnderAnyOutcome: Bool
    /// Returns the verdict; nil if the expectation does not have the key.
    let judge: @Sendable (Expectation, Evidence) -> Verdict?
    /// Returns expectations that differ in this key, one for each value in it: a client that meets the original
    /// must not meet any of them.
    let mutations: @Sendable (Expectation) -> [Mutation<Expectation>]
    /// Returns whether the key is present but holds for every client.
    let isVacuous: @Sendable (Expectation) -> Bool

    init<Value>(
        _ name: String,
        _ key: any WritableKeyPath<Expectation, Value?> & Sendable,
        reported: ReportedValue? = nil,
        underAnyOutcome: Bool = false,
        mutations: @escaping @Sendable (Value) -> [Mutation<Value>],
        isVacuous: @escaping @Sendable (Value) -> Bool = { _ in false },
        judge: @escaping @Sendable (Value, Evidence) -> Verdict
    ) {
        self.name = name
        self.reported = reported
        isJudgedUnderAnyOutcome = underAnyOutcome
        self.judge = { expectation, evidence in
            expectation[keyPath: key].map { judge($0, evidence) }
        }
        self.mutations = { expectation in
            (expectation[keyPath: key].map(mutations) ?? []).map { mutation in
                mutation.lifted(at: name) { value in
                    var mutated = expectation
                    mutated[keyPath: key] = value
                    return mutated
                }
            }
        }
        self.isVacuous = { $0[keyPath: key].map(isVacuous) ?? false }
    }

    /// The capability that a driver must declare; nil if every driver reports the value.
    var capability: Capability? {
        reported?.needsCapability == true ? Capability(reporting: name) : nil
    }

    /// All checks, in the order of reports.
    static let all =
        [outcome] + responseChecks + representationChecks + redirectionChecks + failureChecks + wireChecks + retryChecks

    private static let outcome = Check(
        "outcome",
        \.expectedOutcome,
        underAnyOutcome: true,
        mutations: { [Mutation($0 == .success ? .conflict : .success)] },
        judge: { expected, evidence in
            let (actual, detail) = (evidence.reported.outcome, evidence.reported.detail)
            let text = actual.rawValue + (detail.map { ": \($0)" } ?? "")
            return .compared(expected.rawValue, text, isMet: expected == actual)
        }
    )
}

extension Expectation {
    /// The outcome, which every expectation has.
    fileprivate var expectedOutcome: OutcomeKind? {
        get { outcome }
        set { outcome = newValue ?? outcome }
    }
}

/// The facts that the checks of a step judge.
struct Evidence {
    let reported: ReportedOutcome
    let address: ScenarioAddress
    /// The requests that the server received during the step.
    let received: [ReceivedRequest]
    /// The time from the call to the first outcome.
    let elapsed: Duration
    /// The request that the step tells the client to send; nil if the runner does not know it.
    var sent: SentRequest?
}

extension [String] {
    /// The texts one below the other, or `none`.
    var lines: String { isEmpty ? "none" : joined(separator: "\n") }

    /// The names in one line, or `none`.
    var listed: String { isEmpty ? "none" : joined(separator: ", ") }
}

/// Judges one step by all keys of its `expect`.
struct StepJudge: Sendable {
    let step: Step
    let capabilities: Capabilities
    var profile = Profile.hypermock
    /// The reasons for expectations of a step without any of its own.
    var basesOfScenario = Bases()

    /// Returns one report for each expected key; keys without a meaning under the reported outcome are not judged.
    func judge(_ evidence: Evidence) -> [CheckReport] {
        let isExpected = evidence.reported.outcome == step.expectation.outcome
        if profile == .rfc, !isExpected, let opinion = basis(of: "outcome")?.opinion {
            return [report("outcome", .notJudged(.opinion(opinion, isMet: false)))]
        }
        return Check.all.compactMap { check in
            guard let verdict = check.judge(step.expectation, evidence) else { return nil }
            if let lack = check.capability.flatMap({ capabilities.lack(of: $0, for: step) }) {
                return report(check.name, .notJudged(NotJudged(lack)))
            }
            guard isExpected || check.isJudgedUnderAnyOutcome else {
                return report(check.name, .notJudged(NotJudged("not judged under an unexpected outcome")))
            }
            if profile == .rfc, let opinion = basis(of: check.name)?.opinion {
                return report(check.name, .notJudged(.opinion(opinion, isMet: verdict == .passed)))
            }
            return report(check.name, verdict)
        } + [sentRequest(evidence)].compactMap { $0 }
    }

    /// Returns the one report of a call without an outcome.
    func missingOutcome(_ reason: String) -> [CheckReport] {
        [report("outcome", .failed(expected: step.expectation.outcome.rawValue, actual: reason))]
    }

    func report(_ name: String, _ verdict: Verdict) -> CheckReport {
        CheckReport(name, verdict, at: step.location(of: name), basis: basis(of: name))
    }

    private func basis(of key: String) -> Basis? { step.bases.basis(of: key, in: basesOfScenario) }
}
