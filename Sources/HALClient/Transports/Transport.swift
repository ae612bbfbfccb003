/// Sends one request and gives the one response to it: a single hop.
///
/// Write a transport to bring HTTP in another way, or to answer in a test without any. Write a ``Middleware`` to change or
/// watch what goes through. A transport never follows a redirect, never answers a challenge, never retries and keeps no
/// cookies: the client does these, so that they are the same everywhere.
///
/// ```swift
/// struct CannedTransport: Transport {
///     func send(_ request: Request) async throws(ConnectionFailure) -> Response {
///         Response(request: request, status: 204)
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// Sends the request and reads the whole response, whatever its status is.
    ///
    /// Interim responses are skipped. The body ends at `request.limits`, the waiting at `request.timeouts`, and both when
    /// the task is cancelled.
    /// - Throws: ``ConnectionFailure`` if no complete, well-formed response came.
    func send(_ request: Request) async throws(ConnectionFailure) -> Response
}
