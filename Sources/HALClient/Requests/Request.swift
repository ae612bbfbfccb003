public import HAL
public import HTTPTypes

/// One request of one hop, as a transport sends it.
///
/// Its description and its mirror show no credentials.
public struct Request: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The absolute URI without a fragment.
    public var url: String
    /// The fields; the transport adds `Host`, `Content-Length` and what the connection needs.
    public var fields: HTTPFields
    /// The body, or nil if the request has none; an empty body is sent with `Content-Length: 0`.
    public var body: [UInt8]?
    /// A body that is made while it is sent, in place of `body`; nil for most requests.
    ///
    /// A transport that cannot stream may send what ``StreamedBody/collect(limit:)`` gives.
    public var stream: StreamedBody?
    /// How long this hop may take.
    public var timeouts: Timeouts
    /// How much of the response is taken in.
    public var limits: ResponseLimits
    /// Whether sending it again does no harm, so that a retry may: true for the idempotent methods of RFC 9110 §9.2.2.
    public var isRetryable: Bool
    /// Whose credentials these are, however often their token is renewed; nil if no session knows.
    var identity: String?
    /// Who is told of the bytes on their way, and where they go; nil for most requests.
    var transfer: TransferPlan?

    /// Makes a request.
    public init(
        method: HTTPRequest.Method,
        url: String,
        fields: HTTPFields = HTTPFields(),
        body: [UInt8]? = nil,
        stream: StreamedBody? = nil,
        timeouts: Timeouts = Timeouts(),
        limits: ResponseLimits = ResponseLimits(),
        isRetryable: Bool? = nil
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.stream = stream
        self.timeouts = timeouts
        self.limits = limits
        self.isRetryable = isRetryable ?? Self.idempotentMethods.contains(method)
    }

    /// The origin of the URI, or nil if it is not one that can be requested.
    public var origin: Origin? {
        Address(URIReference(url))?.origin
    }

    /// The methods that may be sent again without harm, RFC 9110 §9.2.2.
    public static let idempotentMethods: Set<HTTPRequest.Method> = [.get, .head, .put, .delete, .options, .trace]
}

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `GET https://fp.example.com/fuelstations`, without fields, body, and secrets in the query.
    public var description: String {
        "\(method.rawValue) \(LogRedaction.standard.redacted(url: url))"
    }

    /// The description and the fields, their secrets redacted.
    public var debugDescription: String {
        "\(self) \(Redaction.text(of: fields)), \(bodySize) bytes of body"
    }

    /// Method, URI and the redacted fields.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "method": method.rawValue, "url": LogRedaction.standard.redacted(url: url),
                "fields": Redaction.text(of: fields),
                "bodyBytes": bodySize,
            ]
        )
    }

    /// How many bytes are sent, in words.
    private var bodySize: String {
        guard let stream else { return "\(body?.count ?? 0)" }
        return stream.length.map { "\($0)" } ?? "unknown"
    }
}
