import HAL
import HALClient
import HTTPTypes
import Scenarios

/// A client with one deliberate fault.
///
/// The contracts must detect every mutant; an undetected one shows a gap in the scenarios.
package struct Mutant: Sendable {
    /// Returns the outcome of an earlier call of the case.
    typealias Earlier = (_ call: Int) -> ReportedOutcome?

    /// The name, such as `conflict-as-clientError`.
    package let name: String
    /// The fault, in a few words.
    package let summary: String
    let redirectPolicy: RedirectPolicy
    /// The flaws of server certificates that the client accepts.
    let acceptedFlaws: Set<ConnectionFailure.TLSReason>
    /// Changes the request that follows a redirect.
    let hop: HopFault.Edit
    /// The rules of templates that the client checks.
    let validation: FormTemplate.Validation
    /// Whether the client requests every page to which a page links, even again.
    let followsCycles: Bool
    /// The requests that the client sends again after a connection has ended without a response.
    let repeats: RepeatFault.Repeats
    /// Changes the exchange of a request and its response.
    let exchange: ExchangeFault.Exchange
    /// Whether the client sends its last request again when nobody waits for it.
    let repeatsLastCall: Bool
    /// Changes a call before the client makes it.
    let change: @Sendable (inout DriverCall, Earlier) -> Void
    /// Replaces an outcome by none, one or several.
    let distort: @Sendable (ReportedOutcome, DriverCall) -> [ReportedOutcome]

    init(
        _ name: String,
        _ summary: String,
        redirectPolicy: RedirectPolicy = .standard,
        accepting acceptedFlaws: Set<ConnectionFailure.TLSReason> = [],
        validation: FormTemplate.Validation = .complete,
        followsCycles: Bool = false,
        repeats: RepeatFault.Repeats = .safe,
        repeatsLastCall: Bool = false,
        hop: @escaping HopFault.Edit = { _, _ in },
        exchange: @escaping ExchangeFault.Exchange = ExchangeFault.correct,
        change: @escaping @Sendable (inout DriverCall, Earlier) -> Void = { _, _ in },
        distort: @escaping @Sendable (ReportedOutcome, DriverCall) -> [ReportedOutcome] = { outcome, _ in [outcome] }
    ) {
        self.name = name
        self.summary = summary
        self.redirectPolicy = redirectPolicy
        self.acceptedFlaws = acceptedFlaws
        self.validation = validation
        self.followsCycles = followsCycles
        self.repeats = repeats
        self.repeatsLastCall = repeatsLastCall
        self.hop = hop
        self.exchange = exchange
        self.change = change
        self.distort = distort
    }

    /// A fault in the content of an outcome.
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

    /// A fault in the request.
    static func sending(
        _ name: String,
        _ summary: String,
        _ change: @escaping @Sendable (inout DriverCall, Earlier) -> Void
    ) -> Mutant {
        Mutant(name, summary, change: change)
    }

    /// The kind of driver for the mutant in one API style.
    package func kind(_ style: APIStyle, _ connections: ClientConnections = .standard) -> DriverKind {
        DriverKind("\(name)/\(style.rawValue)", capabilities: ClientTransport.ofPlatform.capabilities) { needs in
            MutantDriver(self, style, connections, for: needs)
        }
    }
}

extension Mutant {
    /// All mutants.
    package static let all =
        outcomeFaults + lostValues + contentFaults + exchangeFaults + requestFaults + formFaults + seriesFaults
        + certificateFaults + waitingFaults

    /// A fault for each value that a client can report: it is not reported.
    private static let lostValues: [Mutant] = Check.all.compactMap { check in
        guard let value = check.reported else { return nil }
        return .reporting("\(check.name)-lost", "'\(check.name)' is not reported") { value.remove(&$0) }
    }

    /// Faults in the class of an outcome, and in the number of outcomes.
    private static let outcomeFaults: [Mutant] = [
        reporting(.conflict, as: .clientError),
        reporting(.serverUnavailable, as: .serverError),
        reporting(.authenticationRequired, as: .clientError),
        reporting(.serverError, as: .clientError),
        reporting(.clientError, as: .serverError),
        reporting(.redirection, as: .success),
        reporting(.redirection, as: .clientError),
        reporting(.undecodable, as: .success),
        reporting(.undecodable, as: .serverError),
        reporting(.connectionFailure, as: .serverError),
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
        .reporting("odd-status-as-success", "a status above 599 is a success") { outcome in
            if let status = outcome.status, status > 599 { outcome.outcome = .success }
        },
        .reporting("truncated-as-success", "a truncated body is reported as complete") { outcome in
            if outcome.kind == .truncated { outcome.outcome = .success }
        },
        .reporting("no-content-as-undecodable", "a success without content is reported as undecodable") { outcome in
            if outcome.status == 204 { outcome.outcome = .undecodable }
        },
        .ending("called-twice", "the callback is called twice") { outcome, _ in [outcome, outcome] },
        .ending("never-called", "the callback is never called") { _, _ in [] },
        .ending("head-body-awaited", "the client waits for the body of a response to HEAD") { outcome, call in
            guard call.request.method == .head else { return [outcome] }
            var late = ReportedOutcome(.connectionFailure)
            late.kind = .timedOut
            return [late]
        },
        .reporting("all-failures-alike", "every connection failure has the kind 'other'") { outcome in
            if outcome.kind != nil { outcome.kind = .other }
        },
    ]

    private static func reporting(_ outcome: OutcomeKind, as other: OutcomeKind) -> Mutant {
        let name = "\(outcome.rawValue)-as-\(other.rawValue)"
        return .reporting(name, "\(outcome.rawValue) is reported as \(other.rawValue)") {
            if $0.outcome == outcome { $0.outcome = other }
        }
    }
}
