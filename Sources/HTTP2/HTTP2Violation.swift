package import Messages

/// A client's breach of the rules or limits of HTTP/2 (RFC 9113 §5.4).
package struct HTTP2Violation: Sendable, Hashable {
    package let code: HTTP2Code
    /// The rule or the limit in a few words; parts of it may come from the client.
    package let reason: String
    /// Whether it ends the connection, or one stream.
    package let endsConnection: Bool
}

/// The explanations of a client's breaches; the first one is reported.
final class Breaches {
    private var explanation: String?
    /// Whether GOAWAY with an error is sent, or will be.
    private(set) var hasEnded = false
    private var hasReported = false

    /// Keeps an explanation until something is reported.
    func explain(_ reason: String) {
        if explanation == nil { explanation = reason }
    }

    /// Ends the connection; `reason` is better than earlier explanations.
    ///
    /// - Returns: false if it has ended already.
    func end(_ reason: String?) -> Bool {
        guard !hasEnded else { return false }
        hasEnded = true
        if let reason { explanation = reason }
        return true
    }

    func report(_ code: HTTP2Code, endsConnection: Bool) -> HTTP2Violation? {
        guard !hasReported else { return nil }
        hasReported = true
        return HTTP2Violation(code: code, reason: explanation ?? code.name, endsConnection: endsConnection)
    }
}
