public import HAL

/// A 4xx other than 401 and 409.
public struct ClientError: Sendable {
    /// The statuses with a specific meaning for a client.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// 400.
        case badRequest
        /// 403.
        case forbidden
        /// 404.
        case notFound
        /// 405.
        case methodNotAllowed
        /// 406.
        case notAcceptable
        /// 410.
        case gone
        /// 412.
        case preconditionFailed
        /// 415.
        case unsupportedMediaType
        /// 422.
        case unprocessable
        /// 428.
        case preconditionRequired
        /// 429.
        case tooManyRequests
        /// Any other.
        case other
    }

    /// The meaning of the status.
    public let kind: Kind
    /// The problem details of the body, RFC 9457, or nil if it has none.
    public let problem: ProblemDetails?
    /// `Retry-After`, or nil.
    public let retryAfter: RetryAfter?
    /// The response with its body.
    public internal(set) var response: Response
}
