import Contracts
public import HAL
public import HALClient
public import HTTPTypes
import Scenarios

/// What a client made of an answer: its class, and what the client can tell about it.
public struct ContractOutcome: Sendable {
    /// The class of an answer.
    public enum Class: String, Sendable, CaseIterable {
        case success, redirection, authenticationRequired, conflict, clientError, serverUnavailable, serverError
        case connectionFailure, undecodable
    }

    /// One challenge of `WWW-Authenticate` (RFC 9110 §11).
    public struct Challenge: Sendable, Hashable {
        /// The name of the scheme.
        public var scheme: String
        /// The realm among them.
        public var parameters: [String: String]
        /// What stands instead of parameters.
        public var token68: String?

        /// Makes a challenge.
        public init(scheme: String, parameters: [String: String] = [:], token68: String? = nil) {
            self.scheme = scheme
            self.parameters = parameters
            self.token68 = token68
        }
    }

    var reported: ReportedOutcome

    /// Makes an outcome of a class; everything else is set where the client can tell it.
    public init(_ class: Class, status: Int? = nil) {
        // Both have the same cases, which a test holds.
        reported = ReportedOutcome(ExpectedOutcome(rawValue: `class`.rawValue) ?? .connectionFailure)
        reported.status = status
    }

    /// Takes what this package's own client says.
    public init(_ outcome: Outcome<JSONObject>) {
        reported = ReportedOutcome(outcome)
    }
}

extension ContractOutcome {
    /// The status; nil without an answer.
    public var status: Int? {
        get { reported.status }
        set { reported.status = newValue }
    }

    /// The header fields of the answer.
    public var headerFields: HTTPFields {
        get { HTTPFields(reported.fields) }
        set { reported.fields = Array(newValue) }
    }

    /// The body as text.
    public var body: String? {
        get { reported.body }
        set { reported.body = newValue }
    }

    /// `Location`, resolved.
    public var location: String? {
        get { reported.location }
        set { reported.location = newValue }
    }

    /// `Last-Modified`.
    public var lastModified: HTTPDate? {
        get { reported.lastModified }
        set { reported.lastModified = newValue }
    }

    /// The decoded state of a resource.
    public var model: JSONValue? {
        get { reported.model }
        set { reported.model = newValue }
    }

    /// Adds a link that the client has found; its target is resolved, a template is as it was written.
    public mutating func addRelation(_ name: String, target: String) {
        reported.relations.append(ReportedRelation(name: name, target: target))
    }

    /// Adds the resources that are embedded under a relation or, in the array dialect, of a media type.
    public mutating func addEmbedded(_ name: String, _ models: [JSONValue]) {
        reported.embedded.append(ReportedEmbedded(name: name, models: models))
    }

    /// The challenges of a 401, in their order.
    public var challenges: [Challenge] {
        get { reported.challenges.map { Challenge($0) } }
        set { reported.challenges = newValue.map { ReportedChallenge($0) } }
    }

    /// Whether a redirection says that nothing has changed.
    public var notModified: Bool? {
        get { reported.notModified }
        set { reported.notModified = newValue }
    }

    /// Whether a redirection is permanent.
    public var permanent: Bool? {
        get { reported.permanent }
        set { reported.permanent = newValue }
    }

    /// Says when the server wants to be asked again: seconds from the receipt of the answer, 0 when it is over, and the
    /// date if it was given as one.
    public mutating func setRetryAfter(seconds: Int, date: HTTPDate? = nil) {
        reported.retryAfter = ReportedRetryAfter(seconds: seconds, date: date)
    }

    /// Why no complete answer came: one of `dns` `refused` `reset` `truncated` `timedOut` `tls` `protocolViolation`
    /// `tooLarge` `cancelled` `offline` `other`; what is none of them is nil.
    public var failureKind: String? {
        get { reported.kind?.rawValue }
        set { reported.kind = newValue.flatMap { ConnectionFailureKind(rawValue: $0) } }
    }

    /// Adds the notice of a permanent redirect.
    public mutating func addNotice(from: String, to: String) {
        reported.notices.append(RedirectNotice(from: from, to: to))
    }

    /// What went wrong, in one line, for people.
    public var detail: String? {
        get { reported.detail }
        set { reported.detail = newValue }
    }
}

extension ContractOutcome.Challenge {
    fileprivate init(_ reported: ReportedChallenge) {
        let pairs = reported.parameters.map { ($0.name, $0.value) }
        self.init(
            scheme: reported.scheme,
            parameters: Dictionary(pairs) { first, _ in first },
            token68: reported.token68
        )
    }
}

extension ReportedChallenge {
    fileprivate init(_ challenge: ContractOutcome.Challenge) {
        let parameters = challenge.parameters.map { StepAuthorization.Parameter(name: $0.key, value: $0.value) }
        self.init(scheme: challenge.scheme, parameters: parameters, token68: challenge.token68)
    }
}
