#if os(Linux)
    import HAL
    import HALClient
    import Logging
    import NIOSSL
    import Testing

    /// Each defect of a certificate or a handshake is a failure of the kind `tls` with its reason.
    struct TLSReasonTests {
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let chain: [String]
            let trusted: [String]
            let reason: ConnectionFailure.TLSReason?

            init(
                _ name: String,
                _ chain: [String],
                trusting trusted: [String] = [TestCertificates.authority],
                _ reason: ConnectionFailure.TLSReason?
            ) {
                testDescription = name
                self.chain = chain
                self.trusted = trusted
                self.reason = reason
            }
        }

        static let cases = [
            Case("a valid certificate", [TestCertificates.valid], nil),
            Case("an expired one", [TestCertificates.expired], .expired),
            Case("one for later", [TestCertificates.notYetValid], .notYetValid),
            Case("one for another host", [TestCertificates.wrongHost], .wrongHost),
            Case("a self-signed one", [TestCertificates.selfSigned], .selfSigned),
            Case(
                "a trusted self-signed one",
                [TestCertificates.selfSigned],
                trusting: [TestCertificates.selfSigned],
                nil
            ),
            Case("an expired self-signed one", [TestCertificates.selfSignedExpired], .expired),
            Case(
                "a trusted, expired self-signed one",
                [TestCertificates.selfSignedExpired],
                trusting: [TestCertificates.selfSignedExpired],
                .expired
            ),
            Case("one of an unknown authority", [TestCertificates.unknownAuthority], .untrusted),
            Case("one of an authority that only the tests trust", [TestCertificates.valid], trusting: [], .untrusted),
            Case(
                "an expired intermediate authority",
                [TestCertificates.ofExpiredIntermediate, TestCertificates.expiredIntermediate],
                .expired
            ),
            Case("an incomplete chain", [TestCertificates.ofExpiredIntermediate], .untrusted),
            Case(
                "an expired certificate beside the chain",
                [TestCertificates.unknownAuthority, TestCertificates.expiredIntermediate],
                .untrusted
            ),
        ]

        /// Gets a resource from a server; `localhost` and 127.0.0.1 are two ways to check a name.
        static func get(
            _ tls: TLSConfiguration,
            _ configuration: TransportConfiguration,
            host: String = "localhost"
        ) async throws -> Outcome<JSONObject> {
            let server = try await ScriptedServer.start(["HTTP/1.1 204 No\r\n\r\n"], tls: tls)
            let client = HypermediaClient(transport: AsyncHTTPClientTransport(configuration: configuration))
            let outcome = await client.get(Target("https://\(host):\(server.port)/"))
            try await server.stop()
            return outcome
        }

        static func trusting(_ certificates: [String]) throws -> CertificateTrust {
            guard !certificates.isEmpty else { return .system }
            return try .authorities(pem: certificates.map { TestIdentity.pem($0) }.joined())
        }

        @Test("reports why a certificate is rejected", arguments: cases, ["localhost", "127.0.0.1"])
        func reportsWhy(of item: Case, host: String) async throws {
            let configuration = TransportConfiguration(trust: try Self.trusting(item.trusted))
            let outcome = try await Self.get(try TestIdentity.server(item.chain), configuration, host: host)
            #expect(outcome.failureKind == (item.reason == nil ? nil : .tls))
            #expect(outcome.tlsReason == item.reason, "\(outcome)")
        }

        @Test("accepts all certificates if allowed", arguments: cases)
        func acceptsAllIfAllowed(item: Case) async throws {
            let configuration = TransportConfiguration(allowInvalidCertificates: true)
            let outcome = try await Self.get(try TestIdentity.server(item.chain), configuration)
            #expect(outcome.name == "success")
        }

        @Test func anAuthorityIsAddedToThoseOfTheSystem() async throws {
            let pem = TestIdentity.pem(TestCertificates.authority)
            let configuration = TransportConfiguration(trust: try .authorities(pem: pem, addedToSystem: true))
            let outcome = try await Self.get(try TestIdentity.server([TestCertificates.valid]), configuration)
            #expect(outcome.name == "success")
        }

        @Test func aServerWithoutTLSSpeaksAnotherProtocol() async throws {
            let answer = ScriptedServer.Answer("HTTP/1.1 400 Bad Request\r\n\r\n", .close, after: .anyBytes)
            try await ScriptedServer.with(answer) { server in
                let log = RecordingLog()
                let client = HypermediaClient(
                    configuration: LoggingMiddlewareTests.configuration(log, .info),
                    transport: AsyncHTTPClientTransport()
                )
                let outcome = await client.get(Target("https://127.0.0.1:\(server.port)/"))
                #expect(outcome.tlsReason == .unsupportedProtocol, "\(outcome)")
                let line = log.lines.withLock { $0.first?.message ?? "" }
                #expect(line.hasPrefix("tls (unsupported protocol) for GET https://"), "\(line)")
                let url = "https://127.0.0.1:\(server.port)/"
                let text = "tls (unsupported protocol): GET \(url) (wrong version number)"
                #expect("\(outcome)".contains(text), "\(outcome)")
            }
        }

        @Test func anOldVersionIsAnotherProtocol() async throws {
            var tls = try TestIdentity.server([TestCertificates.valid])
            tls.maximumTLSVersion = .tlsv11
            let outcome = try await Self.get(tls, TransportConfiguration(allowInvalidCertificates: true))
            #expect(outcome.tlsReason == .unsupportedProtocol, "\(outcome)")
        }

        @Test("a connection that ends in the handshake is reset", arguments: [ScriptedServer.Ending.close, .reset])
        func anEndInTheHandshake(ending: ScriptedServer.Ending) async throws {
            try await ScriptedServer.with(.init("", ending, after: .anyBytes)) { server in
                let client = HypermediaClient(transport: AsyncHTTPClientTransport())
                let outcome = await client.get(Target("https://127.0.0.1:\(server.port)/"))
                #expect(outcome.failureKind == .reset, "\(outcome)")
                #expect(outcome.tlsReason == nil)
            }
        }

        @Test func aHandshakeThatStallsTimesOut() async throws {
            try await ScriptedServer.with(.init("", .keep, after: .anyBytes)) { server in
                let configuration = TransportConfiguration(connectTimeout: .milliseconds(300))
                let client = HypermediaClient(transport: AsyncHTTPClientTransport(configuration: configuration))
                let outcome = await client.get(Target("https://127.0.0.1:\(server.port)/"))
                #expect(outcome.failureKind == .timedOut, "\(outcome)")
            }
        }

        @Test func aFatalAlertIsAFailedHandshake() async throws {
            // handshake_failure, RFC 8446 §6.2.
            let alert = ScriptedServer.Answer("\u{15}\u{3}\u{3}\u{0}\u{2}\u{2}\u{28}", .close, after: .anyBytes)
            try await ScriptedServer.with(alert) { server in
                let client = HypermediaClient(transport: AsyncHTTPClientTransport())
                let outcome = await client.get(Target("https://127.0.0.1:\(server.port)/"))
                #expect(outcome.tlsReason == .handshake, "\(outcome)")
            }
        }

        @Test func theProbeSendsNoRequest() async throws {
            let tls = try TestIdentity.server([TestCertificates.expired])
            let server = try await ScriptedServer.start(["HTTP/1.1 204 No\r\n\r\n"], tls: tls)
            let configuration = TransportConfiguration(trust: try Self.trusting([TestCertificates.authority]))
            let client = HypermediaClient(transport: AsyncHTTPClientTransport(configuration: configuration))
            let options = RequestOptions(authorization: .bearer("secret"))
            let outcome = await client.get(Target("https://localhost:\(server.port)/"), options: options)
            #expect(outcome.tlsReason == .expired)
            #expect(server.requests.isEmpty)
            try await server.stop()
        }

        @Test func theDescriptionContainsTheReason() {
            let failure = ConnectionFailure(.tls, tlsReason: .notYetValid)
            #expect("\(failure)" == "tls (certificate not yet valid): no request")
            #expect(ConnectionFailure(.tls).tlsReason == .other)
            #expect(ConnectionFailure(.reset, tlsReason: .expired).tlsReason == nil)
        }
    }

    extension Outcome {
        var tlsReason: ConnectionFailure.TLSReason? { failure?.tlsReason }
    }
#endif
