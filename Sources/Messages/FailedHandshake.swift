/// A TLS handshake that ended without a session.
package struct FailedHandshake: Sendable, Hashable {
    /// The client's address as text, without its port; empty if it is unknown.
    package let peer: String
    /// OpenSSL's reason: `tlsv1 alert unknown ca`; nil: the client closed the connection.
    package let reason: String?
    /// The name of the server's fault; nil if it has none.
    package let fault: String?

    package init(peer: String, reason: String?, fault: String? = nil) {
        self.peer = peer
        self.reason = reason
        self.fault = fault
    }
}
