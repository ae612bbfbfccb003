/// No complete, well-formed answer came.
public struct ConnectionFailure: Error, Sendable {
    /// What went wrong.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host has no address.
        case dns
        /// Nobody listens at the address, or it cannot be reached.
        case refused
        /// The connection ended before the head was complete.
        case reset
        /// The connection ended after the head was complete and before the body was.
        case truncated
        /// Connecting, the first byte, the next byte or the whole took longer than allowed.
        case timedOut
        /// The TLS handshake failed, or the certificate is not trusted.
        case tls
        /// Status line, fields, framing or chunks are malformed.
        case protocolViolation
        /// The response is larger than allowed.
        case tooLarge
        /// The caller cancelled.
        case cancelled
        /// There is no network.
        case offline
        /// Anything else; a request that was refused before sending has an ``InvalidRequest`` underneath.
        case other
    }

    /// What went wrong.
    public let kind: Kind
    /// How many bytes of the body had arrived.
    public let bytesReceived: Int
    /// What the transport reported, or nil if the client itself found the problem.
    public let underlying: (any Error)?
    /// The request that failed, or nil if none was made.
    public internal(set) var request: Request?
    /// The hops before it, in order.
    public internal(set) var redirects: [Redirect] = []
    /// What the application's own error mapping makes of it, or nil; see ``ExecutorConfiguration/errorMapping``.
    public internal(set) var applicationError: (any Error)?

    /// Makes a failure.
    public init(_ kind: Kind, bytesReceived: Int = 0, underlying: (any Error)? = nil, request: Request? = nil) {
        self.kind = kind
        self.bytesReceived = bytesReceived
        self.underlying = underlying
        self.request = request
    }
}

extension ConnectionFailure: CustomStringConvertible {
    /// `refused: GET http://127.0.0.1:1/ (connection refused)`.
    public var description: String {
        // What a transport throws then is how it was ended: `CancellationError`, `deadlineExceeded`.
        let reason = kind == .timedOut ? " (timed out)" : underlying.map { " (\($0))" } ?? ""
        return "\(kind.rawValue): \(request.map { "\($0)" } ?? "no request")\(reason)"
    }
}
