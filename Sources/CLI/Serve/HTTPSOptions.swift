import ArgumentParser
import Documents
import MockServing

/// HTTPS: its ports, its certificates, and faults of its handshakes.
struct HTTPSOptions: ParsableArguments {
    @Flag(help: "Accept HTTPS and plain HTTP on --port.")
    var https = false

    @Option(help: ArgumentHelp("Port for HTTPS only; 0 uses a free one.", valueName: "port"))
    var httpsPort: Int?

    @Option(
        help: ArgumentHelp("Server certificate with its chain, PEM. (default: made for each host)", valueName: "file")
    )
    var httpsCert: String?

    @Option(
        help: ArgumentHelp(
            "Private key of --https-cert, PEM without a password. (default: the same file)",
            valueName: "file"
        )
    )
    var httpsKey: String?

    @Option(help: ArgumentHelp("Certificate of the CA, PEM. (default: made at each start)", valueName: "file"))
    var httpsCaCert: String?

    @Option(
        help: ArgumentHelp(
            "Private key of --https-ca-cert, PEM without a password. (default: the same file)",
            valueName: "file"
        )
    )
    var httpsCaKey: String?

    @Option(help: ArgumentHelp("File to write the CA's certificate to when the server is ready.", valueName: "file"))
    var httpsCaFile: String?

    @Option(
        name: [.long, .customLong("https-truststore")],
        help: ArgumentHelp("CA of client certificates, PEM or PKCS #12; clients may present one.", valueName: "file")
    )
    var httpsClientCa: String?

    @Flag(help: "Reject clients without a certificate that --https-client-ca has signed.")
    var httpsRequireClientCert = false

    @Option(
        help: ArgumentHelp(
            "Port for HTTPS with a fault, such as expired=8444; 0 uses a free one. Repeatable.",
            discussion: "Faults: \(HTTPSFault.all.map(\.description).joined(separator: ", ")).",
            valueName: "fault=port"
        ),
        transform: FaultPort.init(parsing:)
    )
    var httpsFault: [FaultPort] = []

    // WireMock's.

    @Flag(help: .hidden)
    var disableHttp = false

    @Option(help: .hidden)
    var httpsKeystore: String?

    @Option(help: .hidden)
    var keystorePassword: String?

    @Option(help: .hidden)
    var keyManagerPassword: String?

    @Option(help: .hidden)
    var truststorePassword: String?

    @Flag(help: .hidden)
    var adminApiRequireHttps = false

    /// Whether TLS is offered.
    var isOn: Bool { https || httpsPort != nil || !httpsFault.isEmpty }

    func validate() throws {
        if let httpsPort { try OptionRange.check(port: httpsPort, of: "--https-port") }
        if !isOn, let option = usedOptions.first {
            throw ValidationError("\(option) has no effect without --https or --https-port")
        }
        if httpsKeystore != nil, httpsCert != nil || httpsKey != nil {
            let option = httpsCert != nil ? "--https-cert" : "--https-key"
            throw ValidationError("\(option) and --https-keystore cannot be combined: a keystore contains both")
        }
        try Self.checkKey("--https-key", httpsKey, of: "--https-cert", httpsCert)
        try Self.checkKey("--https-ca-key", httpsCaKey, of: "--https-ca-cert", httpsCaCert)
        try checkPasswords()
        try checkFaults()
        if httpsRequireClientCert, httpsClientCa == nil {
            throw ValidationError("--https-require-client-cert needs --https-client-ca, the CA of the clients")
        }
        if disableHttp || adminApiRequireHttps, !https, httpsPort == nil {
            let option = disableHttp ? "--disable-http" : "--admin-api-require-https"
            throw ValidationError("\(option) needs --https or --https-port")
        }
    }

    /// The options that only HTTPS uses.
    private var usedOptions: [String] {
        [
            (httpsCert != nil, "--https-cert"), (httpsKey != nil, "--https-key"),
            (httpsCaCert != nil, "--https-ca-cert"), (httpsCaKey != nil, "--https-ca-key"),
            (httpsCaFile != nil, "--https-ca-file"), (httpsClientCa != nil, "--https-client-ca"),
            (httpsRequireClientCert, "--https-require-client-cert"), (httpsKeystore != nil, "--https-keystore"),
            (keystorePassword != nil, "--keystore-password"), (keyManagerPassword != nil, "--key-manager-password"),
            (truststorePassword != nil, "--truststore-password"),
        ].filter(\.0).map(\.1)
    }

    private func checkPasswords() throws {
        if httpsKeystore == nil, keystorePassword != nil || keyManagerPassword != nil {
            let option = keystorePassword != nil ? "--keystore-password" : "--key-manager-password"
            throw ValidationError("\(option) has no effect without --https-keystore")
        }
        if truststorePassword != nil, httpsClientCa == nil {
            throw ValidationError("--truststore-password has no effect without --https-truststore")
        }
        if let keyManagerPassword, keyManagerPassword != keystorePassword ?? "password" {
            throw ValidationError(
                "--key-manager-password must equal --keystore-password: a PKCS #12 file has one password"
            )
        }
    }

    private func checkFaults() throws {
        let faults = httpsFault.map(\.fault)
        for (index, fault) in faults.enumerated() where faults[..<index].contains(fault) {
            throw ValidationError("--https-fault \(fault) is given twice; a fault has one port")
        }
    }

    /// Checks that no two listeners have the same port; `port` is that of plain HTTP.
    func checkPorts(besides port: Int) throws {
        let isShared = https || !disableHttp
        var options = isShared ? [("--port", port)] : []
        if let httpsPort { options.append(("--https-port", httpsPort)) }
        options += httpsFault.map { ("--https-fault \($0.fault)", $0.port) }
        for (index, (name, port)) in options.enumerated() where port != 0 {
            guard let (first, _) = options[..<index].first(where: { $0.1 == port }) else { continue }
            let advice = name == "--https-port" ? "; for HTTPS and plain HTTP on one port, use --https" : ""
            throw ValidationError("\(first) and \(name) have the same port, \(port)\(advice)")
        }
    }

    private static func checkKey(_ name: String, _ key: String?, of other: String, _ certificate: String?) throws {
        guard key != nil, certificate == nil else { return }
        throw ValidationError("\(name) needs \(other)")
    }

    func apply(to configuration: inout MockServerConfiguration) {
        guard isOn else { return }
        var https = HTTPSConfiguration()
        https.sharesPort = self.https
        https.port = httpsPort
        https.certificateFile = httpsCert
        https.keyFile = httpsKey
        https.authorityCertificateFile = httpsCaCert
        https.authorityKeyFile = httpsCaKey
        https.clientAuthorityFile = httpsClientCa
        https.requiresClientCertificate = httpsRequireClientCert
        https.clientAuthorityPassword = truststorePassword
        https.keystore = httpsKeystore.map { ($0, keystorePassword) }
        https.isOnly = disableHttp
        https.isRequiredForAdministration = adminApiRequireHttps
        https.faultPorts = Dictionary(httpsFault.map { ($0.fault, $0.port) }) { $1 }
        configuration.https = https
    }
}

/// The value of `--https-fault`, such as `expired=8444`.
struct FaultPort {
    let fault: HTTPSFault
    let port: Int

    /// Parses the value.
    ///
    /// - Throws: `ValidationError` with the nearest fault, or all of them.
    init(parsing argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let fault = HTTPSFault(String(parts[0])) else {
            let names = HTTPSFault.all.map(\.description)
            let help =
                Spelling.suggestion(for: String(parts[0]), among: names) ?? "faults: \(names.joined(separator: ", "))"
            throw ValidationError("'\(parts[0])' is not a fault; \(help)")
        }
        guard parts.count == 2, let port = UInt16(parts[1]) else {
            throw ValidationError("a port between 0 (any free port) and 65535 must follow, such as \(fault)=8444")
        }
        self.fault = fault
        self.port = Int(port)
    }
}
