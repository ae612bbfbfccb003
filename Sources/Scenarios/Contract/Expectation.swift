package import HAL

/// What a client must make of the answer; everything that is nil is not judged.
package struct Expectation: Sendable {
    package var outcome: ExpectedOutcome
    package var status: Int?
    package var headers: [Named<MultiValueMatcher>] = []
    package var body: Matcher?
    package var location: Expected<String>?
    /// An HTTP-date.
    package var lastModified: Expected<String>?
    /// JSON that the decoded state must contain.
    package var model: JSONValue?
    package var relations: RelationsExpectation?
    package var embedded: [Named<EmbeddedExpectation>]?
    /// The exact list; an empty one: none.
    package var challenges: [ChallengeExpectation]?
    package var notModified: Bool?
    package var permanent: Bool?
    package var retryAfter: Expected<ExpectedRetryAfter>?
    package var kind: ConnectionFailureKind?
    /// The permanent redirects that were noticed on the way, in order.
    package var notices: [RedirectNotice]?
    /// What the server saw of the step, one pattern for each hop.
    package var received: [RequestPattern]?
    package var elapsedMilliseconds: CountExpectation?

    package init(outcome: ExpectedOutcome) {
        self.outcome = outcome
    }
}

/// The class of an answer, as a client reports it.
package enum ExpectedOutcome: String, Sendable, CaseIterable {
    case success
    case redirection
    case authenticationRequired
    case conflict
    case clientError
    case serverUnavailable
    case serverError
    case connectionFailure
    case undecodable
}

/// A value, or that there is none.
package enum Expected<Value: Sendable & Hashable>: Sendable, Hashable {
    case absent
    case value(Value)
}

/// Which relations must exist, and where they must lead.
package enum RelationsExpectation: Sendable, Hashable {
    case present([String])
    /// For each relation its targets; an empty list: any.
    case targets([Named<[Matcher]>])
}

/// What a relation, or a media type of the array dialect, must have embedded.
package enum EmbeddedExpectation: Sendable, Hashable {
    case count(Int)
    /// For each resource what it must contain.
    case models([JSONValue])
}

/// One challenge of `WWW-Authenticate` (RFC 9110 §11).
package struct ChallengeExpectation: Sendable, Hashable {
    package var scheme: String
    package var realm: String?
    package var parameters: [StepAuthorization.Parameter] = []
    package var token68: String?

    package init(scheme: String) {
        self.scheme = scheme
    }
}

/// `Retry-After` as the client must report it.
package enum ExpectedRetryAfter: Sendable, Hashable {
    /// Two seconds more or less are allowed.
    case seconds(Int)
    /// An HTTP-date.
    case date(String)
}

/// Why no complete answer came.
package enum ConnectionFailureKind: String, Sendable, CaseIterable {
    case dns, refused, reset, truncated, timedOut, tls, protocolViolation, tooLarge, cancelled, offline, other
}

/// The notice of a permanent redirect.
package struct RedirectNotice: Sendable, Hashable {
    package var from: String
    package var to: String

    package init(from: String, to: String) {
        self.from = from
        self.to = to
    }
}
