/// What llhttp knows of a request when its head is complete.
struct HeadFacts {
    var majorVersion: Int
    var minorVersion: Int
    var contentLength: UInt64?
    var isChunked: Bool
}

/// What the connection must know about a complete request.
struct AnswerFacts {
    var minorVersion: Int
    var isHEAD: Bool
    /// Whether the client lets the connection stay open (RFC 9112 §9.3).
    var keepsAlive: Bool
}
