/// How a server limits its clients, and how it formats dates.
package struct ServerConfiguration: Sendable {
    /// Beyond it, the connection that has been idle longest gives way, or the new one is refused.
    package var maxConnections: Int
    package var limits: ParserLimits
    package var timeouts: Timeouts
    /// Formats seconds since 1970 as an IMF-fixdate: 29 bytes (RFC 9110 §5.6.7).
    package var formatDate: @Sendable (Int64) -> [UInt8]

    package init(
        maxConnections: Int = 10_000,
        limits: ParserLimits = ParserLimits(),
        timeouts: Timeouts = Timeouts(),
        formatDate: @escaping @Sendable (Int64) -> [UInt8]
    ) {
        self.maxConnections = max(1, maxConnections)
        self.limits = limits
        self.timeouts = timeouts
        self.formatDate = formatDate
    }
}
