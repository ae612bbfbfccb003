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
