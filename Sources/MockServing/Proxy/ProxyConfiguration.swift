/// A proxy for one origin.
package struct ProxyConfiguration: Sendable {
    /// Scheme, host and port of the server to which requests are forwarded.
    package var origin: String
    package var upstream: any Upstream
    package var host = "127.0.0.1"
    /// The port; 0 chooses a free one.
    package var port = 0
    package var maxConnections = 10_000
    /// The maximum size of the body of a request in bytes; beyond it the response is 413.
    package var maxBodyBytes = 16 << 20
    /// The time for a whole exchange with the origin.
    package var timeout = Duration.seconds(60)
    /// The output of the request log, which shows no secrets of queries; nil: no log.
    package var log: RequestLog.Output?
    /// The look of the request log.
    package var logStyle = RequestLog.Style()
    /// Gets each exchange before its response is sent, in the order of the responses; called on any thread.
    package var record: @Sendable (ForwardedExchange) -> Void

    package init(
        origin: String,
        upstream: any Upstream,
        record: @escaping @Sendable (ForwardedExchange) -> Void
    ) {
        self.origin = origin
        self.upstream = upstream
        self.record = record
    }
}
