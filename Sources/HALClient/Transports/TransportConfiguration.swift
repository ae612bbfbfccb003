/// The configuration of the connections of a transport.
///
/// ```swift
/// let configuration = TransportConfiguration(
///     trust: try .authorities(pem: companyCA),
///     clientCertificate: try ClientCertificate(pkcs12: identity, password: password),
///     proxy: TransportConfiguration.Proxy(host: "proxy.example.com", port: 3128)
/// )
/// ```
///
/// <doc:TLSAndHTTP2> lists what each transport supports. With a configuration that its transport does not support, a
/// request ends as a connection failure before anything is sent.
public struct TransportConfiguration: Sendable, Hashable {
    /// The maximum time to open a connection, TLS included.
    public var connectTimeout: Duration
    /// The certificate authorities that may sign certificates of servers.
    public var trust: CertificateTrust
    /// The certificate that identifies the client to servers that request one, or nil.
    public var clientCertificate: ClientCertificate?
    /// Whether all certificates of servers are accepted, including expired ones and those for another host.
    ///
    /// Only for tests: the connection is not protected from anyone.
    public var allowInvalidCertificates: Bool
    /// The proxy that opens the connections, or nil to connect to servers directly.
    public var proxy: TransportConfiguration.Proxy?
    /// Whether the transport does not offer HTTP/2; async-http-client only.
    package var isHTTP1Only = false
    /// Whether the bodies of responses are decompressed; async-http-client only.
    package var decompresses = true
    /// The maximum number of open HTTP/1.1 connections to one host; with HTTP/2, requests share one connection.
    public var connectionsPerHost: Int

    /// Makes a configuration.
    public init(
        connectTimeout: Duration = .seconds(10),
        trust: CertificateTrust = .system,
        clientCertificate: ClientCertificate? = nil,
        allowInvalidCertificates: Bool = false,
        proxy: TransportConfiguration.Proxy? = nil,
        connectionsPerHost: Int = 8
    ) {
        self.connectTimeout = connectTimeout
        self.trust = trust
        self.clientCertificate = clientCertificate
        self.allowInvalidCertificates = allowInvalidCertificates
        self.proxy = proxy
        self.connectionsPerHost = connectionsPerHost
    }
}

extension TransportConfiguration {
    /// An HTTP proxy, RFC 9110 §9.3.6.
    ///
    /// Its description contains the scheme of the credentials, but not the credentials.
    public struct Proxy: Sendable, Hashable {
        /// The name or address of the proxy.
        public var host: String
        /// The port of the proxy.
        public var port: Int
        /// The credentials for `Proxy-Authorization`, or nil; servers never receive them.
        public var authorization: Authorization?

        /// Makes a proxy.
        public init(host: String, port: Int, authorization: Authorization? = nil) {
            self.host = host
            self.port = port
            self.authorization = authorization
        }
    }
}

/// The reason why a transport cannot send requests with its configuration.
struct UnsupportedConfiguration: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String
}
