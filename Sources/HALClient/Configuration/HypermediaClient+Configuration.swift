public import Dispatch
public import HAL

extension HypermediaClient {
    /// The configuration of all calls of a client.
    public struct Configuration: Sendable {
        /// The base URI for relative targets, or nil; ``ServerAddress`` makes one of a server and a path.
        public var baseURI: String?
        /// Fields of every request.
        ///
        /// Credentials among them (`Authorization`, `Cookie`, `X-Api-Key` and similar fields) are sent only to the origin
        /// of `baseURI` and to those in ``credentialOrigins``. Without a base they are sent to the origin that the caller
        /// names, like ``RequestOptions/authorization``.
        public var headers: RequestHeaders
        /// Other origins that credentials among `headers` are sent to.
        public var credentialOrigins: Set<Origin>
        /// Credentials by origin; requests to other origins have none.
        public var authorizations: [Origin: Authorization]
        /// Credentials for the current origin of `baseURI`; they stay when that changes.
        ///
        /// `authorizations` takes precedence over them, and the credentials of a call over both.
        public var serverAuthorization: Authorization?
        /// `Accept-Language`, or nil.
        public var acceptLanguage: String?
        /// `Accept-Charset`, or nil.
        public var acceptCharset: String?
        /// The language as a parameter of every request, or nil; it overrides a parameter of the request.
        public var languageParameter: LanguageParameter?
        /// Parameters of every request to the origin of `baseURI`; without a base, of every request.
        ///
        /// They override parameters of the request, the language, and the query of a link.
        public var globalParameters: JSONObject
        /// The encoding of parameters as a body.
        public var bodyEncoding: BodyEncoding
        /// The media types of responses that are accepted, in place of those of the serializer, or nil.
        ///
        /// Downloads have their own types.
        public var acceptableMediaTypes: [MediaType]?
        /// The time-outs of each hop.
        public var timeouts: Timeouts
        /// The maximum time for each call with its redirects, retries and waits, or nil; see ``RequestOptions/deadline``.
        public var deadline: Duration?
        /// The size limits of a response.
        public var limits: ResponseLimits
        /// The maximum number of calls in progress; further ones wait in their order.
        ///
        /// A waiting call takes about 14 kB. A call within another one, of a middleware for example, does not wait. The
        /// deadline of a call includes the wait, its time-outs do not.
        public var concurrentCalls: Int
        /// The policy for following redirects.
        public var redirectPolicy: RedirectPolicy
        /// The types of embedded resources and their actions.
        public var models: ModelRegistry
        /// The decoder of models without a decoder of their serializer or registration; nil for a standard one.
        public var decoder: JSONValueDecoder?
        /// The encoder of models without an encoder of their serializer or content; nil for a standard one.
        public var encoder: JSONValueEncoder?
        /// The middlewares around each hop, the outermost first.
        public var middlewares: [any TransportMiddleware]
        /// Maps every outcome to an error of the application, or nil, before the caller receives it.
        ///
        /// A success with an error becomes `undecodable` with the code `application`; any other outcome keeps its class and
        /// carries the error, see ``Outcome/applicationError``. No mapping turns a failure into a success.
        public var errorMapping: (@Sendable (Outcome<Never>) -> (any Error)?)?
        /// Observes the outcome of every call without delaying it.
        ///
        /// With callbacks, it runs on their queue, after the closure has returned; else in its own task, after the outcome
        /// was returned.
        public var observer: (@Sendable (Outcome<Never>) -> Void)?
        /// The queue of callbacks for calls that name none.
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
            deadline: Duration? = nil,
            limits: ResponseLimits = ResponseLimits(),
            concurrentCalls: Int = 1_000,
            redirectPolicy: RedirectPolicy = .standard,
            models: ModelRegistry = ModelRegistry(),
            decoder: JSONValueDecoder? = nil,
            encoder: JSONValueEncoder? = nil,
            middlewares: [any TransportMiddleware] = [],
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
            self.deadline = deadline
            self.limits = limits
            self.concurrentCalls = concurrentCalls
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
        var server: Origin? { baseURI.flatMap { Origin($0) } }

        /// Whether an origin is that of the base.
        func isServer(_ origin: Origin) -> Bool {
            server == origin
        }
    }
}
