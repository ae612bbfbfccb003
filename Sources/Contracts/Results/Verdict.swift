/// The verdict of a check.
package enum Verdict: Sendable, Hashable {
    case passed
    /// Both texts are for people and have one line or several.
    case failed(expected: String, actual: String)
    /// Failed as the baseline predicts; the reason is that of the baseline.
    case known(expected: String, actual: String, reason: String)
    case notJudged(NotJudged)

    /// Passed, or failed with both texts.
    static func compared(_ expected: String, _ actual: String, isMet: Bool) -> Self {
        isMet ? .passed : .failed(expected: expected, actual: actual)
    }

    package var status: RunStatus {
        switch self {
        case .passed: .passed
        case .failed: .failed
        case .known: .known
        case .notJudged: .skipped
        }
    }
}

/// The reason why a step or a check was not judged.
package struct NotJudged: Sendable, Hashable {
    /// The origin of the reason, by which reports count.
    package enum Cause: Sendable, Hashable {
        /// The client lacks a capability.
        case lack(Lack)
        /// The driver answered that its client does not support the call, for this reason.
        case unsupported(String)
        /// The protocol cannot transfer the response or the header, for this reason.
        case wire(String)
        /// The expectation is an opinion, which the profile does not judge.
        case opinion(String)
        /// An earlier failure, or a server that does not have what the step needs.
        case circumstance
    }

    /// The reason for people, in one line.
    package let reason: String
    package let cause: Cause
    /// Whether the client contradicts the opinion that was not judged.
    var isContradicted = false

    package init(_ reason: String, _ cause: Cause = .circumstance) {
        self.reason = reason
        self.cause = cause
    }

    package init(_ lack: Lack) {
        self.init(lack.reason, .lack(lack))
    }

    /// The response or the header of another protocol.
    static func wire(_ reason: String) -> NotJudged { NotJudged(reason, .wire(reason)) }

    /// Returns this cause with another reason, for a step that depends on the one that was not judged.
    func inherited(_ reason: String) -> NotJudged { NotJudged(reason, cause) }

    /// Whether a failure of the client or the state of the server is the cause, not the client's capabilities.
    var isCircumstance: Bool { cause == .circumstance }
}

/// The result of a case, a step or a check.
package enum RunStatus: String, Sendable, Hashable, CaseIterable {
    case passed
    case failed
    /// Passed at a later attempt, after it failed.
    case flaky
    /// Failed as the baseline predicts.
    case known
    case skipped

    /// Failed if any part failed, else flaky if any is, else known if any failure is known; skipped if there are parts and all were skipped; else
    /// passed.
    package init(of parts: [RunStatus]) {
        if parts.contains(.failed) {
            self = .failed
        } else if parts.contains(.flaky) {
            self = .flaky
        } else if parts.contains(.known) {
            self = .known
        } else {
            self = !parts.isEmpty && parts.allSatisfy { $0 == .skipped } ? .skipped : .passed
        }
    }
}
