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
