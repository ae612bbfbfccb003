/// HTTPS: the certificates of a mock server, its ports, and whether clients need a certificate.
///
/// The default makes a certificate authority at start, in memory, which signs a certificate for each server name; clients
/// trust `MockServer.certificateAuthority`.
public struct HTTPSConfiguration: Sendable {
    /// Whether TLS is accepted on the port of plain HTTP.
    public var sharesPort = true
    /// The port of a second listener, for TLS only; 0 chooses a free one; nil: none.
    public var port: Int?
    /// A PEM file with the server's certificate and its chain; nil: the authority signs certificates.
    public var certificateFile: String?
    /// A PEM file with the private key of ``certificateFile``, without a password; nil: it is in the same file.
    public var keyFile: String?
    /// A PEM file with the certificate of the authority that signs certificates; nil: one is made.
    ///
    /// Beside ``certificateFile`` it signs the certificates of faults.
    public var authorityCertificateFile: String?
    /// A PEM file with the private key of ``authorityCertificateFile``, without a password; nil: it is in the same file.
    public var authorityKeyFile: String?
    /// A file with the authorities of client certificates, PEM or PKCS #12; nil: the server asks for none.
    public var clientAuthorityFile: String?
    /// The password of ``clientAuthorityFile`` if it is PKCS #12; nil: WireMock's default, or none.
    package var clientAuthorityPassword: String?
    /// Whether the server rejects clients without a certificate that ``clientAuthorityFile`` has signed.
    public var requiresClientCertificate = false
    /// A PKCS #12 file with the server's certificate and key, instead of ``certificateFile``.
    ///
    /// Its password; nil: WireMock's default, or none.
    package var keystore: (file: String, password: String?)?
    /// The ports of listeners whose handshakes have a fault; 0 chooses a free one.
    public var faultPorts: [HTTPSFault: Int] = [:]
    /// Whether the admin API rejects plain requests.
    package var isRequiredForAdministration = false
    /// Whether no connection in the clear is accepted.
    package var isOnly = false

    /// The defaults.
    public init() {}
}
