import HAL

/// The class of outcome of a final status, as a pure function.
enum StatusClass: Sendable, Hashable {
    /// 1xx where a final response was expected.
    case protocolViolation
    case success
    case redirection
    case authenticationRequired
    case conflict
    case clientError(CallError.ClientError.Kind)
    case serverUnavailable
    case serverError

    init(status: Int) {
        self =
            switch OutcomeKind(status: status) {
            case .connectionFailure: .protocolViolation
            // Whether it can be decoded is not a question of the status.
            case .success, .undecodable: .success
            case .redirection: .redirection
            case .authenticationRequired: .authenticationRequired
            case .conflict: .conflict
            case .clientError: .clientError(CallError.ClientError.Kind(status: status))
            case .serverUnavailable: .serverUnavailable
            case .serverError: .serverError
            }
    }
}

extension CallError.ClientError.Kind {
    init(status: Int) {
        self =
            switch status {
            case 400: .badRequest
            case 403: .forbidden
            case 404: .notFound
            case 405: .methodNotAllowed
            case 406: .notAcceptable
            case 410: .gone
            case 412: .preconditionFailed
            case 415: .unsupportedMediaType
            case 422: .unprocessable
            case 428: .preconditionRequired
            case 429: .tooManyRequests
            default: .other
            }
    }
}
