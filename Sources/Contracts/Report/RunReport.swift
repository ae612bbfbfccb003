package import HAL

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
    package var silent: [SilentScenario] = []

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
