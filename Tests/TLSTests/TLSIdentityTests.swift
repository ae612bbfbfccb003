import TLS
import Testing

@Suite("Certificates and keys")
struct TLSIdentityTests {
    @Test("OpenSSL 3 is loaded")
    func loads() throws {
        #expect(try OpenSSL.version().hasPrefix("OpenSSL 3."))
    }

    @Test(
        "Only host names and addresses become names of certificates",
        arguments: [
            ("localhost", true), ("API.example", true), ("a_b.c", true), ("127.0.0.1", true), ("::1", true),
            ("1.2.3.4.5", true), ("", false), (".", false), ("a..b", false), ("-a.b", false),
            ("a,DNS:evil.example", false), ("127.0.0.1\0,DNS:evil.example", false),
            ("a b", false), ("é.example", false), (String(repeating: "a", count: 64), false),
            (Array(repeating: "abcdefgh", count: 29).joined(separator: "."), false),
        ]
    )
    func checksNames(text: String, isName: Bool) {
        #expect((CertificateName(text) != nil) == isName)
    }

    @Test(
        "Text that is not a certificate with its key is refused with a reason",
        arguments: [
            ("", ""), ("hello", "hello"), ("-----BEGIN CERTIFICATE-----\n", "-----BEGIN PRIVATE KEY-----\n"),
        ]
    )
    func refusesPEM(certificate: String, key: String) {
        #expect(throws: TLSError.self) {
            try TLSIdentity(certificatePEM: Array(certificate.utf8), keyPEM: Array(key.utf8))
        }
    }

    @Test("A certificate without its key is refused")
    func refusesMissingKey() throws {
        let pem = Array(try CertificateAuthority().identity.certificatePEM.utf8)
        #expect(throws: TLSError.self) { try TLSIdentity(certificatePEM: pem, keyPEM: pem) }
    }

    @Test("Bytes that are not a PKCS #12 file are refused", arguments: [[], [0x30], Array("\u{FE}\u{ED}".utf8)])
    func refusesPKCS12(bytes: [UInt8]) {
        #expect(throws: TLSError.self) { try TLSIdentity(pkcs12: bytes, password: "changeit") }
    }

    @Test("A PEM text holds the certificate and no key")
    func writesPEM() throws {
        let pem = try CertificateAuthority().identity.certificatePEM
        #expect(pem.hasPrefix("-----BEGIN CERTIFICATE-----\n") && pem.hasSuffix("-----END CERTIFICATE-----\n"))
        #expect(!pem.contains("PRIVATE"))
    }

    @Test("The same name gets the same certificate, and strangers' names do not fill the memory")
    func keepsLeaves() throws {
        var authority = try CertificateAuthority()
        let first = try authority.leaf(for: "api.example")
        #expect(try authority.leaf(for: "API.example") === first)
        #expect(try authority.leaf(for: nil) === authority.leaf(for: "127.0.0.1"))
        #expect(try authority.leaf(for: "not a name") === authority.leaf(for: nil))
        for number in 0..<300 { _ = try authority.leaf(for: "n\(number).example") }
        #expect(try authority.leaf(for: "api.example") !== first)
    }
}
