public import HAL

/// A 503.
public struct ServerUnavailable: Sendable {
    /// `Retry-After`, or nil.
    public let retryAfter: RetryAfter?
    /// The problem details of the body, RFC 9457, or nil if it has none.
    public let problem: ProblemDetails?
    /// The response with its body.
    public internal(set) var response: Response
}
