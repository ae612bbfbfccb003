import Foundation
import Support
import TLS
import Testing

@testable import MockServing

@Suite("Files of certificates of the mock server")
struct CertificateFileTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
        try folder.write("ca.pem", CertificateSamples.authority)
        try folder.write("ca.key", CertificateSamples.authorityKey)
        try folder.write("leaf.pem", CertificateSamples.certificate)
        try folder.write("chain.pem", CertificateSamples.certificate + CertificateSamples.authority)
        try folder.write("expired.pem", CertificateSamples.expiredCertificate)
        try folder.write("leaf.key", CertificateSamples.key)
        try folder.write("weak.pem", CertificateSamples.weakCertificate)
        try folder.write("weak.key", CertificateSamples.weakKey)
        try Data(CertificateSamples.keystore).write(to: URL(filePath: folder.path + "/leaf.p12"))
        try Data(CertificateSamples.truststore).write(to: URL(filePath: folder.path + "/ca.p12"))
    }

    private func configuration(
        _ certificate: String? = nil,
        key: String = "leaf.key",
        _ change: (inout HTTPSConfiguration) -> Void = { _ in }
    ) -> MockServerConfiguration {
        var (configuration, https) = (MockServerConfiguration(), HTTPSConfiguration())
        https.certificateFile = certificate.map(path)
        https.keyFile = certificate.map { _ in path(key) }
        change(&https)
        configuration.https = https
        return configuration
    }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// The warnings of a server except that of the validity, which is long in samples.
    private func otherWarnings(_ server: MockServer) -> [String] {
        server.certificateWarnings.filter { !$0.contains(" is valid for ") }
    }

    @Test(
        "The CA to trust is that of the file, or the one beside it that has issued the certificate",
        arguments: [("chain.pem", nil, true), ("leaf.pem", "ca", true), ("leaf.pem", nil, false)]
    )
    func findsAuthority(certificate: String, authority: String?, isFound: Bool) async throws {
        let configuration = configuration(certificate) {
            $0.authorityCertificateFile = authority.map { path("\($0).pem") }
            $0.authorityKeyFile = authority.map { path("\($0).key") }
        }
        try await withServer(scenarios: [shippedScenarios + "/links"], configuration: configuration) { server in
            #expect(server.certificateAuthority == (isFound ? CertificateSamples.authority : nil))
            let response = try await server.send("GET", "/__admin/certs/ca.pem")
            #expect(response.status == (isFound ? 200 : 404))
            #expect(isFound || response.text.contains("was issued by 'CN=Sample CA'"), "\(response.text)")
            #expect(otherWarnings(server) == [])
            let client = try await SecureClient(port: server.port, trusting: CertificateSamples.authority)
            #expect(try await client.get("/__admin/health").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("One file may have the certificate and its key")
    func readsKeysFromTheFileOfTheCertificate() async throws {
        try folder.write("all.pem", CertificateSamples.key + CertificateSamples.certificate)
        let configuration = configuration("all.pem") { $0.keyFile = nil }
        try await withServer(scenarios: [shippedScenarios + "/links"], configuration: configuration) { server in
            let client = try await SecureClient(port: server.port, trusting: CertificateSamples.authority)
            #expect(try await client.get("/__admin/health").hasPrefix("HTTP/1.1 200"))
        }
        let withoutKey = self.configuration("leaf.pem") { $0.keyFile = nil }
        await #expect {
            try await MockServer.start(scenarios: [shippedScenarios + "/links"], configuration: withoutKey)
        } throws: { "\($0)".contains("leaf.pem: private key: the file contains certificates only; --https-key") }
    }

    @Test("A file that is cut off is named, whichever of the two it is")
    func namesTheBrokenFile() async throws {
        for (name, text) in [("leaf.pem", CertificateSamples.certificate), ("leaf.key", CertificateSamples.key)] {
            try folder.write(name, String(text.prefix(90)))
            await #expect {
                try await MockServer.start(
                    scenarios: [shippedScenarios + "/links"],
                    configuration: configuration("leaf.pem")
                )
            } throws: { "\($0)".contains("\(name): ") && "\($0)".contains("it is incomplete") }
            try folder.write(name, text)
        }
    }

    @Test("A keystore serves; a truststore verifies clients")
    func readsKeystores() async throws {
        let configuration = configuration {
            $0.keystore = (path("leaf.p12"), nil)
            $0.clientAuthorityFile = path("ca.p12")
            $0.requiresClientCertificate = true
        }
        let identity = try TLSIdentity(
            certificatePEM: Array(CertificateSamples.authority.utf8),
            keyPEM: Array(CertificateSamples.authorityKey.utf8)
        )
        let names = CertificateName.loopback
        let anna = try TLSIdentity(making: .init(.client, commonName: "anna", names: names), issuer: identity)
        try await withServer(scenarios: [shippedScenarios + "/links"], configuration: configuration) { server in
            let client = try await SecureClient(
                port: server.port,
                trusting: CertificateSamples.authority,
                identity: anna
            )
            #expect(try await client.get("/__admin/health").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test(
        "Certificates that no client can use prevent the start",
        arguments: [
            ("weak.pem", "weak.key", nil, "weak.pem: the key of the certificate 'CN=localhost' is too short"),
            (nil, "", "leaf.pem", "'CN=localhost' is not a CA certificate; use that of its issuer, 'CN=Sample CA'"),
            (nil, "", "weak.pem", "weak.pem: the key of the certificate 'CN=localhost' is too short"),
            (nil, "", "", "cannot read"), (nil, "", "nothing.pem", "no such file"),
        ] as [(String?, String, String?, String)]
    )
    func refuses(certificate: String?, key: String, clients: String?, reason: String) async throws {
        let configuration = configuration(certificate, key: key) { $0.clientAuthorityFile = clients.map(path) }
        await #expect {
            try await MockServer.start(scenarios: [shippedScenarios + "/links"], configuration: configuration)
        } throws: { "\($0)".contains(reason) && !"\($0)".contains("PRIVATE KEY") }
    }

    @Test("Certificates that clients reject for now are warned of, with file and remedy")
    func warns() async throws {
        try await withServer(scenarios: [shippedScenarios + "/links"], configuration: configuration("expired.pem")) {
            server in
            let warning = "\(path("expired.pem")): the certificate 'CN=localhost' expired on 2021-01-01; renew it"
            #expect(server.certificateWarnings == [warning])
        }
        let named = configuration("ca.pem", key: "ca.key") { $0.faultPorts = [.expired: 0] }
        try await withServer(scenarios: [shippedScenarios + "/links"], configuration: named) { server in
            let warnings = otherWarnings(server)
            #expect(warnings.count == 2 && warnings[0].contains("has no subjectAltName"))
            #expect(warnings.last?.contains("--https-ca-cert") == true)
        }
    }

    @Test(
        "Keys and signatures that common clients reject are warned of",
        arguments: [
            (UnusualCertificates.ed25519, "is Ed25519"), (UnusualCertificates.secp256k1, "is secp256k1"),
            (UnusualCertificates.sha1, "uses SHA-1 or MD5"),
        ]
    )
    func warnsOfUnusual(sample: (certificate: String, key: String), warning: String) async throws {
        try folder.write("unusual.pem", sample.certificate)
        try folder.write("unusual.key", sample.key)
        let configuration = configuration("unusual.pem", key: "unusual.key")
        try await withServer(scenarios: [shippedScenarios + "/links"], configuration: configuration) { server in
            let warnings = otherWarnings(server)
            #expect(warnings.count == 1 && warnings.allSatisfy { $0.contains(warning) }, "\(warnings)")
        }
    }

    @Test("Files are read again: new connections get new certificates, broken files change nothing", arguments: [1, 3])
    func reloads(threads: Int) async throws {
        var configuration = configuration("chain.pem")
        configuration.threads = threads
        try await withServer(scenarios: [shippedScenarios + "/links"], configuration: configuration) { server in
            let open = try await SecureClient(port: server.port, trusting: CertificateSamples.authority)
            #expect(try await !server.reloadCertificates())
            try folder.write("chain.pem", "broken")
            await #expect {
                try await server.reloadCertificates()
            } throws: { "\($0)".contains("chain.pem: certificate: not PEM") }
            try await expectVerdict(0, of: server)
            try folder.write("chain.pem", CertificateSamples.expiredCertificate + CertificateSamples.authority)
            #expect(try await server.reloadCertificates())
            #expect(server.certificateWarnings.count == 1)
            try await expectVerdict(10, of: server)
            #expect(try await open.get("/__admin/health").hasPrefix("HTTP/1.1 200"))
        }
    }

    /// Expects OpenSSL's verdict of clients on the server's certificate, on each loop.
    private func expectVerdict(_ verdict: Int, of server: MockServer) async throws {
        for _ in 0..<6 {
            let client = try await SecureClient(port: server.port, trusting: CertificateSamples.authority)
            #expect(client.session.verification == verdict)
        }
    }

    @Test("A CA that was made at start stays the same when files are read again")
    func keepsAuthority() async throws {
        try await withServer(
            scenarios: [shippedScenarios + "/links"],
            configuration: configuration { $0.clientAuthorityFile = path("ca.pem") }
        ) { server in
            let authority = server.certificateAuthority
            try folder.write("ca.pem", CertificateSamples.authority + "\n")
            #expect(try await server.reloadCertificates())
            #expect(server.certificateAuthority == authority)
        }
    }

    @Test("An address below the root cannot give the handshakes of all clients a fault")
    func protectsOthers() async throws {
        try await withServer(configuration: configuration()) { server in
            for address in ["/~fuel-stations", "/~fuel-stations@one", "/@one"] {
                for (method, body) in [("PUT", #"{"fault": "reset"}"#), ("DELETE", "")] {
                    let response = try await server.send(method, "\(address)/__admin/https", body: body)
                    #expect(response.status == 422 && response.text.contains("has no path"), "\(response.text)")
                }
                #expect(try await server.send("GET", "\(address)/__admin/https").status == 200)
            }
            try await expectHealthy(server)
        }
    }

    private func expectHealthy(_ server: MockServer) async throws {
        let client = try await SecureClient(port: server.port, trusting: server.certificateAuthority)
        #expect(client.session.isEstablished)
    }
}
