import Support
import TLS
import Testing

@Suite("Facts of certificates")
struct CertificateDetailsTests {
    private func only(_ text: String) throws -> CertificateDetails {
        let certificates = try CertificateDetails.all(in: CredentialFile(Array(text.utf8)))
        return try #require(certificates.count == 1 ? certificates[0] : nil)
    }

    @Test("A file of certificates has facts, and no key")
    func reads() throws {
        let authority = try only(CertificateSamples.authority)
        #expect(authority.subject == "CN=Sample CA" && authority.issuer == authority.subject)
        #expect(authority.isAuthority && authority.isSelfIssued && !authority.hasNames && authority.hasLongKey)
        let leaf = try only(CertificateSamples.certificate)
        #expect(leaf.subject == "CN=localhost" && leaf.issuer == "CN=Sample CA")
        #expect(leaf.pem == CertificateSamples.certificate)
        #expect(!leaf.isAuthority && !leaf.isSelfIssued && leaf.hasNames && leaf.suitsServers)
        #expect(leaf.expiredOn == nil && leaf.earlyUntil == nil)
        #expect(try only(CertificateSamples.expiredCertificate).expiredOn == "2021-01-01")
        #expect(try !only(CertificateSamples.weakCertificate).hasLongKey)
    }

    @Test("A certificate of tomorrow is early; one for clients does not suit servers")
    func readsMade() throws {
        var request = TLSIdentity.Request(.client, commonName: "anna", names: CertificateName.loopback)
        request.validity = 86_400..<2 * 86_400
        let facts = try TLSIdentity(making: request).certificates()[0]
        #expect(facts.earlyUntil?.count == 10 && facts.expiredOn == nil && !facts.suitsServers)
    }

    @Test("Java's truststores are read, with and without a password")
    func readsTruststores() throws {
        let withPassword = CredentialFile(CertificateSamples.truststore)
        let without = CredentialFile(CertificateSamples.truststoreWithoutPassword)
        for (file, password) in [(withPassword, nil), (withPassword, "password"), (without, nil), (without, "any")] {
            let certificates = try CertificateDetails.all(in: file, password: password)
            #expect(certificates.map(\.pem) == [CertificateSamples.authority])
        }
        #expect { try CertificateDetails.all(in: withPassword, password: "wrong") } throws: {
            "\($0)".contains("the password is wrong")
        }
    }

    @Test("A chain has the facts of each certificate, and is issued by its last issuer")
    func readsChains() throws {
        let root = try CertificateAuthority().identity
        let intermediate = try TLSIdentity(making: .init(.authority, commonName: "Intermediate"), issuer: root)
        let leaf = try TLSIdentity(
            making: .init(.server, commonName: "leaf", names: CertificateName.loopback),
            issuer: intermediate
        )
        #expect(try leaf.certificates().map(\.subject) == ["CN=leaf", "CN=Intermediate"])
        let other = try TLSIdentity(making: .init(.authority, commonName: "Other"))
        #expect(leaf.isIssued(by: root) && !leaf.isIssued(by: other))
    }

    @Test("A key that is too short is refused before the first handshake")
    func refusesShortKeys() throws {
        let weak = try TLSIdentity(
            certificatePEM: Array(CertificateSamples.weakCertificate.utf8),
            keyPEM: Array(CertificateSamples.weakKey.utf8)
        )
        var configuration = TLSServerConfiguration(authority: try CertificateAuthority())
        configuration.identity = weak
        #expect { try TLSServer(configuration) } throws: {
            "\($0)".contains("the key is too short for clients (ee key too small)")
        }
    }
}
