/// A problem of a connection that no response reports, mostly a client's mistake.
package struct ConnectionProblem: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A breach of HTTP/2's rules: the connection ends with GOAWAY, or the stream with RST_STREAM (RFC 9113 §5.4).
        case http2(HTTP2Code, reason: String, endsConnection: Bool)
        /// A request in the clear on a port that accepts only HTTPS.
        case plainOnSecurePort
        /// A TLS handshake on a port without HTTPS.
        case tlsOnPlainPort
        /// The preface of HTTP/2 (RFC 9113 §3.4) where HTTP/2 is off.
        case http2IsOff
        /// The server has rejected the connection, because `limit` others are busy.
        case tooManyConnections(limit: Int)
    }

    package let kind: Kind
    /// The client's address as text, without its port; empty if it is unknown.
    package let peer: String

    package init(_ kind: Kind, peer: String) {
        self.kind = kind
        self.peer = peer
    }
}
