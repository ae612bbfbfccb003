package import Documents
package import HAL
package import Scenarios

/// The result of a run: run → variant of a scenario → client → step → check.
///
/// Reporters are functions of it. It contains no secrets: they are redacted before.
package struct RunReport: Sendable, Hashable {
    /// The time at which the run began.
    package var startedAt: HTTPDate
    /// The time that it took.
    package var duration: Duration
    /// The seed that shuffled the cases; nil if they ran in the order of the files.
    package var seed: UInt64?
    /// Whether it ended before every case ran: by a signal, by `--fail-fast`, or because of `cause`.
    ///
    /// A run whose driver answered no call counts as interrupted too.
    package var isInterrupted = false
    /// The reason why it could not continue; nil if there is none.
    package var cause: String?
    /// Whether the driver or the server could not go on, so that the run does not count, whatever has failed.
    package var isAborted = false
    /// The variants in the order of the files, whatever the order in which they ran.
    package var variants: [VariantReport]
    /// The judged clients, in the order of the cases.
    package var clients: [ClientReport] = []
    /// The scenarios without a contract, which did not run.
    package var silent: [ScenarioWithoutContract] = []
    /// The differences from the baseline.
    package var drift = BaselineDrift()
    /// The selected protocols over which no case ran, because no client supports them.
    package var unsupported: [WireProtocol] = []
    /// The variants with cases that did not run; empty unless the run was interrupted.
    package var notRun: [SelectedVariant] = []
    /// Earlier runs of the same contracts with the same clients, the oldest first.
    package var trend: [RunSummary] = []
    /// The options that reports of shards have in common; nil if unknown.
    package var setup: RunSetup?

    package init(startedAt: HTTPDate, duration: Duration, seed: UInt64? = nil, variants: [VariantReport] = []) {
        self.startedAt = startedAt
        self.duration = duration
        self.seed = seed
        self.variants = variants
    }

    /// Failed if any case failed, flaky if any passed at a later attempt only, known if the failures of all are known;
    /// skipped if all cases were; else passed.
    package var status: RunStatus { RunStatus(of: variants.map(\.status)) }

    /// The message of a run that ended early; nil if it did not.
    package var interruption: String? {
        guard isInterrupted else { return nil }
        let event = notRun.isEmpty && cause != nil ? "the run does not count" : "the run ended before every case ran"
        return event + (cause.map { ": \($0.oneLine())" } ?? "")
    }

    /// All cases: each variant with each client, once for each repetition.
    package var cases: [CaseReport] { variants.flatMap(\.cases) }
}

/// A variant of the selection.
package struct SelectedVariant: Sendable, Hashable {
    /// The number of variants before it in the selection, whatever the shard.
    package var position: Int
    /// `slug`, or `slug[GET,409]` with a matrix.
    package var name: String

    package init(position: Int, name: String) {
        self.position = position
        self.name = name
    }
}

/// The result of one variant of a scenario with every client.
package struct VariantReport: Sendable, Hashable {
    /// The number of variants before it in the selection, whatever the shard.
    package var position = 0
    package var slug: String
    /// The values of the matrix; empty without a matrix.
    package var values: [String]
    /// The scenario's title.
    package var title: String
    package var tags: [String]
    /// The name of the TLS fault of the variant; nil if it has none.
    package var tlsFault: String?
    /// The path of the file, as given.
    package var file: String
    /// One case for each client, protocol and repetition.
    package var cases: [CaseReport]
    /// The interactions that no client reached.
    package var unreached: [UnreachedInteraction]

    package init(
        slug: String,
        values: [String] = [],
        title: String,
        tags: [String] = [],
        file: String,
        cases: [CaseReport] = [],
        unreached: [UnreachedInteraction] = []
    ) {
        self.slug = slug
        self.values = values
        self.title = title
        self.tags = tags
        self.file = file
        self.cases = cases
        self.unreached = unreached
    }

    /// `slug`, or `slug[GET,409]` with a matrix.
    package var name: String { Self.name(slug: slug, values: values) }

    package var status: RunStatus { RunStatus(of: cases.map(\.status)) }

    /// Returns the slug, which has no brackets, at the beginning of a name.
    static func slug(ofName name: String) -> String { String(name.prefix { $0 != "[" }) }

    /// `slug`, or `slug[GET,409]` with a matrix.
    package static func name(slug: String, values: [String]) -> String {
        Variant.name(slug: slug, values: values)
    }
}

/// An interaction that matched no request.
package struct UnreachedInteraction: Sendable, Hashable {
    /// The name of the interaction, which is optional.
    package var name: String?
    package var location: SourceLocation

    package init(name: String?, location: SourceLocation) {
        self.name = name
        self.location = location
    }
}

/// The result of one variant with one client: its steps in order, and the checks after the last step.
package struct CaseReport: Sendable, Hashable {
    /// The name of the client: `async`, `callbacks`, or the name that a driver gives.
    package var client: String
    /// The protocol between the client and the server; nil if they negotiated it.
    package var wire: WireProtocol?
    /// The number of the repetition, from 1.
    package var repetition: Int
    package var duration: Duration
    package var steps: [StepReport]
    /// The checks of the case as a whole: one outcome for each call, no unmatched request, every `times`.
    package var checks: [CheckReport]
    /// The base URL of the sandbox, which ended with the case; empty if unknown.
    package var address: String
    /// The command that reruns this case.
    package var reproduction: String
    /// The URL of the server, if it also runs before and after the case.
    package var runningServer: String?
    /// The failed attempts before this one.
    package var failedAttempts: [CaseReport] = []

    package init(
        client: String,
        wire: WireProtocol? = .http,
        repetition: Int = 1,
        duration: Duration = .zero,
        steps: [StepReport] = [],
        checks: [CheckReport] = [],
        address: String = "",
        reproduction: String = ""
    ) {
        self.client = client
        self.wire = wire
        self.repetition = repetition
        self.duration = duration
        self.steps = steps
        self.checks = checks
        self.address = address
        self.reproduction = reproduction
    }

    /// The client, and the protocol unless it is plain HTTP/1.1: `async over h2`.
    package var label: String { client + (wire.flatMap { $0 == .http ? nil : " over \($0.rawValue)" } ?? "") }

    /// Whether a step failed because the driver did.
    package var hasDriverFailure: Bool { steps.contains(where: \.isDriverFailure) }

    /// The checks of the steps, then those after the last step.
    package var allChecks: [CheckReport] { steps.flatMap(\.checks) + checks }

    /// The number of the attempt, from 1.
    package var attempt: Int { failedAttempts.count + 1 }

    /// Failed if any step or check failed; else flaky if an earlier attempt failed, or known if all failures are; skipped
    /// if every step was, since nothing was judged then; else passed.
    package var status: RunStatus {
        let status = statusOfAttempt
        return status == .failed || failedAttempts.isEmpty ? status : .flaky
    }

    private var statusOfAttempt: RunStatus {
        let ofSteps = RunStatus(of: steps.map(\.status))
        guard ofSteps == .skipped, !checks.contains(where: { $0.status == .failed || $0.status == .known }) else {
            return RunStatus(of: [ofSteps] + checks.map(\.status))
        }
        return .skipped
    }
}

/// The result of one step.
package struct StepReport: Sendable, Hashable {
    /// The step's name.
    package var name: String
    /// The place of the step in its file.
    package var location: SourceLocation
    /// The method of the request.
    package var method: String
    /// The target of the request: a URI, or a link such as `relation 'next'`.
    package var target: String
    package var duration: Duration
    /// The expected outcome: `conflict`.
    package var expectedOutcome: String
    /// The first outcome that the client reported; nil if it reported none.
    package var outcome: String?
    /// The reason why the step was skipped; nil if it ran.
    package var notJudged: NotJudged?
    package var checks: [CheckReport]
    /// Whether it failed because the driver did: it ended, or broke the protocol.
    package var isDriverFailure = false
    /// The requests and responses of a failed step as text, without secrets; empty if nothing was sent.
    package var exchange: String
    /// The first request of a failed step as a shell command, without secrets; nil if nothing was sent.
    package var curl: String?
    /// The requests that the server received during the step; empty unless the run keeps them.
    package var exchanges: [StepExchange] = []

    package init(
        name: String,
        location: SourceLocation,
        method: String,
        target: String,
        expectedOutcome: String,
        duration: Duration = .zero,
        outcome: String? = nil,
        notJudged: NotJudged? = nil,
        checks: [CheckReport] = [],
        exchange: String = "",
        curl: String? = nil
    ) {
        self.name = name
        self.location = location
        self.method = method
        self.target = target
        self.expectedOutcome = expectedOutcome
        self.duration = duration
        self.outcome = outcome
        self.notJudged = notJudged
        self.checks = checks
        self.exchange = exchange
        self.curl = curl
    }

    /// Whether it passed and none of its checks was skipped.
    package var isFullyJudged: Bool { status == .passed && checks.allSatisfy { $0.status == .passed } }

    package var status: RunStatus { notJudged == nil ? RunStatus(of: checks.map(\.status)) : .skipped }

    /// The opinion that was not judged and that the client contradicts; nil if there is none.
    var contradiction: NotJudged? { checks.lazy.compactMap(\.notJudged).first(where: \.isContradicted) }

    /// The reason why the step was skipped, in one line; nil if it ran.
    package var skipReason: String? { notJudged?.reason }
}

/// The result of one check.
package struct CheckReport: Sendable, Hashable {
    /// The key of `expect`, such as `outcome`, or the name of a check of the case: `times`.
    package var name: String
    package var verdict: Verdict
    /// The place of the expectation in the file.
    package var location: SourceLocation
    /// The reason for the expectation; nil if none is given.
    package var basis: Basis?

    package init(_ name: String, _ verdict: Verdict, at location: SourceLocation, basis: Basis? = nil) {
        self.name = name
        self.verdict = verdict
        self.location = location
        self.basis = basis
    }

    package var status: RunStatus { verdict.status }

    /// The reason why the check was not judged; nil if it was.
    package var notJudged: NotJudged? {
        guard case .notJudged(let reason) = verdict else { return nil }
        return reason
    }

    /// The reason why the check was not judged, in one line; nil if it was.
    package var skipReason: String? { notJudged?.reason }
}
