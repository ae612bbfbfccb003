public import HAL

/// What all calls of an executor have in common.
public struct ExecutorConfiguration: Sendable {
    /// What relative targets resolve against, or nil.
    public var baseURI: String?
    /// Fields of every request.
    public var headers: RequestHeaders
    /// Credentials by origin; a request to any other origin has none.
    public var authorizations: [Origin: Authorization]
    /// `Accept-Language`, or nil.
    public var acceptLanguage: String?
    /// `Accept-Charset`, or nil.
    public var acceptCharset: String?
    /// The time-outs of each hop.
    public var timeouts: Timeouts
    /// How much of a response is taken in.
    public var limits: ResponseLimits
    /// Which redirects are followed.
    public var redirectPolicy: RedirectPolicy
    /// The types of embedded resources, and what to do with them.
    public var models: ModelRegistry
    /// What wraps each hop, the outermost first.
    public var middlewares: [any Middleware]

    /// Makes a configuration.
    public init(
        baseURI: String? = nil,
        headers: RequestHeaders = [:],
        authorizations: [Origin: Authorization] = [:],
        acceptLanguage: String? = nil,
        acceptCharset: String? = nil,
        timeouts: Timeouts = Timeouts(),
        limits: ResponseLimits = ResponseLimits(),
        redirectPolicy: RedirectPolicy = .standard,
        models: ModelRegistry = ModelRegistry(),
        middlewares: [any Middleware] = []
    ) {
        self.baseURI = baseURI
        self.headers = headers
        self.authorizations = authorizations
        self.acceptLanguage = acceptLanguage
        self.acceptCharset = acceptCharset
        self.timeouts = timeouts
        self.limits = limits
        self.redirectPolicy = redirectPolicy
        self.models = models
        self.middlewares = middlewares
    }
}
