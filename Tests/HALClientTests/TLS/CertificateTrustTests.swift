import HALClient
import Testing

struct CertificateTrustTests {
    @Test func readsAllCertificatesOfAText() throws {
        let pem = TestIdentity.pem(TestCertificates.authority)
        let text = "# Example\r\n" + pem.replacing("\n", with: "\r\n") + "# another\n" + pem
        #expect("\(try CertificateTrust.authorities(pem: text))" == "2 authorities")
        #expect("\(try CertificateTrust.authorities(pem: pem))" == "1 authority")
        let added = try CertificateTrust.authorities(pem: pem, addedToSystem: true)
        #expect("\(added)" == "the system's authorities and 1 authority")
        #expect("\(CertificateTrust.system)" == "the system's authorities")
    }

    @Test(
        "a text without a valid certificate is an error",
        arguments: [
            ("", "no PEM certificate"),
            ("hello", "no PEM certificate"),
            (TestIdentity.pem(TestCertificates.key, "PRIVATE KEY"), "no PEM certificate"),
            (
                "-----BEGIN CERTIFICATE-----\nAAAA\n",
                "certificate 1 of the PEM text has no line '-----END CERTIFICATE-----'"
            ),
            ("-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----", "not Base64"),
            ("-----END CERTIFICATE-----", "not Base64"),
            (TestIdentity.pem(""), "not an X.509 certificate"),
            (TestIdentity.pem("AAAA"), "not an X.509 certificate"),
            (TestIdentity.pem(TestCertificates.key), "not an X.509 certificate"),
            (TestIdentity.pem(TestCertificates.valid) + TestIdentity.pem("AAAA"), "certificate 2 of the PEM text"),
        ]
    )
    func aTextWithoutACertificate(text: String, message: String) {
        let error = #expect(throws: InvalidCertificate.self) { try CertificateTrust.authorities(pem: text) }
        #expect(error?.code == .certificate)
        #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "none")")
    }
}
