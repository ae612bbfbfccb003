package import Messages

/// Sends requests to other servers: the server's only way out, which its owner provides.
///
/// It follows no redirects, and limits the time and the size of a response.
package protocol Upstream: Sendable {
    /// - Throws: ``UpstreamFailure`` if no complete response came.
    func send(_ request: OutgoingRequest) async throws(UpstreamFailure) -> IncomingResponse
}

/// The reason why a request to another server has no response; it contains no credentials.
package struct UpstreamFailure: Error, Sendable, Hashable {
    package let reason: String
    /// Whether the response did not come in time.
    package let isTimeout: Bool

    package init(_ reason: String, isTimeout: Bool = false) {
        self.reason = reason
        self.isTimeout = isTimeout
    }
}
