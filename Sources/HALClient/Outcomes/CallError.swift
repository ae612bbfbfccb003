public import HAL

/// The outcome of a call without a success, as an error for callers that throw.
///
/// ```swift
/// do {
///     let station = try await client.get("/stations/1", as: Station.self).value
///     print(station.name)
/// } catch .connectionFailure(let failure) {
///     print("no response: \(failure.kind)")
/// } catch {
///     print(error)
/// }
/// ```
public enum CallError: Error, Sendable {
    /// 3xx that was not followed.
    case redirection(Redirection)
    /// 401.
    case authenticationRequired(AuthenticationRequired)
    /// 409, with the server's current version if the response has one.
    case conflict(Representation<JSONObject>)
    /// The other 400 to 499.
    case clientError(ClientError)
    /// 503.
    case serverUnavailable(ServerUnavailable)
    /// The other 500 to 599, and every status that HTTP does not define.
    case serverError(ServerError)
    /// No complete, well-formed response.
    case connectionFailure(ConnectionFailure)
    /// 200 to 299 with a body that cannot be decoded as requested.
    case undecodable(Undecodable)
}

extension CallError {
    /// The outcome that the error was made of.
    public var outcome: Outcome<JSONObject> {
        switch self {
        case .redirection(let redirection): .redirection(redirection)
        case .authenticationRequired(let required): .authenticationRequired(required)
        case .conflict(let representation): .conflict(representation)
        case .clientError(let error): .clientError(error)
        case .serverUnavailable(let unavailable): .serverUnavailable(unavailable)
        case .serverError(let error): .serverError(error)
        case .connectionFailure(let failure): .connectionFailure(failure)
        case .undecodable(let undecodable): .undecodable(undecodable)
        }
    }

    /// The response, or nil if none arrived.
    public var response: TransportResponse? {
        outcome.response
    }
}

extension CallError: CustomStringConvertible {
    /// The class and the response or the failure in one line.
    public var description: String {
        outcome.description
    }
}

extension Outcome {
    /// The representation of a success; any other outcome is thrown.
    ///
    /// - Throws: ``CallError``, which has a case for each outcome without success.
    /// - Returns: the representation with its model, links and embedded resources.
    public func get() throws(CallError) -> Representation<Model> {
        switch self {
        case .success(let representation): return representation
        case .redirection(let redirection): throw .redirection(redirection)
        case .authenticationRequired(let required): throw .authenticationRequired(required)
        case .conflict(let current): throw .conflict(current.with(model: current.resource?.state))
        case .clientError(let error): throw .clientError(error)
        case .serverUnavailable(let unavailable): throw .serverUnavailable(unavailable)
        case .serverError(let error): throw .serverError(error)
        case .connectionFailure(let failure): throw .connectionFailure(failure)
        case .undecodable(let undecodable): throw .undecodable(undecodable)
        }
    }

    /// The model of a success; any other outcome, and a success without content, is thrown.
    public var value: Model {
        get throws(CallError) {
            let representation = try get()
            guard let model = representation.model else {
                let failure = DecodingFailure(.model, "the response has no content to decode")
                throw .undecodable(CallError.Undecodable(failure: failure, response: representation.response))
            }
            return model
        }
    }

    /// The error of an outcome without success, else nil.
    public var error: CallError? {
        do throws(CallError) {
            _ = try get()
            return nil
        } catch {
            return error
        }
    }

    /// The model of a success, else nil.
    public var model: Model? {
        success?.model
    }

    /// The HAL resource of a success, else nil.
    public var resource: HALResource? {
        success?.resource
    }
}
