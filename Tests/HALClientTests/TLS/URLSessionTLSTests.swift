#if os(Linux) && URLSessionOnLinux
    import Foundation
    import FoundationNetworking
    import HAL
    import NIOSSL
    import Testing

    @testable import HALClient

    /// TLS over `URLSession` on Linux: libcurl with the trust of the system.
    struct URLSessionTLSTests {
        static let rejected: [(String, [String], ConnectionFailure.TLSReason)] = [
            ("self-signed", [TestCertificates.selfSigned], .selfSigned),
            ("self-signed and expired", [TestCertificates.selfSignedExpired], .selfSigned),
            ("an unknown authority", [TestCertificates.valid], .untrusted),
            (
                "an unknown authority with its certificate", [TestCertificates.valid, TestCertificates.authority],
                .untrusted
            ),
            ("an unknown authority and expired", [TestCertificates.expired], .untrusted),
        ]

        private static func get(_ port: Int) async -> Outcome<JSONObject> {
            await HypermediaClient(transport: URLSessionTransport()).get(Target("https://localhost:\(port)/"))
        }

        private static func get(_ tls: TLSConfiguration) async throws -> Outcome<JSONObject> {
            let server = try await ScriptedServer.start(["HTTP/1.1 204 No\r\n\r\n"], tls: tls)
            let outcome = await get(server.port)
            try await server.stop()
            return outcome
        }

        @Test("reports why a certificate is rejected", arguments: rejected)
        func reportsWhy(name: String, chain: [String], reason: ConnectionFailure.TLSReason) async throws {
            let outcome = try await Self.get(try TestIdentity.server(chain))
            #expect(outcome.failureKind == .tls)
            #expect(outcome.tlsReason == reason, "\(outcome)")
        }

        /// The texts of libcurl 7.88 with OpenSSL 3.0; the tests' authority cannot be trusted here.
        @Test(
            "reads libcurl's texts",
            arguments: [
                ("SSL certificate problem: certificate has expired", ConnectionFailure.TLSReason.expired),
                ("SSL certificate problem: certificate is not yet valid", .notYetValid),
                ("SSL: no alternative certificate subject name matches target host name 'localhost'", .wrongHost),
                ("SSL certificate problem: self-signed certificate in certificate chain", .untrusted),
                (
                    "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required",
                    .clientCertificateRequired
                ),
                ("something else about SSL", .other),
            ]
        )
        func readsTheTexts(text: String, reason: ConnectionFailure.TLSReason) {
            let error = NSError(domain: NSURLErrorDomain, code: -1, userInfo: [NSLocalizedDescriptionKey: text])
            #expect(ConnectionFailure.TLSReason(ofSession: error) == reason)
        }

        @Test(
            "another protocol, or an alert",
            arguments: [
                ("HTTP/1.1 400 Bad Request\r\n\r\n", ConnectionFailure.TLSReason.unsupportedProtocol),
                ("\u{15}\u{3}\u{3}\u{0}\u{2}\u{2}\u{28}", .handshake),
                ("\u{15}\u{3}\u{3}\u{0}\u{2}\u{2}\u{46}", .unsupportedProtocol),
            ]
        )
        func anotherProtocol(answer: String, reason: ConnectionFailure.TLSReason) async throws {
            try await ScriptedServer.with(.init(answer, .close, after: .anyBytes)) { server in
                let outcome = await Self.get(server.port)
                #expect(outcome.tlsReason == reason, "\(outcome)")
            }
        }

        @Test("a connection that ends in the handshake is reset", arguments: [ScriptedServer.Ending.close, .reset])
        func anEndInTheHandshake(ending: ScriptedServer.Ending) async throws {
            try await ScriptedServer.with(.init("", ending, after: .anyBytes)) { server in
                let outcome = await Self.get(server.port)
                #expect(outcome.failureKind == .reset, "\(outcome)")
            }
        }

        @Test(
            "a configuration that is not supported ends each request",
            arguments: [
                "trust", "clientCertificate", "allowInvalidCertificates", "proxy",
            ]
        )
        func aConfigurationThatIsNotSupported(property: String) async throws {
            var configuration = TransportConfiguration()
            switch property {
            case "trust": configuration.trust = try TLSReasonTests.trusting([TestCertificates.authority])
            case "clientCertificate":
                let bytes = TestIdentity.bytes(TestCertificates.pkcs12)
                configuration.clientCertificate = try ClientCertificate(pkcs12: bytes, password: "secret")
            case "proxy": configuration.proxy = TransportConfiguration.Proxy(host: "localhost", port: 1)
            default: configuration.allowInvalidCertificates = true
            }
            try await ScriptedServer.with("HTTP/1.1 204 No\r\n\r\n") { server in
                let client = HypermediaClient(transport: URLSessionTransport(configuration: configuration))
                let outcome = await client.get(Target(server.url))
                #expect(outcome.failureKind == .other)
                #expect("\(outcome)".contains("does not support \(property)"), "\(outcome)")
                #expect(server.requests.isEmpty)
            }
        }
    }
#endif
