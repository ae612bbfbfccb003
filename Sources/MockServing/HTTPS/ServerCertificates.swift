import TLS

/// The certificates of a running server, from its files at one time.
struct ServerCertificates: Sendable {
    /// The certificates, and the faults of the next handshakes.
    let tls: TLSServerConfiguration
    /// The certificate that clients trust to accept the server's, as PEM; nil: no file has it.
    let trustedPEM: String?
    /// The issuer that clients trust if ``trustedPEM`` is nil.
    let issuer: String
    /// The problems that do not prevent serving, each with its file.
    let warnings: [String]

    /// Checks the files, which are read already, and makes what they omit, in 3 ms.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - names: The names of this machine that certificates are valid for.
    ///   - previous: The certificates so far; a certificate authority that was made is kept.
    /// - Throws: ``MockServerError`` if a file cannot be used, or OpenSSL is missing.
    init(_ files: CertificateFiles, names: [String], previous: TLSServerConfiguration?) throws(MockServerError) {
        var warnings: [String] = []
        let authority = try files.authority.map { pair throws(MockServerError) in try Self.identity(pair) }
        var tls = try Self.explaining(files.authority?.certificate.path) { () throws(TLSError) in
            TLSServerConfiguration(
                authority: try CertificateAuthority(
                    authority ?? previous?.authority.identity,
                    names: names.compactMap { CertificateName($0) }
                ),
                upcomingFaults: previous?.upcomingFaults ?? UpcomingTLSFaults()
            )
        }
        if let authority, let file = files.authority?.certificate.path {
            warnings += try Self.check(authority, file: file, isServer: false)
        }
        let identity = try Self.serverIdentity(files)
        if let identity, let file = files.serverFile {
            warnings += try Self.check(identity, file: file, isServer: true)
        }
        if let clients = files.clientAuthorities {
            let certificates = try ClientAuthorities(clients, password: files.clientAuthoritiesPassword)
            warnings += certificates.warnings
            tls.clientAuthoritiesPEM = Array(certificates.pem.utf8)
            tls.clientCertificates = files.requiresClientCertificate ? .required : .optional
        }
        tls.identity = identity
        if identity != nil, authority == nil { warnings += files.faultWarnings }
        // A loop would find it out only later.
        _ = try Self.explaining(files.serverFile) { [tls] () throws(TLSError) in
            try TLSServer(tls)
        }
        self.tls = tls
        self.warnings = warnings
        (trustedPEM, issuer) = try Self.trusted(identity, authority, tls)
    }

    /// The root that the server's file contains, or the authority that has issued the server's certificate.
    private static func trusted(
        _ identity: TLSIdentity?,
        _ authority: TLSIdentity?,
        _ tls: TLSServerConfiguration
    ) throws(MockServerError) -> (pem: String?, issuer: String) {
        guard let identity else { return (tls.authority.identity.certificatePEM, "") }
        let chain = try explaining(nil) { () throws(TLSError) in try identity.certificates() }
        if let root = chain.first(where: \.isSelfIssued) { return (root.pem, root.subject) }
        let issuer = chain.last?.issuer ?? ""
        guard let authority, identity.isIssued(by: authority) else { return (nil, issuer) }
        return (authority.certificatePEM, issuer)
    }

    private static func serverIdentity(_ files: CertificateFiles) throws(MockServerError) -> TLSIdentity? {
        if let pair = files.server { return try identity(pair) }
        guard let keystore = files.keystore else { return nil }
        return try explaining(keystore.path) { () throws(TLSError) in
            try TLSIdentity(pkcs12: keystore.credential, password: files.keystorePassword)
        }
    }

    private static func identity(_ pair: CertificateFiles.Pair) throws(MockServerError) -> TLSIdentity {
        try explaining("\(pair.certificate.path) with \(pair.key.path)") { () throws(TLSError) in
            try TLSIdentity(certificate: pair.certificate.credential, key: pair.key.credential)
        }
    }

    private static func check(
        _ identity: TLSIdentity,
        file: String,
        isServer: Bool
    ) throws(MockServerError) -> [String] {
        let certificates = try explaining(file) { () throws(TLSError) in try identity.certificates() }
        if let weak = certificates.first(where: { !$0.hasLongKey }) {
            let place = "\(file): the key of the certificate '\(weak.subject)'"
            throw MockServerError(
                .certificates,
                "\(place) is too short, clients reject it; \(CredentialFile.newKey)"
            )
        }
        let own = isServer ? certificates.prefix(1).flatMap(\.serverWarnings) : []
        return (certificates.flatMap(\.dateWarnings) + own).map { "\(file): \($0)" }
    }

    /// Adds the file to an error.
    static func explaining<Value>(
        _ file: String?,
        _ body: () throws(TLSError) -> Value
    ) throws(MockServerError) -> Value {
        do throws(TLSError) {
            return try body()
        } catch {
            let place = (error.file ?? file).map { "\($0): " } ?? "HTTPS: "
            throw MockServerError(.certificates, "\(place)\(error)", underlyingError: error)
        }
    }
}

extension CertificateDetails {
    /// Why clients reject the certificate at this time.
    var dateWarnings: [String] {
        if let expiredOn { return ["the certificate '\(subject)' expired on \(expiredOn); renew it"] }
        guard let earlyUntil else { return [] }
        return ["the certificate '\(subject)' is valid only from \(earlyUntil) on; check the clock or the certificate"]
    }

    /// Why clients reject the certificate as that of a server.
    fileprivate var serverWarnings: [String] {
        var warnings: [String] = []
        if !suitsServers {
            warnings.append("the usages of '\(subject)' exclude servers; add serverAuth to its extendedKeyUsage")
        }
        if !hasNames {
            warnings.append(
                "'\(subject)' has no subjectAltName, most clients reject it; add one, such as DNS:localhost,IP:127.0.0.1"
            )
        }
        return warnings
    }
}
