import HTTPTypes
import Scenarios

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
