package import Messages

/// The limits of a server, and its date format.
package struct ServerConfiguration: Sendable {
    /// With more, the longest idle or an incomplete connection is closed, or the new one rejected if all are busy.
    package var maxConnections: Int
    package var limits: RequestLimits
    package var timeouts: ConnectionTimeouts
    /// The limits of HTTP/2's frames.
    package var turns = TurnLimits()
    /// The limits of TLS handshakes; one takes about 0.5 ms, and several turns.
    package var handshakeTurns = TurnLimits(total: 2_000_000)
    /// Formats seconds since 1970 as an IMF-fixdate: 29 bytes (RFC 9110 §5.6.7).
    package var formatDate: @Sendable (Int64) -> [UInt8]

    package init(
        maxConnections: Int = 10_000,
        limits: RequestLimits = RequestLimits(),
        timeouts: ConnectionTimeouts = ConnectionTimeouts(),
        formatDate: @escaping @Sendable (Int64) -> [UInt8]
    ) {
        self.maxConnections = max(1, maxConnections)
        self.limits = limits
        self.timeouts = timeouts
        self.formatDate = formatDate
    }
}

/// The time-outs of a connection, in milliseconds.
package struct ConnectionTimeouts: Sendable, Hashable {
    /// From a request's first byte to the end of its head; then the server responds 408.
    package var header: Int
    /// Between requests, then the connection is closed; between two pieces of a body, then the server responds 408.
    package var idle: Int
    /// From the last response to the client's end of the connection.
    package var linger: Int
    /// From a request to the response that the responder gives later with a token; then the server responds 503.
    package var response: Int

    package init(header: Int = 10_000, idle: Int = 60_000, linger: Int = 2_000, response: Int = 60_000) {
        self.header = header
        self.idle = idle
        self.linger = linger
        self.response = response
    }
}
