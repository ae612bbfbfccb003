extension Outcome {
    /// The error of the application's mapping, or nil.
    public var applicationError: (any Error)? {
        guard case .connectionFailure(let failure) = self else { return response?.applicationError }
        return failure.applicationError
    }

    /// The outcome with the application's error; a success becomes `undecodable`.
    func with(applicationError error: any Error) -> Outcome {
        switch self {
        case .success(let representation):
            let message = "the application classified the response as a failure: \(error)"
            let failure = DecodingFailure(.application, message, underlying: error)
            return .undecodable(CallError.Undecodable(failure: failure, response: representation.response.with(error)))
        case .redirection(var value):
            value.response.applicationError = error
            return .redirection(value)
        case .authenticationRequired(var value):
            value.response.applicationError = error
            return .authenticationRequired(value)
        case .conflict(var value):
            value.response.applicationError = error
            return .conflict(value)
        case .clientError(var value):
            value.response.applicationError = error
            return .clientError(value)
        case .serverUnavailable(var value):
            value.response.applicationError = error
            return .serverUnavailable(value)
        case .serverError(var value):
            value.response.applicationError = error
            return .serverError(value)
        case .undecodable(var value):
            value.response.applicationError = error
            return .undecodable(value)
        case .connectionFailure(var value):
            value.applicationError = error
            return .connectionFailure(value)
        }
    }
}

extension TransportResponse {
    fileprivate func with(_ error: any Error) -> TransportResponse {
        var response = self
        response.applicationError = error
        return response
    }
}

extension Outcome {
    /// The outcome for another type of model; a success has no model then.
    package func withoutModel<Other>() -> Outcome<Other> {
        switch self {
        case .success(let representation): .success(representation.withoutModel())
        case .redirection(let redirection): .redirection(redirection)
        case .authenticationRequired(let required): .authenticationRequired(required)
        case .conflict(let representation): .conflict(representation.withoutModel())
        case .clientError(let error): .clientError(error)
        case .serverUnavailable(let unavailable): .serverUnavailable(unavailable)
        case .serverError(let error): .serverError(error)
        case .connectionFailure(let failure): .connectionFailure(failure)
        case .undecodable(let undecodable): .undecodable(undecodable)
        }
    }
}
