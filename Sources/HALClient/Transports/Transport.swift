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

/// What the connections of a transport have in common.
public struct TransportConfiguration: Sendable, Hashable {
    /// How long opening a connection may take, TLS included.
    public var connectTimeout: Duration
    /// Whether any certificate of a server is trusted.
    ///
    /// For tests alone: it leaves the connection open to anyone.
    public var allowInvalidCertificates: Bool
    /// How many connections to one host are open at most.
    public var connectionsPerHost: Int

    /// Makes a configuration.
    public init(
        connectTimeout: Duration = .seconds(10),
        allowInvalidCertificates: Bool = false,
        connectionsPerHost: Int = 8
    ) {
        self.connectTimeout = connectTimeout
        self.allowInvalidCertificates = allowInvalidCertificates
        self.connectionsPerHost = connectionsPerHost
    }
}

/// The transport that executors share when they are given none; it lives as long as the process.
enum PlatformTransport {
    #if os(Linux)
        static let shared: any Transport = AsyncHTTPClientTransport.shared
    #else
        static let shared: any Transport = URLSessionTransport.shared
    #endif
}
