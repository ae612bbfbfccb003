import HALClient
import HTTPTypes
import Scenarios

/// A client that is broken on purpose, by one fault.
///
/// The contracts must find out each of them; one that none finds out shows a hole in the scenarios.
package struct Mutant: Sendable {
    /// What an earlier call of the case has reported.
    typealias Earlier = (_ call: Int) -> ReportedOutcome?

    /// In the way of `conflict-as-client-error`.
    package let name: String
    /// The fault, in a few words.
    package let summary: String
    let redirectPolicy: RedirectPolicy
    /// What is sent after a redirect, with the fault; beside it the request before the redirect.
    let hop: HopFault.Edit
    /// What is asked of the client, with the fault.
    let change: @Sendable (inout DriverCall, Earlier) -> Void
    /// What the client reports, with the fault: none, one or several outcomes.
    let distort: @Sendable (ReportedOutcome, DriverCall) -> [ReportedOutcome]

    init(
        _ name: String,
        _ summary: String,
        redirectPolicy: RedirectPolicy = .standard,
        hop: @escaping HopFault.Edit = { _, _ in },
        change: @escaping @Sendable (inout DriverCall, Earlier) -> Void = { _, _ in },
        distort: @escaping @Sendable (ReportedOutcome, DriverCall) -> [ReportedOutcome] = { outcome, _ in [outcome] }
    ) {
        self.name = name
        self.summary = summary
        self.redirectPolicy = redirectPolicy
        self.hop = hop
        self.change = change
        self.distort = distort
    }

    /// A fault in what an outcome says.
    static func reporting(
        _ name: String,
        _ summary: String,
        _ edit: @escaping @Sendable (inout ReportedOutcome) -> Void
    ) -> Mutant {
        ending(name, summary) { outcome, _ in
            var outcome = outcome
            edit(&outcome)
            return [outcome]
        }
    }

    /// A fault in how a call ends.
    static func ending(
        _ name: String,
        _ summary: String,
        _ distort: @escaping @Sendable (ReportedOutcome, DriverCall) -> [ReportedOutcome]
    ) -> Mutant {
        Mutant(name, summary, distort: distort)
    }

    /// A fault in what is sent.
    static func sending(
        _ name: String,
        _ summary: String,
        _ change: @escaping @Sendable (inout DriverCall, Earlier) -> Void
    ) -> Mutant {
        Mutant(name, summary, change: change)
    }

    /// The broken client in one of its two APIs.
    package func kind(_ style: APIStyle) -> DriverKind {
        DriverKind("\(name)/\(style.rawValue)") { MutantDriver(self, style) }
    }
}

extension Mutant {
    /// All of them.
    package static let all = outcomeFaults + contentFaults + requestFaults

    /// Faults in the class of the answer, and in the number of callbacks.
    private static let outcomeFaults: [Mutant] = [
        taking(.conflict, for: .clientError),
        taking(.serverUnavailable, for: .serverError),
        taking(.authenticationRequired, for: .clientError),
        taking(.serverError, for: .clientError),
        taking(.clientError, for: .serverError),
        taking(.redirection, for: .success),
        taking(.redirection, for: .clientError),
        taking(.undecodable, for: .success),
        taking(.undecodable, for: .serverError),
        taking(.connectionFailure, for: .serverError),
        .ending("conflict-of-changes-only", "409 to a read is a client error") { outcome, call in
            guard outcome.outcome == .conflict, call.request.method == .get else { return [outcome] }
            var other = outcome
            other.outcome = .clientError
            return [other]
        },
        .reporting("hint-needed", "503 without Retry-After is a server error") { outcome in
            if outcome.outcome == .serverUnavailable, outcome.retryAfter == nil { outcome.outcome = .serverError }
        },
        .reporting("challenge-needed", "401 without a challenge is a client error") { outcome in
            let isBare = outcome.outcome == .authenticationRequired && outcome.challenges.isEmpty
            if isBare { outcome.outcome = .clientError }
        },
        .reporting("odd-status-as-success", "what is above 599 is a success") { outcome in
            if let status = outcome.status, status > 599 { outcome.outcome = .success }
        },
        .reporting("truncated-as-success", "half a body is taken for a whole one") { outcome in
            if outcome.kind == .truncated { outcome.outcome = .success }
        },
        .reporting("no-content-as-undecodable", "an empty success is taken for an undecodable one") { outcome in
            if outcome.status == 204 { outcome.outcome = .undecodable }
        },
        .ending("called-twice", "the callback is called twice") { outcome, _ in [outcome, outcome] },
        .ending("never-called", "the callback is never called") { _, _ in [] },
        .ending("head-body-awaited", "the body of an answer to HEAD is waited for") { outcome, call in
            guard call.request.method == .head else { return [outcome] }
            var late = ReportedOutcome(.connectionFailure)
            late.kind = .timedOut
            return [late]
        },
        .reporting("all-failures-alike", "every connection failure is one of the kind 'other'") { outcome in
            if outcome.kind != nil { outcome.kind = .other }
        },
    ]

    private static func taking(_ outcome: ExpectedOutcome, for other: ExpectedOutcome) -> Mutant {
        let name = "\(outcome.rawValue)-as-\(other.rawValue)"
        return .reporting(name, "\(outcome.rawValue) is taken for \(other.rawValue)") {
            if $0.outcome == outcome { $0.outcome = other }
        }
    }
}
