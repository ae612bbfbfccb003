#if os(Linux)
    import HAL
    import HALClient
    import NIOSSL
    import Testing

    struct ClientCertificateTests {
        private static let pem = TestIdentity.pem(TestCertificates.client)
        private static let key = TestIdentity.pem(TestCertificates.key, "PRIVATE KEY")
        private static let encryptedKey = TestIdentity.pem(TestCertificates.encryptedKey, "ENCRYPTED PRIVATE KEY")

        private static func get(
            _ certificate: ClientCertificate?,
            upTo version: TLSVersion = .tlsv13
        ) async throws -> Outcome<JSONObject> {
            let trust = try TLSReasonTests.trusting([TestCertificates.authority])
            let configuration = TransportConfiguration(trust: trust, clientCertificate: certificate)
            let tls = try TestIdentity.serverThatRequiresCertificate(upTo: version)
            return try await TLSReasonTests.get(tls, configuration)
        }

        @Test("a server accepts the certificate", arguments: [TLSVersion.tlsv12, .tlsv13])
        func aServerAcceptsTheCertificate(version: TLSVersion) async throws {
            let all = [
                try ClientCertificate(pem: Self.pem, privateKey: Self.key),
                try ClientCertificate(pem: Self.pem, privateKey: Self.encryptedKey, password: "secret"),
                try ClientCertificate(pkcs12: TestIdentity.bytes(TestCertificates.pkcs12), password: "secret"),
            ]
            for certificate in all {
                let outcome = try await Self.get(certificate, upTo: version)
                #expect(outcome.name == "success", "\(outcome)")
            }
        }

        @Test func aServerRequiresACertificate() async throws {
            let outcome = try await Self.get(nil)
            #expect(outcome.tlsReason == .clientCertificateRequired, "\(outcome)")
        }

        /// TLS 1.2 has no alert of its own for this, RFC 5246 §7.4.6.
        @Test func overTLS12TheReasonIsTheHandshake() async throws {
            let outcome = try await Self.get(nil, upTo: .tlsv12)
            #expect(outcome.tlsReason == .handshake, "\(outcome)")
        }

        @Test("a server rejects the certificate", arguments: [TLSVersion.tlsv12, .tlsv13])
        func aServerRejectsTheCertificate(version: TLSVersion) async throws {
            let pem = TestIdentity.pem(TestCertificates.unknownAuthority)
            let outcome = try await Self.get(try ClientCertificate(pem: pem, privateKey: Self.key), upTo: version)
            #expect(outcome.tlsReason == .clientCertificateRequired, "\(outcome)")
        }

        @Test(
            "texts that do not fit are errors",
            arguments: [
                ("", key, nil, InvalidCertificate.Code.certificate),
                (key, key, nil, .certificate),
                (pem, "", nil, .privateKey),
                (pem, pem, nil, .privateKey),
                (pem, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", nil, .privateKey),
                (pem, encryptedKey, nil, .privateKey),
                (pem, encryptedKey, "wrong", .privateKey),
                (pem, TestIdentity.pem(TestCertificates.otherKey, "PRIVATE KEY"), nil, .mismatch),
            ] as [(String, String, String?, InvalidCertificate.Code)]
        )
        func textsThatDoNotFit(
            pem: String,
            key: String,
            password: String?,
            code: InvalidCertificate.Code
        ) {
            let error = #expect(throws: InvalidCertificate.self) {
                try ClientCertificate(pem: pem, privateKey: key, password: password)
            }
            #expect(error?.code == code, "\(error.map { "\($0)" } ?? "none")")
        }

        @Test("bytes that are no PKCS #12 file are an error", arguments: [([], "secret"), ([1, 2, 3], "secret")])
        func bytesThatAreNoPKCS12(bytes: [UInt8], password: String) {
            let error = #expect(throws: InvalidCertificate.self) {
                try ClientCertificate(pkcs12: bytes, password: password)
            }
            #expect(error?.code == .pkcs12)
        }

        @Test func aWrongPasswordIsAnError() {
            let error = #expect(throws: InvalidCertificate.self) {
                try ClientCertificate(pkcs12: TestIdentity.bytes(TestCertificates.pkcs12), password: "wrong")
            }
            #expect(error?.code == .pkcs12)
        }

        @Test func nothingShowsTheKeyOrThePassword() throws {
            let certificate = try ClientCertificate(pem: Self.pem, privateKey: Self.encryptedKey, password: "secret")
            let proxy = TransportConfiguration.Proxy(
                host: "proxy",
                port: 1,
                authorization: .basic(user: "me", password: "secret")
            )
            let configuration = TransportConfiguration(clientCertificate: certificate, proxy: proxy)
            var dumped = ""
            dump(configuration, to: &dumped)
            for text in [
                dumped, "\(configuration)", String(reflecting: configuration),
                "\(Mirror(reflecting: certificate).children)",
            ] {
                #expect(!text.contains("secret"))
                #expect(!text.contains("NIOSSLPrivateKey"))
                #expect(!text.contains("bWU6c2VjcmV0"))
            }
        }
    }
#endif
