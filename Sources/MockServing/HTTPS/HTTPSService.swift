import TLS
import UV

/// The certificates and faults of a running server, shared by its loops.
final class HTTPSService: Sendable {
    let configuration: HTTPSConfiguration
    private let names: [String]
    /// The certificates in use, and a number for the contents of their files.
    private let current: Guarded<(certificates: ServerCertificates, fingerprint: Int)>
    /// The ports of faults, including those opened after the start.
    let faultPorts = Guarded<[HTTPSFault: Int]>([:])

    /// Reads the files.
    ///
    /// - Throws: ``MockServerError`` if a file is invalid, or OpenSSL is missing.
    init(_ configuration: HTTPSConfiguration, names: [String]) throws(MockServerError) {
        self.configuration = configuration
        self.names = names
        let files = try CertificateFiles(configuration)
        let certificates = try ServerCertificates(files, names: names, previous: nil)
        current = Guarded((certificates, files.fingerprint))
    }

    /// The certificates in use.
    var certificates: ServerCertificates { current.withLock { $0.certificates } }

    /// The certificates, and the faults of the next handshakes.
    var tls: TLSServerConfiguration { certificates.tls }

    /// The certificate that clients trust, as PEM; nil: no file has it.
    var authorityPEM: String? { certificates.trustedPEM }

    /// Whether there is an ``authorityPEM``, which may not be made yet.
    var hasAuthority: Bool {
        if case .issuer = certificates.trusted { false } else { true }
    }

    /// Returns the place where a client gets the certificate to trust, as part of a sentence.
    func trustAdvice(isAdminOff: Bool) -> String {
        if case .issuer(let issuer) = certificates.trusted {
            return "it was issued by '\(issuer)', which the client must trust"
        }
        return isAdminOff ? "--https-ca-file writes its CA to a file" : "its CA is at /__admin/certs/ca.pem"
    }

    /// Reads the files again.
    ///
    /// - Returns: Whether they have changed.
    /// - Throws: ``MockServerError`` if a file is invalid; the certificates stay.
    func reload() throws(MockServerError) -> Bool {
        let files = try CertificateFiles(configuration)
        let (previous, fingerprint) = current.withLock { $0 }
        guard files.fingerprint != fingerprint else { return false }
        let certificates = try ServerCertificates(files, names: names, previous: previous.tls)
        current.withLock { $0 = (certificates, files.fingerprint) }
        return true
    }

    /// The names of a server besides those of loopback: its addresses, and the host of its public URL.
    static func names(host: String, publicHost: String?) -> [String] {
        let addresses = ["0.0.0.0", "::"].contains(host) ? NetworkInterfaces.addresses : [host]
        return addresses + (publicHost.map { [$0] } ?? [])
    }
}

extension HTTPSConfiguration {
    /// The files that certificates and keys are read from.
    package var files: [String] {
        [
            certificateFile, keyFile, authorityCertificateFile, authorityKeyFile, clientAuthorityFile, keystore?.file,
        ].compactMap(\.self)
    }
}
