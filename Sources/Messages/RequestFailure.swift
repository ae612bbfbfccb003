/// The reason why the server rejects a request before it is complete, and the status of its response.
package struct RequestFailure: Error, Hashable {
    package var status: Int
    package var reason: String

    package init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    package static let headerTooLarge = RequestFailure(431, "the header section is larger than this server accepts")
    package static let tooManyFields = RequestFailure(
        431,
        "the header section has more fields than this server accepts"
    )
    package static let targetTooLong = RequestFailure(414, "the request target is longer than this server accepts")
    package static let bodyTooLarge = RequestFailure(413, "the body is larger than this server accepts")
    package static let responseTimeout = RequestFailure(503, "the response was not ready in time")
    package static let requestTimeout = RequestFailure(408, "the request did not arrive in time")
    package static let incomplete = RequestFailure(400, "the connection closed before the request was complete")
    package static let malformedTarget = RequestFailure(
        400,
        "the request target is not a path, an http URL with a host, or * of OPTIONS (RFC 9112 section 3.2)"
    )
    package static let malformedAuthority = RequestFailure(
        400,
        "the target of CONNECT is a host and a port (RFC 9112 section 3.2.3)"
    )
    package static let malformedHost = RequestFailure(
        400,
        "Host is not a host with an optional port (RFC 9110 section 7.2)"
    )
    package static let forbiddenTrailer = RequestFailure(
        400,
        "a trailer field frames, routes or controls the message (RFC 9110 section 6.5.1)"
    )
    package static let unknownExpectation = RequestFailure(
        417,
        "the only supported expectation is 100-continue"
    )
    package static let methodTooLong = RequestFailure(501, "the method is longer than this server accepts")
}

extension Refusal {
    package init(_ failure: RequestFailure, target: [UInt8]) {
        self.init(status: failure.status, reason: failure.reason, target: target)
    }
}
