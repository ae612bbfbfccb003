import Scenarios
import TLS
import UV

/// The certificates and faults of a running server, shared by its loops.
struct HTTPSService: Sendable {
    /// Files of certificates and keys are smaller.
    private static let largestFile = 4 << 20

    let configuration: HTTPSConfiguration
    /// The certificates, and the faults of the next handshakes.
    let tls: TLSServerConfiguration

    /// Reads the files and makes what they leave out, in 3 ms.
    ///
    /// - Throws: ``MockServerError`` if a file is invalid, or OpenSSL is missing.
    init(_ configuration: HTTPSConfiguration, names: [String]) throws(MockServerError) {
        self.configuration = configuration
        let authority = try Self.identity(
            configuration.authorityCertificateFile,
            configuration.authorityKeyFile,
            "certificate authority"
        )
        var tls = try Self.explaining(configuration.authorityCertificateFile) { () throws(TLSError) in
            TLSServerConfiguration(
                authority: try CertificateAuthority(authority, names: names.compactMap { CertificateName($0) })
            )
        }
        tls.identity = try Self.identity(configuration.certificateFile, configuration.keyFile, "certificate")
        if let keystore = configuration.keystore {
            let bytes = try Self.contents(of: keystore.file)
            tls.identity = try Self.explaining(keystore.file) { () throws(TLSError) in
                try TLSIdentity(pkcs12: bytes, password: keystore.password)
            }
        }
        if let file = configuration.clientAuthorityFile {
            tls.clientAuthoritiesPEM = try Self.contents(of: file)
            tls.clientCertificates = configuration.requiresClientCertificate ? .required : .optional
        }
        self.tls = tls
        // What a loop would only find out later.
        _ = try Self.explaining(configuration.clientAuthorityFile) { [tls] () throws(TLSError) in try TLSServer(tls) }
    }

    /// The certificate that clients trust, as PEM; nil: a file has the server's certificate.
    var authorityPEM: String? {
        tls.identity == nil ? tls.authority.identity.certificatePEM : nil
    }

    /// The names of a server besides those of loopback: its addresses, and the host of its public URL.
    static func names(host: String, publicHost: String?) -> [String] {
        let addresses = ["0.0.0.0", "::"].contains(host) ? NetworkInterfaces.addresses : [host]
        return addresses + (publicHost.map { [$0] } ?? [])
    }

    private static func identity(
        _ certificateFile: String?,
        _ keyFile: String?,
        _ kind: String
    ) throws(MockServerError) -> TLSIdentity? {
        guard let certificateFile, let keyFile else {
            guard certificateFile == nil, keyFile == nil else {
                throw MockServerError(.certificates, "the \(kind) needs both a certificate file and a key file")
            }
            return nil
        }
        let (certificate, key) = (try contents(of: certificateFile), try contents(of: keyFile))
        return try explaining("\(certificateFile) with \(keyFile)") { () throws(TLSError) in
            try TLSIdentity(certificatePEM: certificate, keyPEM: key)
        }
    }

    private static func contents(of file: String) throws(MockServerError) -> [UInt8] {
        do throws(DiskFile.Failure) {
            return try DiskFile.contents(of: file, limit: largestFile)
        } catch {
            throw MockServerError(.certificates, "cannot read \(file): \(error.reason)")
        }
    }

    /// Adds the file to an error.
    private static func explaining<Value>(
        _ file: String?,
        _ body: () throws(TLSError) -> Value
    ) throws(MockServerError) -> Value {
        do throws(TLSError) {
            return try body()
        } catch {
            let place = file.map { "\($0): " } ?? "HTTPS: "
            throw MockServerError(.certificates, "\(place)\(error)", underlyingError: error)
        }
    }
}
