public import HAL
public import HTTPTypes

/// One request of one hop, for a transport to send.
///
/// Its description and its mirror show no credentials.
public struct Request: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The absolute URI without a fragment.
    public var url: String
    /// The fields; the transport adds `Host`, `Content-Length` and those of the connection.
    public var fields: HTTPFields
    /// The body, or nil if the request has none; an empty body is sent with `Content-Length: 0`.
    public var body: [UInt8]?
    /// A body that is produced while it is sent, in place of `body`; nil for most requests.
    ///
    /// A transport that cannot stream may send the bytes of ``StreamedBody/collect(limit:)``.
    public var stream: StreamedBody?
    /// The time-outs of this hop.
    public var timeouts: Timeouts
    /// How much of the response is taken in.
    public var limits: ResponseLimits
    /// Whether a retry may send the request again: true for the idempotent methods, RFC 9110 §9.2.2.
    public var isRetryable: Bool
    /// The owner of the credentials, which renewal does not change; nil without a session.
    var identity: String?
    /// The progress handler and the destination file; nil for most requests.
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

    /// The origin of the URI, or nil if the URI cannot be requested.
    public var origin: Origin? {
        Address(URIReference(url))?.origin
    }

    /// The idempotent methods, RFC 9110 §9.2.2.
    public static let idempotentMethods: Set<HTTPRequest.Method> = [.get, .head, .put, .delete, .options, .trace]
}

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `GET https://fp.example.com/fuelstations`, with a redacted query.
    public var description: String {
        "\(method.rawValue) \(LogRedaction.standard.redacted(url: url))"
    }

    /// The description and the redacted fields.
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

    /// The size of the body, for messages.
    private var bodySize: String {
        guard let stream else { return "\(body?.count ?? 0)" }
        return stream.length.map { "\($0)" } ?? "unknown"
    }
}
