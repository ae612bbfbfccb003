import Foundation
import Support
import TLS
import Testing

@testable import MockServing

@Suite("Certificates that clients reject")
struct CheckedCertificateTests {
    private typealias Sample = (certificate: String, key: String)

    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func write(_ sample: Sample, _ name: String) throws -> (certificate: String, key: String) {
        try folder.write("\(name).pem", sample.certificate)
        try folder.write("\(name).key", sample.key)
        return ("\(folder.path)/\(name).pem", "\(folder.path)/\(name).key")
    }

    /// The warnings of a server, without the names of the files.
    private func warnings(_ change: (inout HTTPSConfiguration) throws -> Void) async throws -> [String] {
        var (configuration, https) = (MockServerConfiguration(), HTTPSConfiguration())
        try change(&https)
        configuration.https = https
        return try await withServer(scenarios: [shippedScenarios + "/links"], configuration: configuration) { server in
            server.certificateWarnings.map { warning in
                warning.firstRange(of: ".pem: ").map { String(warning[$0.upperBound...]) } ?? warning
            }
        }
    }

    @Test(
        "A CA whose certificates clients reject is warned of",
        arguments: [
            (UnusualAuthorities.forClients, "the extendedKeyUsage of the CA 'CN=For clients' excludes servers"),
            (UnusualAuthorities.constrained, "the nameConstraints of the CA 'CN=Constrained' exclude localhost"),
            (UnusualAuthorities.ed25519, "the key of 'CN=Edwards CA' is Ed25519"),
            (UnusualAuthorities.withoutKeyIdentifier, nil), (UnusualAuthorities.forServers, nil),
        ] as [((certificate: String, key: String), String?)]
    )
    func warnsOfAuthorities(sample: (certificate: String, key: String), warning: String?) async throws {
        let files = try write(sample, "ca")
        let found = try await warnings {
            $0.authorityCertificateFile = files.certificate
            $0.authorityKeyFile = files.key
        }
        #expect(found.count == (warning == nil ? 0 : 1), "\(found)")
        if let warning { #expect(found.allSatisfy { $0.hasPrefix(warning) }, "\(found)") }
    }

    @Test(
        "A CA of clients whose certificates the server rejects is warned of",
        arguments: [
            (UnusualAuthorities.forServers, "the extendedKeyUsage of 'CN=For servers' excludes clients"),
            (UnusualAuthorities.withoutSigning, "the keyUsage of the CA 'CN=Without signing' has no keyCertSign"),
            (UnusualAuthorities.forClients, nil), (UnusualAuthorities.ed25519, nil),
        ] as [((certificate: String, key: String), String?)]
    )
    func warnsOfClientAuthorities(sample: (certificate: String, key: String), warning: String?) async throws {
        let files = try write(sample, "clients")
        let found = try await warnings { $0.clientAuthorityFile = files.certificate }
        #expect(found.count == (warning == nil ? 0 : 1), "\(found)")
        if let warning { #expect(found.allSatisfy { $0.hasPrefix(warning) }, "\(found)") }
    }

    @Test(
        "A certificate of a server that clients reject is warned of",
        arguments: [
            (UnusualCertificates.criticalExtension, "'CN=localhost' has an unknown critical extension"),
            (UnusualCertificates.rsaPSS, "the key of 'CN=localhost' is RSA-PSS, which browsers"),
            (
                (CertificateSamples.certificate + UnusualAuthorities.namesake.certificate, CertificateSamples.key),
                "'CN=Sample CA' has signed no certificate of the file"
            ),
        ] as [((certificate: String, key: String), String)]
    )
    func warnsOfServers(sample: (certificate: String, key: String), warning: String) async throws {
        let files = try write(sample, "leaf")
        let found = try await warnings {
            $0.certificateFile = files.certificate
            $0.keyFile = files.key
        }
        #expect(found.count == 2 && found.contains { $0.hasPrefix(warning) }, "\(found)")
        let validity = found.filter { $0.hasPrefix("'CN=localhost' is valid for 36") }
        #expect(validity.count == 1 && validity.allSatisfy { $0.contains("at most 825 (398 from public CAs)") })
    }

    @Test("Only a certificate that has signed the server's is the one to trust", arguments: [false, true])
    func announcesIssuersOnly(hasIssuer: Bool) async throws {
        let chain = CertificateSamples.certificate + UnusualAuthorities.namesake.certificate
        let files = try write((chain + (hasIssuer ? CertificateSamples.authority : ""), CertificateSamples.key), "leaf")
        let other = try write(UnusualAuthorities.namesake, "ca")
        var (configuration, https) = (MockServerConfiguration(), HTTPSConfiguration())
        (https.certificateFile, https.keyFile) = (files.certificate, files.key)
        (https.authorityCertificateFile, https.authorityKeyFile) = (other.certificate, other.key)
        configuration.https = https
        try await withServer(scenarios: [shippedScenarios + "/links"], configuration: configuration) { server in
            #expect(server.certificateAuthority == (hasIssuer ? CertificateSamples.authority : nil))
        }
    }

    @Test("A server with a CA without a key identifier has certificates that clients accept")
    func servesWithoutKeyIdentifier() async throws {
        let sample = UnusualAuthorities.withoutKeyIdentifier
        let files = try write(sample, "ca")
        var (configuration, https) = (MockServerConfiguration(), HTTPSConfiguration())
        (https.authorityCertificateFile, https.authorityKeyFile) = (files.certificate, files.key)
        configuration.https = https
        try await withServer(scenarios: [shippedScenarios + "/links"], configuration: configuration) { server in
            let client = try await SecureClient(port: server.port, trusting: sample.certificate)
            #expect(client.session.verification == 0)
            #expect(try await client.get("/__admin/health").hasPrefix("HTTP/1.1 200"))
        }
    }
}
