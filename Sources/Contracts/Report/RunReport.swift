package import HAL
package import Scenarios

/// A run as a value: run → variant of a scenario → client → step → check.
///
/// Reporters are functions of it. Secrets are redacted before they get here, so that a reporter may write out everything.
package struct RunReport: Sendable, Hashable {
    /// When the run began.
    package var startedAt: HTTPDate
    /// How long it took.
    package var duration: Duration
    /// What shuffled the cases; nil: they ran in the order of the files.
    package var seed: UInt64?
    /// Whether it ended before every case had run, by a signal, by `--fail-fast`, or by what `cause` says.
    package var isInterrupted = false
    /// Why it could not go on; nil: it could.
    package var cause: String?
    /// In the order of the files, whatever the order in which they ran.
    package var variants: [VariantReport]
    /// The clients that were judged, in the order of the cases.
    package var clients: [ClientReport] = []
    /// Scenarios that could not be run, because they have no contract.
    package var silent: [ScenarioWithoutContract] = []

    package init(startedAt: HTTPDate, duration: Duration, seed: UInt64? = nil, variants: [VariantReport] = []) {
        self.startedAt = startedAt
        self.duration = duration
        self.seed = seed
        self.variants = variants
    }

    /// Failed when any case has; skipped when there is nothing else; else passed.
    package var status: RunStatus { RunStatus(of: variants.map(\.status)) }

    /// What is to be said of a run that ended early; nil: it did not.
    package var interruption: String? {
        guard isInterrupted else { return nil }
        return "the run ended before every case had run" + (cause.map { ": \($0.oneLine())" } ?? "")
    }

    /// All cases: one variant with one client, once for each repetition.
    package var cases: [CaseReport] { variants.flatMap(\.cases) }
}

/// How a case, a step or a check ended.
package enum RunStatus: String, Sendable, Hashable, CaseIterable {
    case passed
    case failed
    case skipped

    /// Failed when any part has; skipped when all parts were, and there is one; else passed.
    package init(of parts: [RunStatus]) {
        if parts.contains(.failed) {
            self = .failed
        } else {
            self = !parts.isEmpty && parts.allSatisfy { $0 == .skipped } ? .skipped : .passed
        }
    }
}

/// What became of one variant of a scenario with every client.
package struct VariantReport: Sendable, Hashable {
    package var slug: String
    /// The values of the matrix; empty without one.
    package var values: [String]
    /// The scenario's title.
    package var title: String
    package var tags: [String]
    /// The file, as it was given.
    package var file: String
    /// One for each client, and each repetition.
    package var cases: [CaseReport]
    /// The interactions that no client has reached.
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

    /// `slug`, or `slug[GET,409]` with a matrix.
    package static func name(slug: String, values: [String]) -> String {
        values.isEmpty ? slug : "\(slug)[\(values.joined(separator: ","))]"
    }
}

/// An interaction that answered no request.
package struct UnreachedInteraction: Sendable, Hashable {
    /// The interaction's name; nil when it has none.
    package var name: String?
    package var location: SourceLocation

    package init(name: String?, location: SourceLocation) {
        self.name = name
        self.location = location
    }
}

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

/// What became of one step.
package struct StepReport: Sendable, Hashable {
    /// The step's name.
    package var name: String
    /// Where the step stands in its file.
    package var location: SourceLocation
    /// The method that the client was told to use.
    package var method: String
    /// The URI that was asked for, or what stood in its place when there was none: `relation 'next'`.
    package var target: String
    package var duration: Duration
    /// The outcome that must come: `conflict`.
    package var expectedOutcome: String
    /// The outcome that the client reported, the first one if there were several; nil: none.
    package var outcome: String?
    /// Why the step was not run; nil: it was.
    package var skipReason: String?
    /// The capability for lack of which it was not run; nil: it was, or for another reason.
    package var missing: Capability?
    package var checks: [CheckReport]
    /// Requests and answers as text, without secrets; empty when nothing was sent.
    package var exchange: String
    /// The request as a command for a shell, without secrets; nil when nothing was sent.
    package var curl: String?

    package init(
        name: String,
        location: SourceLocation,
        method: String,
        target: String,
        expectedOutcome: String,
        duration: Duration = .zero,
        outcome: String? = nil,
        skipReason: String? = nil,
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
        self.skipReason = skipReason
        self.checks = checks
        self.exchange = exchange
        self.curl = curl
    }

    /// Whether it has passed and nothing of what it expects was left out.
    package var isFullyJudged: Bool { status == .passed && checks.allSatisfy { $0.status == .passed } }

    package var status: RunStatus { skipReason == nil ? RunStatus(of: checks.map(\.status)) : .skipped }
}

/// One thing that was judged.
package struct CheckReport: Sendable, Hashable {
    /// What the judgement was.
    package enum Verdict: Sendable, Hashable {
        case passed
        /// Both as people read them, each one line or several.
        case failed(expected: String, actual: String)
        /// It could not be judged: why.
        case skipped(String)
    }

    /// The key of `expect`, `outcome` for example, or a name for what holds after a scenario: `times`.
    package var name: String
    package var verdict: Verdict
    /// Where what is expected stands in the file.
    package var location: SourceLocation
    /// The capability for lack of which it was skipped; nil: it was not, or for another reason.
    package var missing: Capability?

    package init(_ name: String, _ verdict: Verdict, at location: SourceLocation, missing: Capability? = nil) {
        self.name = name
        self.verdict = verdict
        self.location = location
        self.missing = missing
    }

    package var status: RunStatus {
        switch verdict {
        case .passed: .passed
        case .failed: .failed
        case .skipped: .skipped
        }
    }
}
