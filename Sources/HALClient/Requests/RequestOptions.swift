public import HAL

/// What a single call adds to or changes of the executor's configuration.
public struct RequestOptions: Sendable {
    /// Fields for this call; they replace default ones of the same name.
    public var headers: RequestHeaders
    /// Credentials for the target's origin; a redirect to another one does not carry them.
    public var authorization: Authorization?
    /// Credentials by origin, for a target whose origin the caller does not know; they come after `authorization` and
    /// before those of the configuration.
    public var authorizations: [Origin: Authorization]
    /// A condition on the state of the resource.
    public var precondition: Precondition?
    /// Items to add to the query of the target, in order; they are encoded.
    public var query: KeyValuePairs<String, String>
    /// The media types to ask for, the best first; nil for those of the serializer.
    public var accept: [MediaType]?
    /// The time-outs; nil for those of the configuration.
    public var timeouts: Timeouts?
    /// Which redirects are followed; nil for those of the configuration.
    public var redirectPolicy: RedirectPolicy?
    /// Whether a retry middleware may send this again; nil goes by the method.
    public var isRetryable: Bool?
    /// Is told at once of redirects to remember and of deprecated links.
    public var onNotice: (@Sendable (Notice) -> Void)?

    /// Makes options.
    public init(
        headers: RequestHeaders = [:],
        authorization: Authorization? = nil,
        authorizations: [Origin: Authorization] = [:],
        precondition: Precondition? = nil,
        query: KeyValuePairs<String, String> = [:],
        accept: [MediaType]? = nil,
        timeouts: Timeouts? = nil,
        redirectPolicy: RedirectPolicy? = nil,
        isRetryable: Bool? = nil,
        onNotice: (@Sendable (Notice) -> Void)? = nil
    ) {
        self.headers = headers
        self.authorization = authorization
        self.authorizations = authorizations
        self.precondition = precondition
        self.query = query
        self.accept = accept
        self.timeouts = timeouts
        self.redirectPolicy = redirectPolicy
        self.isRetryable = isRetryable
        self.onNotice = onNotice
    }
}
