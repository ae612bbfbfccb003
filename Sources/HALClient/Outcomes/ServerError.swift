public import HAL

/// A 5xx other than 503, or a status below 100 or above 599.
public struct ServerError: Sendable {
    /// The problem details of the body, RFC 9457, or nil if it has none.
    public let problem: ProblemDetails?
    /// The response with its body.
    public internal(set) var response: Response
}
