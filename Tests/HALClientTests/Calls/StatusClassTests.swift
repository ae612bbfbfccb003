import Testing

@testable import HALClient

struct StatusClassTests {
    @Test func decidesEveryStatus() {
        for status in -1...1100 {
            let expected: StatusClass =
                switch status {
                case 100..<200: .protocolViolation
                case 200..<300: .success
                case 300..<400: .redirection
                case 401: .authenticationRequired
                case 409: .conflict
                case 400..<500: .clientError(.init(status: status))
                case 503: .serverUnavailable
                default: .serverError
                }
            #expect(StatusClass(status: status) == expected)
        }
    }

    @Test(
        "client errors have their kind",
        arguments: [
            (400, CallError.ClientError.Kind.badRequest), (402, .other), (403, .forbidden), (404, .notFound),
            (405, .methodNotAllowed),
            (406, .notAcceptable), (407, .other), (410, .gone), (412, .preconditionFailed),
            (415, .unsupportedMediaType),
            (422, .unprocessable), (428, .preconditionRequired), (429, .tooManyRequests), (471, .other), (499, .other),
        ]
    )
    func clientErrorsHaveTheirKind(status: Int, kind: CallError.ClientError.Kind) {
        #expect(StatusClass(status: status) == .clientError(kind))
    }
}
