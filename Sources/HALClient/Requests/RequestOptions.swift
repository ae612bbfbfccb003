public import HAL

/// What a single call adds to or changes of the executor's configuration.
public struct RequestOptions: Sendable {
    /// Fields for this call; they replace default ones of the same name.
    public var headers: RequestHeaders
    /// Credentials for the origin that the caller has named.
    ///
    /// That is the origin of a URI target; for a link, the origin at which the chain of calls began that led to it. A link
    /// or a redirect to another origin does not carry them; neither do credentials among ``headers``. To send them to
    /// other origins too, list those in ``credentialOrigins``.
    public var authorization: Authorization?
    /// Credentials by origin, for a target whose origin the caller does not know; they come after `authorization` and
    /// before those of the configuration.
    public var authorizations: [Origin: Authorization]
    /// Other origins that links may carry `authorization` and the credentials among `headers` to; redirects never do.
    public var credentialOrigins: Set<Origin>
    /// A condition on the state of the resource.
    public var precondition: Precondition?
    /// Items to add to the query of the target, in order; they are encoded.
    public var query: KeyValuePairs<String, String>
    /// The parameters: in the query for GET, HEAD and DELETE, else the body, or in the query beside a body.
    ///
    /// Those of the configuration are added; ``ExecutorConfiguration/globalParameters`` says which ones win.
    public var parameters: JSONObject
    /// How parameters become a body; nil for the way of the configuration.
    public var bodyEncoding: BodyEncoding?
    /// The media types to ask for, the best first; nil for those of the serializer.
    public var accept: [MediaType]?
    /// The time-outs; nil for those of the configuration.
    public var timeouts: Timeouts?
    /// Which redirects are followed; nil for those of the configuration.
    public var redirectPolicy: RedirectPolicy?
    /// Whether a retry middleware may send this again; nil goes by the method.
    public var isRetryable: Bool?
    /// Is told of the bytes on their way: of a streamed body, and of the body of an answer of success.
    public var onProgress: (@Sendable (TransferProgress) -> Void)?
    /// Is told at once of redirects to remember and of deprecated links.
    public var onNotice: (@Sendable (Notice) -> Void)?
    /// How the outcome reaches callbacks; nil without any.
    var delivery: Delivery?

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
        redirectPolicy: RedirectPolicy? = nil,
        isRetryable: Bool? = nil,
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        onNotice: (@Sendable (Notice) -> Void)? = nil
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
        self.redirectPolicy = redirectPolicy
        self.isRetryable = isRetryable
        self.onProgress = onProgress
        self.onNotice = onNotice
    }
}

extension RequestOptions: CustomReflectable {
    /// The options without the secrets among them.
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
