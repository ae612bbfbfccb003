import Support
import TLS
import Testing

@Suite("Files of certificates and keys")
struct CredentialFileTests {
    private func pem(_ certificate: String, _ key: String) throws -> TLSIdentity {
        try TLSIdentity(certificatePEM: Array(certificate.utf8), keyPEM: Array(key.utf8))
    }

    @Test("Files of other programs are read")
    func readsFiles() throws {
        #expect(try pem(Samples.certificate, Samples.key).certificatePEM == Samples.certificate + "\n")
        let both = Samples.key + "\n" + Samples.certificate
        #expect(try pem(both, both).certificatePEM == Samples.certificate + "\n")
        for (bytes, password) in [(Samples.keytool, Samples.password), (Samples.withoutPassword, "")] {
            #expect(try TLSIdentity(pkcs12: bytes, password: password).certificatePEM.hasPrefix("-----BEGIN"))
        }
    }

    @Test("A CA with a key on an Edwards curve signs certificates")
    func signsWithEdwards() throws {
        var authority = try CertificateAuthority(pem(Samples.edwardsCertificate, Samples.edwardsKey))
        #expect(try !authority.leaf(for: "api.example").fingerprint.isEmpty)
    }

    private static let publicKey = "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"
    private static let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"

    @Test(
        "PEM that cannot be used is refused with the cause and the remedy",
        arguments: [
            ("hello", Samples.key, "certificate: not PEM: the line '-----BEGIN CERTIFICATE-----' is missing"),
            ("0\u{0}", Samples.key, "certificate: it is binary, not PEM; to convert DER: openssl x509"),
            ("", Samples.key, "certificate: the file is empty"),
            (Samples.key, Samples.key, "certificate: not a certificate: the file contains a private key"),
            ("-----BEGIN CERTIFICATE REQUEST-----", Samples.key, "certificate: it is a certificate request"),
            (
                Samples.certificate.replacing(" CERTIFICATE", with: " TRUSTED CERTIFICATE"), Samples.key,
                "certificate: it is OpenSSL's TRUSTED CERTIFICATE; to convert it: openssl x509 -in cert -out cert.plain"
            ),
            (
                "-----BEGIN PKCS7-----", Samples.key,
                "certificate: it is PKCS #7; to convert it: openssl pkcs7 -in cert -print_certs -out cert.plain.pem"
            ),
            (
                Samples.certificate, "-----BEGIN CERTIFICATE REQUEST-----",
                "private key: it is a certificate request; the key is in the file that -keyout"
            ),
            (publicKey, Samples.key, "certificate: not a certificate: the file contains a public key"),
            (
                Samples.certificate, publicKey,
                "private key: it is a public key; the private key is in the file from which it was made: openssl pkey"
            ),
            (
                Samples.certificate, "-----BEGIN OPENSSH PRIVATE KEY-----",
                "private key: it is in OpenSSH's format; to convert it in place: ssh-keygen -p -N '' -m PEM -f key"
            ),
            (
                Samples.certificate, Samples.key.replacing("M", with: "N"),
                "; to check it: openssl pkey -noout -in file.pem"
            ),
            (Samples.certificate, Samples.certificate, "private key: the file contains certificates only; --https-key"),
            (Samples.certificate, "hello", "private key: not PEM: the line '-----BEGIN PRIVATE KEY-----' is missing"),
            (Samples.certificate, "", "private key: the file is empty"),
            (Samples.certificate, Samples.encryptedKey, "private key: it is encrypted; to decrypt it: openssl pkey"),
            (Samples.certificate, Samples.traditionalEncryptedKey, "private key: it is encrypted"),
            (Samples.certificate, Samples.edwardsKey, "the private key does not belong to the certificate"),
            (Samples.edwardsCertificate, Samples.key, "the private key does not belong to the certificate"),
            (
                Samples.edwardsCertificate + "\n" + Samples.certificate, Samples.key,
                "the private key belongs to certificate 2 of the file; put the server's one first"
            ),
            (broken, Samples.key, "certificates: its contents are invalid ("),
            (Samples.certificate + "\n" + broken, Samples.key, "certificates: its contents are invalid ("),
            (Samples.certificate, Samples.key.replacing("M", with: "N"), "private key: its contents are invalid ("),
            (
                String(Samples.certificate.prefix(200)), Samples.key,
                "certificate: it is incomplete: the last line '-----E"
            ),
            (
                Samples.certificate, String(Samples.key.prefix(90)),
                "private key: it is incomplete: the last line '-----E"
            ),
        ]
    )
    func refusesPEM(certificate: String, key: String, message: String) {
        #expect { try pem(certificate, key) } throws: { error in
            let text = "\(error)"
            return text.contains(message) && !text.hasSuffix(": ")
                && !text.contains("for an unknown reason")
        }
    }

    @Test("A broken key is not blamed on the certificate in the same file", arguments: [false, true])
    func separatesKeysFromCertificates(isFirst: Bool) {
        let cuts = [String(Samples.key.prefix(90)) + "\n", Samples.key.replacing("M", with: "=")]
        for cut in cuts {
            let file = isFirst ? cut + Samples.certificate : Samples.certificate + "\n" + cut
            #expect { try pem(file, file) } throws: { "\($0)".hasPrefix("private key: ") }
        }
    }

    @Test("Line ends of Windows, text between blocks and older labels are accepted")
    func readsVariants() throws {
        let certificate = Samples.certificate.replacing("BEGIN CERT", with: "BEGIN X509 CERT")
            .replacing("END CERT", with: "END X509 CERT")
        let file = "subject=CN = localhost\n" + Samples.key + "\nissuer\n" + certificate
        #expect(try pem(file, file).certificatePEM == Samples.certificate + "\n")
        let windows = file.replacing("\n", with: "\r\n")
        #expect(try pem(windows, windows).certificatePEM == Samples.certificate + "\n")
    }

    @Test("PKCS #7 in DER is recognized wherever a file is read")
    func refusesPKCS7() throws {
        let signedData: [UInt8] = [0x30, 0x0C, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02, 0xA0]
        #expect { try TLSIdentity(certificatePEM: signedData, keyPEM: []) } throws: {
            "\($0)".contains("openssl pkcs7 -in certs.p7b -inform DER -print_certs -out certs.pem")
        }
        #expect { try TLSIdentity(pkcs12: signedData, password: "") } throws: { "\($0)".contains("no private key") }
    }

    private static let javaKeystore: [UInt8] = [0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2]

    @Test(
        "PKCS #12 files that cannot be used are refused with the cause and the remedy",
        arguments: [
            (Samples.keytool, "wrong", "PKCS #12 file: the password is wrong"),
            (Samples.keytool, "", "PKCS #12 file: the password is wrong"),
            (Samples.withoutKey, Samples.password, "it contains no certificate with its private key"),
            (Samples.outdated, Samples.password, "its encryption is outdated (such as RC2); to convert it: "),
            (
                javaKeystore, Samples.password,
                "it is a JKS keystore; to convert it: keytool -importkeystore -srckeystore keystore.jks "
                    + "-srcstoretype JKS -destkeystore keystore.p12 -deststoretype PKCS12"
            ),
            ([0xCE, 0xCE, 0xCE, 0xCE], Samples.password, "it is a JCEKS keystore"),
            (Array(Samples.certificate.utf8), Samples.password, "it is PEM; use --https-cert and --https-key"),
            ([], Samples.password, "PKCS #12 file: the file is empty"),
            ([0x30, 0x82, 0x01, 0x00, 0x30, 0x82], Samples.password, "it is a certificate or key in DER, not PKCS"),
            (Array(Samples.keytool.prefix(300)), Samples.password, "its contents are invalid ("),
            ([0x30, 0x03, 0x02, 0x01, 0x03], Samples.password, "its contents are invalid ("),
            (Array("hello".utf8), Samples.password, "it is not a PKCS #12 file"),
        ]
    )
    func refusesPKCS12(bytes: [UInt8], password: String, message: String) {
        #expect { try TLSIdentity(pkcs12: bytes, password: password) } throws: { "\($0)".contains(message) }
    }

    @Test("A Java keystore is recognized wherever a file is read")
    func refusesKeystoreAsPEM() throws {
        let keystore = Self.javaKeystore
        #expect { try TLSIdentity(certificatePEM: keystore, keyPEM: []) } throws: { "\($0)".contains("keytool") }
        let context = try TLSContext(.server)
        #expect { try context.trust(Self.javaKeystore, .required) } throws: { "\($0)".contains("keytool") }
    }

    @Test(
        "Commands that convert a file have its name",
        arguments: [
            ("a/b c.jks", "-srckeystore 'a/b c.jks' -srcstoretype JKS -destkeystore 'a/b c.p12' "),
            ("it's", #"-srckeystore 'it'\''s' -srcstoretype JKS -destkeystore 'it'\''s.p12' "#),
            (".jks", "-srckeystore .jks -srcstoretype JKS -destkeystore .jks.p12 "),
        ]
    )
    func namesFile(name: String, command: String) {
        let file = CredentialFile(Self.javaKeystore, name: name)
        #expect { try TLSIdentity(pkcs12: file, password: nil) } throws: { error in
            "\(error)".contains(command) && (error as? TLSError)?.file == name
        }
    }

    @Test("PKCS #12 without its password says which option has it; one that needs none is read with any")
    func triesPasswords() throws {
        let keytool = CredentialFile(Samples.keytool)
        #expect { try TLSIdentity(pkcs12: keytool, password: nil) } throws: {
            "\($0)".contains("the default, 'password'; set it with --keystore-password")
        }
        let open = CredentialFile(Samples.withoutPassword)
        for password in [nil, "", "any"] { _ = try TLSIdentity(pkcs12: open, password: password) }
        _ = try TLSIdentity(pkcs12: CredentialFile(CertificateSamples.keystore), password: nil)
    }

    @Test("PKCS #12 without a MAC is read with its password")
    func readsWithoutMAC() throws {
        let file = CredentialFile(CertificateSamples.keystoreWithoutMAC)
        for password in [nil, "password"] {
            let identity = try TLSIdentity(pkcs12: file, password: password)
            #expect(identity.certificatePEM == CertificateSamples.certificate)
        }
        #expect { try TLSIdentity(pkcs12: file, password: "wrong") } throws: {
            "\($0)".contains("the password is wrong")
        }
    }

    @Test("PKCS #12 in place of PEM is refused with the option for it")
    func recognizesPKCS12() {
        let certificate = CredentialFile(Samples.keytool, name: "ks.p12")
        #expect { try TLSIdentity(certificate: certificate, key: certificate) } throws: {
            "\($0)".contains("use --https-keystore, or convert it: openssl pkcs12 -in ks.p12 -nodes -out ks.pem")
        }
    }

    @Test(
        "Authorities are read completely or not at all",
        arguments: ["", "hello", broken, Samples.certificate + "\n" + broken]
    )
    func refusesAuthorities(text: String) throws {
        let context = try TLSContext(.server)
        guard !text.isEmpty else { return try context.trust([], .none) }
        #expect { try context.trust(Array(text.utf8), .required) } throws: { error in
            "\(error)".hasPrefix("certificate authorities: ") && !"\(error)".contains("for an unknown reason")
        }
    }
}
