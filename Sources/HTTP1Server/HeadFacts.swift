/// What the parser knows of a request when its head is complete.
struct HeadFacts {
    var majorVersion: Int
    var minorVersion: Int
    var isHEAD: Bool
    var contentLength: UInt64?
    var isChunked: Bool
}

/// A complete request, and what the connection must know about it.
struct ParsedRequest {
    var request: Request
    var isHEAD: Bool
    /// Whether the client lets the connection stay open (RFC 9112 §9.3).
    var keepsAlive: Bool
}
