import HAL
import HALClient

/// The values of an outcome of this package's client; nil where it has none.
extension Outcome<JSONObject> {
    var representation: Representation<JSONObject>? {
        switch self {
        case .success(let representation), .conflict(let representation): representation
        case .redirection, .authenticationRequired, .clientError, .serverUnavailable, .serverError, .connectionFailure,
            .undecodable:
            nil
        }
    }

    var redirection: CallError.Redirection? {
        guard case .redirection(let redirection) = self else { return nil }
        return redirection
    }

    var bodyText: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }

    /// The location of the resource, which may be embedded in the response, or of the redirection.
    var location: String? {
        representation.map(\.location) ?? redirection.map(\.location) ?? response?.location
    }

    var lastModified: HTTPDate? { representation.map(\.lastModified) ?? response?.lastModified }

    var retryAfter: RetryAfter? {
        switch self {
        case .redirection(let redirection): redirection.retryAfter
        case .clientError(let error): error.retryAfter
        case .serverUnavailable(let unavailable): unavailable.retryAfter
        case .success, .conflict, .authenticationRequired, .serverError, .connectionFailure, .undecodable: nil
        }
    }

    /// The reason for a failure, in one line.
    var detail: String? {
        switch self {
        case .success(let representation), .conflict(let representation): representation.decodingFailure?.description
        case .redirection(let redirection): redirection.reason.rawValue
        case .connectionFailure(let failure): failure.description
        case .undecodable(let undecodable): undecodable.failure.description
        case .authenticationRequired, .clientError, .serverUnavailable, .serverError: nil
        }
    }
}
