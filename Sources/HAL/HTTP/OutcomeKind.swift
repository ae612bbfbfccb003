/// The kind of an outcome, as a client reports it and as a scenario file expects it; every call ends in exactly one.
public enum OutcomeKind: String, Sendable, Hashable, CaseIterable {
    /// 200 to 299.
    case success
    /// 3xx that was not followed.
    case redirection
    /// 401.
    case authenticationRequired
    /// 409.
    case conflict
    /// The other 400 to 499.
    case clientError
    /// 503.
    case serverUnavailable
    /// The other 500 to 599, and every status that HTTP does not define.
    case serverError
    /// No complete, well-formed response.
    case connectionFailure
    /// 200 to 299 with a body that cannot be decoded as requested.
    case undecodable
}
