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

extension OutcomeKind {
    /// The kind of outcome of a final response by its status; a success whose body cannot be decoded is `undecodable`
    /// instead.
    package init(status: Int) {
        self =
            switch status {
            // An interim status where a final response was expected.
            case 100...199: .connectionFailure
            case 200...299: .success
            case 300...399: .redirection
            case 401: .authenticationRequired
            case 409: .conflict
            case 400...499: .clientError
            case 503: .serverUnavailable
            default: .serverError
            }
    }
}
