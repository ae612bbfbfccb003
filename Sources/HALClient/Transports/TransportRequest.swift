public import HAL
public import HTTPTypes

/// One request of one hop, for a transport to send.
///
/// Its description and its mirror show no credentials.
public struct TransportRequest: Sendable {
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
    /// The end of the time for the whole call, or nil; the executor cancels the call then.
    ///
    /// A middleware that waits can end the call at once instead if the wait would exceed it.
    public var deadline: ContinuousClock.Instant? {
        get { expiry?.end }
        set { expiry = newValue.map { CallExpiry(at: $0) } }
    }
    /// How much of the response is taken in.
    public var limits: ResponseLimits
    /// Whether a retry may send the request again: true for the idempotent methods, RFC 9110 §9.2.2.
    public var isRetryable: Bool
    /// The deadline of the call, or nil.
    var expiry: CallExpiry?
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
        HTTPAddress(URIReference(url))?.origin
    }

    /// The idempotent methods, RFC 9110 §9.2.2.
    public static let idempotentMethods: Set<HTTPRequest.Method> = [.get, .head, .put, .delete, .options, .trace]
}

extension TransportRequest {
    /// Whether the method is idempotent, RFC 9110 §9.2.2.
    var isIdempotent: Bool { Self.idempotentMethods.contains(method) }

    /// Whether a transport may send the request again if a kept connection ended without a response, RFC 9110 §9.2.2.
    var mayBeRepeated: Bool { isRetryable && isIdempotent && stream == nil }
}

extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
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

/// The time-outs of one hop of a call; nil means unlimited.
public struct Timeouts: Sendable, Hashable {
    /// The time from the call, or from the last part of a streamed body, until the response begins.
    ///
    /// Both transports report the begin when the head is complete.
    public var firstByte: Duration?
    /// The time from one byte of the response to the next, or from one part of a streamed body to the next.
    ///
    /// It does not limit the wait for the response, which `firstByte` does; a slow but steady body does not exceed it.
    public var idle: Duration?
    /// The time from the call until the last byte of the body.
    public var total: Duration?

    /// Makes time-outs.
    public init(firstByte: Duration? = .seconds(120), idle: Duration? = .seconds(60), total: Duration? = nil) {
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
    }
}

/// The size limits of a response; a larger one ends as a connection failure of the kind `tooLarge`.
public struct ResponseLimits: Sendable, Hashable {
    /// The maximum size of the body in bytes.
    public var bodyBytes: Int
    /// The maximum size of the names and values of all fields together in bytes.
    public var fieldBytes: Int

    /// Makes limits; the default is 64 MiB of body and 256 KiB of fields.
    public init(bodyBytes: Int = 64 << 20, fieldBytes: Int = 256 << 10) {
        self.bodyBytes = bodyBytes
        self.fieldBytes = fieldBytes
    }
}

/// The reason why a request was refused before anything was sent.
public struct InvalidRequest: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: String, Sendable, Hashable {
        /// The target is not an absolute `http` or `https` URI.
        case address
        /// A field's name is not a token, or its value contains CR, LF or NUL.
        case field
        /// The model could not be encoded.
        case content
        /// The link's template is malformed.
        case template
    }

    /// The class of the problem.
    public let code: Code
    /// A short description of the problem.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
