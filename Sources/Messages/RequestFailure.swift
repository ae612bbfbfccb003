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
    package static let notHTTP = RequestFailure(400, "this is not an HTTP request")
    package static let malformedLine = RequestFailure(
        400,
        "a line is malformed or does not end with CR LF (RFC 9112 sections 2.2 and 3)"
    )
    package static let malformedTarget = RequestFailure(
        400,
        "the request target is not a path, an http URL with a host, or * of OPTIONS (RFC 9112 section 3.2)"
    )
    package static let malformedAuthority = RequestFailure(
        400,
        "the target of CONNECT is a host and a port (RFC 9112 section 3.2.3)"
    )
    package static let foldedField = RequestFailure(400, "a field value is folded over lines (RFC 9112 section 5.2)")
    package static let malformedField = RequestFailure(400, "a field name is not a token (RFC 9110 section 5.1)")
    package static let missingHost = RequestFailure(
        400,
        "an HTTP/1.1 request has exactly one Host (RFC 9112 section 3.2)"
    )
    package static let malformedHost = RequestFailure(
        400,
        "Host is not a host with an optional port (RFC 9110 section 7.2)"
    )
    package static let malformedChunk = RequestFailure(
        400,
        "the line before a chunk is malformed (RFC 9112 section 7.1)"
    )
    package static let chunkExtensionsTooLong = RequestFailure(
        413,
        "the chunk extensions are longer than this server accepts"
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
    package static let unsupportedVersion = RequestFailure(505, "this server supports HTTP/1.1 and HTTP/1.0")
    package static let unsupportedCoding = RequestFailure(
        501,
        "the only supported transfer coding is chunked"
    )
    package static let ambiguousLength = RequestFailure(
        400,
        "the framing of the body is ambiguous (RFC 9112 section 6.3)"
    )
}

extension Refusal {
    package init(_ failure: RequestFailure, target: [UInt8]) {
        self.init(status: failure.status, reason: failure.reason, target: target)
    }
}
