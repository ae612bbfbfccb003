public import HAL

/// The options of a single call, which complement or override the client's configuration.
public struct RequestOptions: Sendable {
    /// Fields for this call, which replace default fields of the same name.
    public var headers: RequestHeaders
    /// Credentials for the origin that the caller names.
    ///
    /// For a URI, this is its origin; for a link, the origin at which the chain of calls that led to it began. Neither
    /// these credentials nor those among ``headers`` are sent to another origin by a link or a redirect. To send them
    /// to other origins too, list those in ``credentialOrigins``.
    public var authorization: Authorization?
    /// Credentials by origin, for a target whose origin the caller does not know; `authorization` takes precedence over
    /// them, and they over those of the configuration.
    public var authorizations: [Origin: Authorization]
    /// Other origins to which links may send `authorization` and the credentials among `headers`; redirects never do.
    public var credentialOrigins: Set<Origin>
    /// A condition on the state of the resource.
    public var precondition: Precondition?
    /// Items to encode and add to the query of the target, in order.
    public var query: KeyValuePairs<String, String>
    /// The parameters: in the query for GET, HEAD and DELETE; else they become the body, or are in the query if there
    /// is a body.
    ///
    /// Those of the configuration are added; see ``HypermediaClient/Configuration/globalParameters`` for the precedence.
    public var parameters: JSONObject
    /// The encoding of parameters as a body; nil for that of the configuration.
    public var bodyEncoding: BodyEncoding?
    /// The media types to request, the preferred first; nil for those of the serializer.
    public var accept: [MediaType]?
    /// The time-outs of each hop; nil for those of the configuration.
    public var timeouts: Timeouts?
    /// The maximum time for the whole call; nil for that of the configuration.
    ///
    /// It includes redirects, retries and the waits between them, and requests for tokens of an ``OAuthSession``. A call that
    /// exceeds it ends as a connection failure of the kind `timedOut` with a ``DeadlineExceeded``.
    public var deadline: Duration?
    /// The policy for redirects; nil for that of the configuration.
    public var redirectPolicy: RedirectPolicy?
    /// Whether a retry middleware may send the request again; nil depends on the method.
    public var isRetryable: Bool?
    /// Receives the progress of a streamed body, and of the body of a successful response.
    public var onProgress: (@Sendable (TransferProgress) -> Void)?
    /// Receives notices of permanent redirects and deprecated links immediately.
    public var onNotice: (@Sendable (CallNotice) -> Void)?
    /// Connects the call with its callbacks; nil without callbacks.
    var delivery: CallbackDelivery?
    /// The deadline of the call that these options are a part of; nil before it begins, or without one.
    var expiry: CallExpiry?

    /// Makes options.
    public init(
        headers: RequestHeaders = [:],
        authorization: Authorization? = nil,
        authorizations: [Origin: Authorization] = [:],
        credentialOrigins: Set<Origin> = [],
        precondition: Precondition? = nil,
        query: KeyValuePairs<String, String> = [:],
        parameters: JSONObject = [:],
        bodyEncoding: BodyEncoding? = nil,
        accept: [MediaType]? = nil,
        timeouts: Timeouts? = nil,
        deadline: Duration? = nil,
        redirectPolicy: RedirectPolicy? = nil,
        isRetryable: Bool? = nil,
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        onNotice: (@Sendable (CallNotice) -> Void)? = nil
    ) {
        self.headers = headers
        self.authorization = authorization
        self.authorizations = authorizations
        self.credentialOrigins = credentialOrigins
        self.precondition = precondition
        self.query = query
        self.parameters = parameters
        self.bodyEncoding = bodyEncoding
        self.accept = accept
        self.timeouts = timeouts
        self.deadline = deadline
        self.redirectPolicy = redirectPolicy
        self.isRetryable = isRetryable
        self.onProgress = onProgress
        self.onNotice = onNotice
    }
}

extension RequestOptions: CustomReflectable {
    /// The redacted options.
    public var customMirror: Mirror {
        let items = query.map { "\($0)=\($1)" }.joined(separator: "&")
        return Mirror(
            self,
            children: [
                "headers": headers, "authorization": authorization as Any, "authorizations": authorizations,
                "credentialOrigins": credentialOrigins,
                "precondition": precondition as Any, "query": LogRedaction.standard.redacted(query: items),
                "parameters": LogRedaction.standard.redacted(.object(parameters)), "accept": accept as Any,
                "timeouts": timeouts as Any, "redirectPolicy": redirectPolicy as Any,
            ]
        )
    }
}
