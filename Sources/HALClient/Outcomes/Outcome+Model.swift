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

extension Representation {
    func withoutModel<Other>() -> Representation<Other> {
        with(model: nil)
    }

    /// A copy with another model.
    func with<Other>(model: Other?) -> Representation<Other> {
        Representation<Other>(
            model: model,
            resource: resource,
            embeddedModels: embeddedModels,
            baseURI: baseURI,
            location: location,
            lastModified: lastModified,
            problem: problem,
            decodingFailure: decodingFailure,
            response: response
        )
    }
}
