import Contracts
public import HAL
public import HALClient
public import HTTPTypes
import Scenarios

extension Contract {
    /// A part of an outcome that a client can report, or a kind of call that it can make; other checks and steps are skipped.
    public enum Aspect: String, Sendable, CaseIterable {
        case headers, body, location, lastModified, model, relations, embedded, notices, challenges, retryAfter
        case kind, reason, follow, submit, pages, deadline, reuse
    }
}

/// The outcome of a call as the client under test reports it.
public struct ContractOutcome: Sendable {
    /// One challenge of `WWW-Authenticate` (RFC 9110 §11).
    public struct Challenge: Sendable, Hashable {
        /// The authentication scheme.
        public var scheme: String
        /// The parameters, the realm included.
        public var parameters: [String: String]
        /// The single value in place of parameters (RFC 9110 §11.2).
        public var token68: String?

        /// Creates a challenge.
        public init(scheme: String, parameters: [String: String] = [:], token68: String? = nil) {
            self.scheme = scheme
            self.parameters = parameters
            self.token68 = token68
        }
    }

    var reported: ReportedOutcome

    /// Creates an outcome; set the other properties that the client can report.
    public init(_ kind: OutcomeKind, status: Int? = nil) {
        reported = ReportedOutcome(kind)
        reported.status = status
    }

    /// Converts an outcome of `HALClient`.
    public init(_ outcome: Outcome<JSONObject>) {
        reported = ReportedOutcome(outcome)
    }
}

extension ContractOutcome {
    /// The status; nil without a response.
    public var status: Int? {
        get { reported.status }
        set { reported.status = newValue }
    }

    /// The header fields of the response.
    public var headerFields: HTTPFields {
        get { HTTPFields(reported.fields) }
        set { reported.fields = Array(newValue) }
    }

    /// The body as text.
    public var body: String? {
        get { reported.body }
        set { reported.body = newValue }
    }

    /// The resolved `Location`.
    public var location: String? {
        get { reported.location }
        set { reported.location = newValue }
    }

    /// The date of `Last-Modified`.
    public var lastModified: HTTPDate? {
        get { reported.lastModified }
        set { reported.lastModified = newValue }
    }

    /// The decoded state of a resource.
    public var model: JSONValue? {
        get { reported.model }
        set { reported.model = newValue }
    }

    /// Adds a link; the target is a resolved URI, or a template as written.
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

    /// Whether a redirection is a 304 (RFC 9110 §15.4.5).
    public var notModified: Bool? {
        get { reported.notModified }
        set { reported.notModified = newValue }
    }

    /// Whether a redirection is permanent.
    public var permanent: Bool? {
        get { reported.permanent }
        set { reported.permanent = newValue }
    }

    /// Sets the time of `Retry-After`: the seconds from the receipt of the response, 0 for a time in the past, and the date
    /// if the header has one.
    public mutating func setRetryAfter(seconds: Int, date: HTTPDate? = nil) {
        reported.retryAfter = ReportedRetryAfter(seconds: seconds, date: date)
    }

    /// The reason for a missing or incomplete response: `dns`, `refused`, `reset`, `truncated`, `timedOut`, `tls`,
    /// `protocolViolation`, `tooLarge`, `cancelled`, `offline` or `other`; another text sets nil.
    public var failureKind: String? {
        get { reported.kind?.rawValue }
        set { reported.kind = newValue.flatMap { ConnectionFailureKind(rawValue: $0) } }
    }

    /// The reason for a failure of the kind `tls`: `expired`, `notYetValid`, `selfSigned`, `untrusted`, `wrongHost`,
    /// `unsupportedProtocol`, `clientCertificateRequired`, `handshake` or `other`; another text sets nil.
    public var tlsReason: String? {
        get { reported.reason?.rawValue }
        set { reported.reason = newValue.flatMap { TLSFailureReason(rawValue: $0) } }
    }

    /// Adds a permanent redirect that the client followed.
    public mutating func addNotice(from: String, to: String) {
        reported.notices.append(RedirectNotice(from: from, to: to))
    }

    /// The reason for a failure, in one line, for people.
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
