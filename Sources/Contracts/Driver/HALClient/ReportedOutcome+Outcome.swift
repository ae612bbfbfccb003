package import HAL
package import HALClient
import Scenarios

extension ReportedOutcome {
    /// What the client's outcome says, class by class.
    package init(_ outcome: Outcome<JSONObject>) {
        self.init(ExpectedOutcome(outcome))
        if let response = outcome.response { take(response) }
        switch outcome {
        case .success(let representation), .conflict(let representation): take(representation)
        case .redirection(let redirection): take(redirection)
        case .authenticationRequired(let required): challenges = required.challenges.map { ReportedChallenge($0) }
        case .clientError(let error): retryAfter = ReportedRetryAfter(error.retryAfter)
        case .serverUnavailable(let unavailable): retryAfter = ReportedRetryAfter(unavailable.retryAfter)
        case .serverError: break
        case .connectionFailure(let failure):
            kind = ConnectionFailureKind(rawValue: failure.kind.rawValue)
            detail = failure.description
        case .undecodable(let undecodable): detail = undecodable.failure.description
        }
    }

    private mutating func take(_ response: Response) {
        status = response.status
        fields = Array(response.fields)
        body = String(decoding: response.body, as: UTF8.self)
        location = response.location
        lastModified = response.lastModified
    }

    private mutating func take(_ representation: Representation<JSONObject>) {
        location = representation.location
        lastModified = representation.lastModified
        model = representation.model.map { .object($0) }
        relations = representation.relations.map {
            ReportedRelation(name: $0.name.rawValue, target: $0.target ?? $0.link.href)
        }
        let embedded = representation.resource?.embedded ?? .none
        self.embedded = embedded.relations.map { relation in
            ReportedEmbedded(name: relation.rawValue, models: embedded[relation].map { .object($0.state) })
        }
        detail = representation.decodingFailure?.description
    }

    private mutating func take(_ redirection: Redirection) {
        location = redirection.location
        notModified = redirection.notModified
        permanent = redirection.permanent
        retryAfter = ReportedRetryAfter(redirection.retryAfter)
        detail = redirection.reason.rawValue
    }
}

extension ExpectedOutcome {
    fileprivate init(_ outcome: Outcome<JSONObject>) {
        self =
            switch outcome {
            case .success: .success
            case .redirection: .redirection
            case .authenticationRequired: .authenticationRequired
            case .conflict: .conflict
            case .clientError: .clientError
            case .serverUnavailable: .serverUnavailable
            case .serverError: .serverError
            case .connectionFailure: .connectionFailure
            case .undecodable: .undecodable
            }
    }
}

extension ReportedChallenge {
    fileprivate init(_ challenge: Challenge) {
        self.init(
            scheme: challenge.scheme,
            parameters: challenge.parameters.map { StepAuthorization.Parameter(name: $0.name, value: $0.value) },
            token68: challenge.token68
        )
    }
}

extension ReportedRetryAfter {
    fileprivate init?(_ retryAfter: RetryAfter?) {
        guard let retryAfter else { return nil }
        let remaining = retryAfter.remaining(at: retryAfter.receivedAt)
        self.init(seconds: Int(remaining / .seconds(1)), date: retryAfter.date)
    }
}
