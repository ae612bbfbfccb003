/// The outcome of a call; every call ends in exactly one of these.
///
/// A response is a value, whatever its status: nothing is thrown.
public enum Outcome<Model: Sendable>: Sendable {
    /// 200 to 299.
    case success(Representation<Model>)
    /// 3xx that was not followed.
    case redirection(CallError.Redirection)
    /// 401.
    case authenticationRequired(CallError.AuthenticationRequired)
    /// 409, with the server's current version if the response has one.
    case conflict(Representation<Model>)
    /// The other 400 to 499.
    case clientError(CallError.ClientError)
    /// 503.
    case serverUnavailable(CallError.ServerUnavailable)
    /// The other 500 to 599, and every status that HTTP does not define.
    case serverError(CallError.ServerError)
    /// No complete, well-formed response.
    case connectionFailure(ConnectionFailure)
    /// 200 to 299 with a body that cannot be decoded as requested.
    case undecodable(CallError.Undecodable)
}

extension Outcome {
    /// The response, or nil if none arrived.
    public var response: TransportResponse? {
        switch self {
        case .success(let representation), .conflict(let representation): representation.response
        case .redirection(let redirection): redirection.response
        case .authenticationRequired(let required): required.response
        case .clientError(let error): error.response
        case .serverUnavailable(let unavailable): unavailable.response
        case .serverError(let error): error.response
        case .connectionFailure: nil
        case .undecodable(let undecodable): undecodable.response
        }
    }

    /// The representation of a success, else nil.
    public var success: Representation<Model>? {
        guard case .success(let representation) = self else { return nil }
        return representation
    }

    /// The kind of the outcome, without its values.
    public var kind: OutcomeKind {
        switch self {
        case .success: .success
        case .redirection: .redirection
        case .authenticationRequired: .authenticationRequired
        case .conflict: .conflict
        case .clientError: .clientError
        case .serverUnavailable: .serverUnavailable
        case .serverError: .serverError
        case .connectionFailure: .connectionFailure
        case .undecodable: .undecodable
        }
    }

    /// The name of the kind, for tables and messages: `serverUnavailable`.
    public var name: String { kind.rawValue }
}

extension Outcome: CustomStringConvertible {
    /// The class and the response or the failure in one line.
    public var description: String {
        switch self {
        case .connectionFailure(let failure): "\(name): \(failure)"
        case .undecodable(let undecodable): "\(name): \(undecodable)"
        case .success, .redirection, .authenticationRequired, .conflict, .clientError, .serverUnavailable, .serverError:
            "\(name): \(response.map { "\($0)" } ?? "")"
        }
    }
}
