/// HTTPS: the certificates of a mock server, its ports, and whether clients need a certificate.
///
/// The default makes a certificate authority at start, in memory, which signs a certificate for each server name; clients
/// trust `MockServer.certificateAuthority`.
public struct HTTPSConfiguration: Sendable {
    /// Whether TLS is accepted on the port of plain HTTP.
    public var sharesPort = true
    /// The port of another listener, for TLS only; 0 chooses a free one; nil: none.
    public var port: Int?
    /// A PEM file with the server's certificate and its chain; nil: the authority signs certificates.
    public var certificateFile: String?
    /// A PEM file with the private key of ``certificateFile``, without a password.
    public var keyFile: String?
    /// A PEM file with the certificate of the authority that signs certificates; nil: one is made.
    public var authorityCertificateFile: String?
    /// A PEM file with the private key of ``authorityCertificateFile``, without a password.
    public var authorityKeyFile: String?
    /// A PEM file with the authorities of client certificates; nil: the server asks for none.
    public var clientAuthorityFile: String?
    /// Whether the server refuses clients without a certificate that ``clientAuthorityFile`` has signed.
    public var requiresClientCertificate = false
    /// A PKCS #12 file with the server's certificate and key, and its password; instead of ``certificateFile``.
    package var keystore: (file: String, password: String)?
    /// The ports of listeners whose handshakes have a fault; 0 chooses a free one.
    public var faultPorts: [HTTPSFault: Int] = [:]
    /// Whether the admin API rejects plain requests.
    package var isRequiredForAdministration = false
    /// Whether no connection in the clear is accepted.
    package var isOnly = false

    /// The defaults.
    public init() {}
}
