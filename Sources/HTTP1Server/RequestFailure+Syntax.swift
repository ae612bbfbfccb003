import Messages

/// Violations of HTTP/1.1's syntax and framing (RFC 9112); failures that all protocols share are in `Messages`.
extension RequestFailure {
    static let notHTTP = RequestFailure(400, "this is not an HTTP request")
    static let malformedLine = RequestFailure(
        400,
        "a line is malformed or does not end with CR LF (RFC 9112 sections 2.2 and 3)"
    )
    static let foldedField = RequestFailure(400, "a field value is folded over lines (RFC 9112 section 5.2)")
    static let malformedField = RequestFailure(400, "a field name is not a token (RFC 9110 section 5.1)")
    static let missingHost = RequestFailure(
        400,
        "an HTTP/1.1 request has exactly one Host (RFC 9112 section 3.2)"
    )
    static let malformedChunk = RequestFailure(
        400,
        "the line before a chunk is malformed (RFC 9112 section 7.1)"
    )
    static let chunkExtensionsTooLong = RequestFailure(
        413,
        "the chunk extensions are longer than this server accepts"
    )
    static let unsupportedVersion = RequestFailure(505, "this HTTP version is not supported; use HTTP/1.1")
    static let unsupportedCoding = RequestFailure(
        501,
        "the only supported transfer coding is chunked"
    )
    static let ambiguousLength = RequestFailure(
        400,
        "the framing of the body is ambiguous (RFC 9112 section 6.3)"
    )
}
