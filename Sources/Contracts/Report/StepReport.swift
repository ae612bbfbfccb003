package import Scenarios

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
