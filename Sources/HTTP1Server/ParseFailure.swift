import Messages

/// The reason why the server rejects a request before it is complete, and the status of its response.
struct ParseFailure: Error, Hashable {
    var status: Int
    var reason: String

    init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    static let headerTooLarge = ParseFailure(431, "the header section is larger than this server accepts")
    static let tooManyFields = ParseFailure(431, "the header section has more fields than this server accepts")
    static let targetTooLong = ParseFailure(414, "the request target is longer than this server accepts")
    static let bodyTooLarge = ParseFailure(413, "the body is larger than this server accepts")
    static let responseTimeout = ParseFailure(503, "the response was not ready in time")
    static let requestTimeout = ParseFailure(408, "the request did not arrive in time")
    static let incomplete = ParseFailure(400, "the connection ended inside of the request")
    static let notHTTP = ParseFailure(400, "this is not an HTTP request")
    static let malformedLine = ParseFailure(
        400,
        "a line is malformed or does not end with CR LF (RFC 9112 sections 2.2 and 3)"
    )
    static let malformedTarget = ParseFailure(
        400,
        "the request target is not a path, an http URL with a host, or * of OPTIONS (RFC 9112 section 3.2)"
    )
    static let malformedAuthority = ParseFailure(
        400,
        "the target of CONNECT is a host and a port (RFC 9112 section 3.2.3)"
    )
    static let foldedField = ParseFailure(400, "a field value is folded over lines (RFC 9112 section 5.2)")
    static let malformedField = ParseFailure(400, "a field name is not a token (RFC 9110 section 5.1)")
    static let missingHost = ParseFailure(400, "an HTTP/1.1 request has exactly one Host (RFC 9112 section 3.2)")
    static let malformedHost = ParseFailure(400, "Host is not a host with an optional port (RFC 9110 section 7.2)")
    static let malformedChunk = ParseFailure(400, "the line before a chunk is malformed (RFC 9112 section 7.1)")
    static let chunkExtensionsTooLong = ParseFailure(413, "the chunk extensions are longer than this server accepts")
    static let forbiddenTrailer = ParseFailure(
        400,
        "a trailer field frames, routes or controls the message (RFC 9110 section 6.5.1)"
    )
    static let unknownExpectation = ParseFailure(417, "the only expectation this server meets is 100-continue")
    static let methodTooLong = ParseFailure(501, "the method is longer than this server accepts")
    static let unsupportedVersion = ParseFailure(505, "this server speaks HTTP/1.1 and HTTP/1.0")
    static let unsupportedCoding = ParseFailure(501, "the only transfer coding this server decodes is chunked")
    static let ambiguousLength = ParseFailure(400, "the framing of the body is ambiguous (RFC 9112 section 6.3)")
}

extension Refusal {
    init(_ failure: ParseFailure, target: [UInt8]) {
        self.init(status: failure.status, reason: failure.reason, target: target)
    }
}
