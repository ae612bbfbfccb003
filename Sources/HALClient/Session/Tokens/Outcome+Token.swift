extension Outcome<OAuthToken> {
    /// The token of a success; RFC 6749 knows none without one.
    var token: OAuthToken? { success?.model }

    /// The same, a success without a token aside, which is no success.
    var withToken: Outcome {
        guard case .success(let representation) = self, representation.model == nil else { return self }
        let failure = DecodingFailure(.model, "there is no token: the answer is empty")
        return .undecodable(Undecodable(failure: failure, response: representation.response))
    }

    /// Why the authorization server refused, if it did.
    var refusal: OAuthError? {
        switch self {
        case .authenticationRequired(let required): OAuthError(required.response)
        case .clientError(let error): OAuthError(error.response)
        case .success, .redirection, .conflict, .serverUnavailable, .serverError, .connectionFailure, .undecodable: nil
        }
    }

    /// Whether the authorization server has said no, and would say it again.
    var isRefused: Bool {
        switch self {
        case .authenticationRequired, .conflict: true
        case .clientError(let error): error.kind != .tooManyRequests
        case .success, .redirection, .serverUnavailable, .serverError, .connectionFailure, .undecodable: false
        }
    }
}
