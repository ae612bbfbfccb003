package import HAL
package import HALClient
package import HTTPTypes
package import Scenarios

/// What a client made of an answer, in words that every client has; what is nil was not reported.
package struct ReportedOutcome: Sendable {
    package var outcome: ExpectedOutcome
    package var status: Int?
    package var fields: [HTTPField] = []
    package var body: String?
    /// Resolved.
    package var location: String?
    package var lastModified: HTTPDate?
    /// The decoded state.
    package var model: JSONValue?
    package var relations: [ReportedRelation] = []
    package var embedded: [ReportedEmbedded] = []
    package var challenges: [ReportedChallenge] = []
    package var notModified: Bool?
    package var permanent: Bool?
    package var retryAfter: ReportedRetryAfter?
    package var kind: ConnectionFailureKind?
    /// The notices of permanent redirects so far, in order.
    package var notices: [RedirectNotice] = []
    /// What went wrong, in one line; nil when nothing did.
    package var detail: String?
    /// Values that a client has reported and that mean nothing, by the key of `expect` that they fail:
    /// `lastModified` → `'yesterday', which is not an HTTP-date`.
    package var invalid: [String: String] = [:]
    /// What a driver has written beside its answers, in place of an outcome: the call has not ended once.
    package var stray: String?

    package init(_ outcome: ExpectedOutcome) {
        self.outcome = outcome
    }
}

/// A link that a client has found.
package struct ReportedRelation: Sendable, Hashable {
    package var name: String
    /// Resolved; a template as it was written.
    package var target: String

    package init(name: String, target: String) {
        self.name = name
        self.target = target
    }
}

/// What a client has found embedded under one relation or, in the array dialect, of one media type.
package struct ReportedEmbedded: Sendable, Hashable {
    package var name: String
    package var models: [JSONValue]

    package init(name: String, models: [JSONValue]) {
        self.name = name
        self.models = models
    }
}

/// A challenge that a client has read.
package struct ReportedChallenge: Sendable, Hashable {
    package var scheme: String
    /// The realm among them.
    package var parameters: [StepAuthorization.Parameter]
    package var token68: String?

    package init(scheme: String, parameters: [StepAuthorization.Parameter] = [], token68: String? = nil) {
        self.scheme = scheme
        self.parameters = parameters
        self.token68 = token68
    }
}

/// When a client says that the server wants to be asked again.
package struct ReportedRetryAfter: Sendable, Hashable {
    /// From the receipt of the answer; 0 when it is over.
    package var seconds: Int
    package var date: HTTPDate?

    package init(seconds: Int, date: HTTPDate? = nil) {
        self.seconds = seconds
        self.date = date
    }
}

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
