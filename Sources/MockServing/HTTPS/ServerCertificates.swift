import TLS

/// The certificates of a running server, from its files at one time.
struct ServerCertificates: Sendable {
    /// The certificates, and the faults of the next handshakes.
    let tls: TLSServerConfiguration
    let trusted: Trusted
    /// The problems that do not prevent serving, each with its file.
    let warnings: [String]

    /// The certificate that clients trust to accept the server's.
    enum Trusted: Hashable {
        /// The authority of this run, which is made when it is first needed.
        case authority
        case pem(String)
        /// The issuer of this name, whose certificate no file has.
        case issuer(String)
    }

    /// Checks the files, which are read already; what they omit is made when a handshake needs it.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - names: The names of this machine that certificates are valid for.
    ///   - previous: The certificates so far; a certificate authority that was made is kept.
    /// - Throws: ``MockServerError`` if a file cannot be used, or OpenSSL is missing.
    init(_ files: CertificateFiles, names: [String], previous: TLSServerConfiguration?) throws(MockServerError) {
        var warnings: [String] = []
        try Self.explaining(nil) { () throws(TLSError) in try OpenSSL.load() }
        let authority = try files.authority.map { pair throws(MockServerError) in try Self.identity(pair) }
        let names = names.compactMap { CertificateName($0) }
        var shared = previous?.authority ?? SharedAuthority(names: names)
        if let authority {
            shared = try Self.explaining(files.authority?.certificate.path) { () throws(TLSError) in
                SharedAuthority(try CertificateAuthority(authority, names: names))
            }
        }
        var tls = TLSServerConfiguration(
            authority: shared,
            upcomingFaults: previous?.upcomingFaults ?? UpcomingTLSFaults()
        )
        if let authority, let file = files.authority?.certificate.path {
            let excludes = try Self.explaining(file) { () throws(TLSError) in try shared.get().excludesOwnNames }
            warnings += try Self.check(authority, file: file, isServer: false, excludesNames: excludes)
        }
        let identity = try Self.serverIdentity(files)
        if let identity, let file = files.serverFile {
            warnings += try Self.check(
                identity,
                file: file,
                isServer: true,
                excludesNames: identity.excludesNames(of: identity)
            )
        }
        if let clients = files.clientAuthorities {
            let certificates = try ClientAuthorities(clients, password: files.clientAuthoritiesPassword)
            warnings += certificates.warnings
            tls.clientAuthoritiesPEM = Array(certificates.pem.utf8)
            tls.clientCertificates = files.requiresClientCertificate ? .required : .optional
        }
        tls.identity = identity
        if identity != nil, authority == nil { warnings += files.faultWarnings }
        // Otherwise each loop would fail later.
        _ = try Self.explaining(files.serverFile) { [tls] () throws(TLSError) in
            try TLSServer(tls)
        }
        self.tls = tls
        self.warnings = warnings
        trusted = try Self.trusted(identity, authority)
    }

    /// The certificate that clients trust, as PEM; nil: no file has it.
    var trustedPEM: String? {
        switch trusted {
        case .authority: try? tls.authority.get().identity.certificatePEM
        case .pem(let text): text
        case .issuer: nil
        }
    }

    /// The root in the server's file that its chain of signatures ends in, or else the authority that has signed its last one.
    private static func trusted(
        _ identity: TLSIdentity?,
        _ authority: TLSIdentity?
    ) throws(MockServerError) -> Trusted {
        guard let identity else { return .authority }
        let chain = try explaining(nil) { () throws(TLSError) in try identity.certificates() }
        if let root = identity.root { return .pem(chain[root].pem) }
        guard let authority, identity.isIssued(by: authority) else {
            return .issuer(identity.path.last.map { chain[$0].issuer } ?? "")
        }
        return .pem(authority.certificatePEM)
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
        isServer: Bool,
        excludesNames: Bool
    ) throws(MockServerError) -> [String] {
        let certificates = try explaining(file) { () throws(TLSError) in try identity.certificates() }
        if let weak = certificates.first(where: { !$0.hasLongKey }) {
            let place = "\(file): the key of the certificate '\(weak.subject)'"
            throw MockServerError(
                .certificates,
                "\(place) is too short for clients; \(CredentialFile.newKey)"
            )
        }
        let strays = identity.strays
        let warnings = certificates.enumerated().flatMap { position, details in
            let role: CheckedCertificate.Role =
                strays.contains(position) ? .stray : isServer && position == 0 ? .server : .issuer
            let isExcluded = position == 0 && excludesNames
            return CheckedCertificate(details: details, role: role, excludesNames: isExcluded).warnings
        }
        return warnings.map { "\(file): \($0)" }
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
