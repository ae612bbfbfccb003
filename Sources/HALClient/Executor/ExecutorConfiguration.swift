public import Dispatch
public import HAL

/// What all calls of an executor have in common.
public struct ExecutorConfiguration: Sendable {
    /// What relative targets resolve against, or nil; ``ServerAddress`` makes one of a server and a path.
    public var baseURI: String?
    /// Fields of every request.
    ///
    /// Credentials among them (`Authorization`, `Cookie`, `X-Api-Key` and their like) are sent to the origin of `baseURI`
    /// alone, and to those in ``credentialOrigins``. Without a base they are sent to the origin that the caller names, as
    /// ``RequestOptions/authorization`` is.
    public var headers: RequestHeaders
    /// Other origins that credentials among `headers` are sent to.
    public var credentialOrigins: Set<Origin>
    /// Credentials by origin; a request to any other origin has none.
    public var authorizations: [Origin: Authorization]
    /// Credentials for the origin of `baseURI`, whichever it is; they stay when that changes.
    ///
    /// `authorizations` wins over them, and the credentials of a call over both.
    public var serverAuthorization: Authorization?
    /// `Accept-Language`, or nil.
    public var acceptLanguage: String?
    /// `Accept-Charset`, or nil.
    public var acceptCharset: String?
    /// The language as a parameter of every request, or nil; it wins over a parameter of the request.
    public var languageParameter: LanguageParameter?
    /// Parameters of every request to the origin of `baseURI`, or to any without a base.
    ///
    /// They win over a parameter of the request, over the language, and over the query of a link.
    public var globalParameters: JSONObject
    /// How parameters become a body.
    public var bodyEncoding: BodyEncoding
    /// The media types of answers that are taken, whatever the serializer takes; nil leaves it to that.
    ///
    /// Downloads have types of their own.
    public var acceptableMediaTypes: [MediaType]?
    /// The time-outs of each hop.
    public var timeouts: Timeouts
    /// How much of a response is taken in.
    public var limits: ResponseLimits
    /// Which redirects are followed.
    public var redirectPolicy: RedirectPolicy
    /// The types of embedded resources, and what to do with them.
    public var models: ModelRegistry
    /// What models are read with, unless a serializer or a registration names its own; nil for a standard one.
    public var decoder: JSONValueDecoder?
    /// What models are written with, unless a serializer or a content names its own; nil for a standard one.
    public var encoder: JSONValueEncoder?
    /// What wraps each hop, the outermost first.
    public var middlewares: [any Middleware]
    /// Looks at every outcome before the caller has it, and gives an error of the application's own, or nil.
    ///
    /// A success with an error becomes `undecodable`, with the code `application`; any other outcome stays what it is and
    /// carries the error, see ``Outcome/applicationError``. Nothing that is given hides a failure.
    public var errorMapping: (@Sendable (Outcome<Never>) -> (any Error)?)?
    /// Is told of every outcome of every call, and delays none.
    ///
    /// With callbacks, it is told on their queue, after the closure has returned; else in a task of its own, when the
    /// outcome has been given back.
    public var observer: (@Sendable (Outcome<Never>) -> Void)?
    /// Where the callbacks of a call are called that names no queue.
    public var callbackQueue: DispatchQueue

    /// Makes a configuration.
    public init(
        baseURI: String? = nil,
        headers: RequestHeaders = [:],
        credentialOrigins: Set<Origin> = [],
        authorizations: [Origin: Authorization] = [:],
        serverAuthorization: Authorization? = nil,
        acceptLanguage: String? = nil,
        acceptCharset: String? = nil,
        languageParameter: LanguageParameter? = nil,
        globalParameters: JSONObject = [:],
        bodyEncoding: BodyEncoding = .json,
        acceptableMediaTypes: [MediaType]? = nil,
        timeouts: Timeouts = Timeouts(),
        limits: ResponseLimits = ResponseLimits(),
        redirectPolicy: RedirectPolicy = .standard,
        models: ModelRegistry = ModelRegistry(),
        decoder: JSONValueDecoder? = nil,
        encoder: JSONValueEncoder? = nil,
        middlewares: [any Middleware] = [],
        errorMapping: (@Sendable (Outcome<Never>) -> (any Error)?)? = nil,
        observer: (@Sendable (Outcome<Never>) -> Void)? = nil,
        callbackQueue: DispatchQueue = .main
    ) {
        self.baseURI = baseURI
        self.headers = headers
        self.credentialOrigins = credentialOrigins
        self.authorizations = authorizations
        self.serverAuthorization = serverAuthorization
        self.acceptLanguage = acceptLanguage
        self.acceptCharset = acceptCharset
        self.languageParameter = languageParameter
        self.globalParameters = globalParameters
        self.bodyEncoding = bodyEncoding
        self.acceptableMediaTypes = acceptableMediaTypes
        self.timeouts = timeouts
        self.limits = limits
        self.redirectPolicy = redirectPolicy
        self.models = models
        self.decoder = decoder
        self.encoder = encoder
        self.middlewares = middlewares
        self.errorMapping = errorMapping
        self.observer = observer
        self.callbackQueue = callbackQueue
    }

    /// The origin of the base, or nil.
    var server: Origin? { baseURI.flatMap { Origin(URIReference($0)) } }

    /// Whether that is the origin of the base.
    func isServer(_ origin: Origin) -> Bool {
        server == origin
    }
}
