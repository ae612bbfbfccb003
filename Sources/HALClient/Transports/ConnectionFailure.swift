/// A call without a complete, well-formed response.
public struct ConnectionFailure: Error, Sendable {
    /// The kind of failure.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host has no address.
        case dns
        /// The address or the proxy refuses the connection, or cannot be reached.
        case refused
        /// The connection ended before the head was complete.
        case reset
        /// The connection ended after the head was complete and before the body was.
        case truncated
        /// Connecting, the first byte, the next byte, the whole response, or the whole call took longer than allowed; for the
        /// call, the underlying error is a ``DeadlineExceeded``.
        case timedOut
        /// The TLS handshake failed, or the certificate is not trusted; see ``ConnectionFailure/tlsReason``.
        case tls
        /// Status line, fields, framing or chunks are malformed.
        case protocolViolation
        /// The response is larger than allowed.
        case tooLarge
        /// The caller canceled.
        case cancelled
        /// There is no network.
        case offline
        /// Any other failure; if the request was refused before sending, the underlying error is an ``InvalidRequest``.
        case other
    }

    /// The kind of failure.
    public let kind: Kind
    /// The reason of a failure of the kind ``Kind/tls``; nil for other kinds.
    public internal(set) var tlsReason: TLSReason?
    /// The number of bytes of the body that had arrived.
    public let bytesReceived: Int
    /// The error of the transport, or nil if the client itself found the problem.
    public let underlying: (any Error)?
    /// The request that failed, or nil if none was made.
    public internal(set) var request: TransportRequest?
    /// The hops before it, in order.
    public internal(set) var redirects: [FollowedRedirect] = []
    /// The error of the application's mapping, or nil; see ``HypermediaClient/Configuration/errorMapping``.
    public internal(set) var applicationError: (any Error)?

    /// Makes a failure; one of the kind ``Kind/tls`` without a reason has the reason ``TLSReason/other``.
    public init(
        _ kind: Kind,
        bytesReceived: Int = 0,
        underlying: (any Error)? = nil,
        request: TransportRequest? = nil,
        tlsReason: TLSReason? = nil
    ) {
        self.kind = kind
        self.tlsReason = kind == .tls ? tlsReason ?? .other : nil
        self.bytesReceived = bytesReceived
        self.underlying = underlying
        self.request = request
    }
}

extension ConnectionFailure: CustomStringConvertible {
    /// `refused: GET http://127.0.0.1:1/ (connection refused)`, `tls (certificate expired): GET https://…`.
    public var description: String {
        // Other underlying errors only tell how the transport was stopped: `CancellationError`, `deadlineExceeded`.
        let timeout = underlying is DeadlineExceeded || underlying is DeviceCodeExpired ? nil : " (timed out)"
        let reason = (kind == .timedOut ? timeout : nil) ?? underlying.map { " (\(Self.text(of: $0)))" } ?? ""
        let tls = tlsReason.map { $0 == .other ? "" : " (\($0))" } ?? ""
        return "\(kind.rawValue)\(tls): \(request.map { "\($0)" } ?? "no request")\(reason)"
    }

    private static func text(of error: any Error) -> String {
        #if os(Linux)
            return TLSReason.words(of: error) ?? "\(error)"
        #else
            return "\(error)"
        #endif
    }
}
