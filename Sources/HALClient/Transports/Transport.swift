/// Sends one request and returns its response: a single hop.
///
/// Write a transport for another HTTP implementation, or for tests without a network. Write a ``TransportMiddleware`` to
/// change or observe requests and responses. A transport does not follow redirects, answer challenges, retry or store cookies:
/// the client is responsible for these, so that all transports behave alike.
///
/// ```swift
/// struct CannedTransport: Transport {
///     func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
///         TransportResponse(request: request, status: 204)
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// Sends the request and reads the whole response, whatever its status.
    ///
    /// Interim responses are skipped. Size and duration are limited by `request.limits` and `request.timeouts`, and the
    /// exchange ends when the task is canceled.
    /// - Throws: ``ConnectionFailure`` if no complete, well-formed response came.
    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse
}

/// The default transport of clients; it lives as long as the process.
enum PlatformTransport {
    #if os(Linux)
        static let shared: any Transport = AsyncHTTPClientTransport.shared
    #else
        static let shared: any Transport = URLSessionTransport.shared
    #endif
}
