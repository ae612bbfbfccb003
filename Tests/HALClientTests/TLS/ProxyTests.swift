#if os(Linux)
    import HAL
    import HALClient
    import Testing

    struct ProxyTests {
        private static func get(
            _ target: String,
            over proxy: TransportConfiguration.Proxy,
            trusting certificates: [String] = []
        ) async throws -> Outcome<JSONObject> {
            let trust = try TLSReasonTests.trusting(certificates)
            let configuration = TransportConfiguration(trust: trust, proxy: proxy)
            let client = HypermediaClient(transport: AsyncHTTPClientTransport(configuration: configuration))
            return await client.get(Target(target))
        }

        @Test("a tunnel leads to the server", arguments: ["http", "https"])
        func aTunnelLeadsToTheServer(scheme: String) async throws {
            let tls = scheme == "https" ? try TestIdentity.server([TestCertificates.valid]) : nil
            let server = try await ScriptedServer.start(["HTTP/1.1 204 No\r\n\r\n"], tls: tls)
            let tunnel = try await TunnelServer.start()
            let proxy = TransportConfiguration.Proxy(
                host: "127.0.0.1",
                port: tunnel.port,
                authorization: .basic(user: "me", password: "secret")
            )
            let target = "\(scheme)://localhost:\(server.port)/"
            let outcome = try await Self.get(target, over: proxy, trusting: [TestCertificates.authority])
            #expect(outcome.name == "success", "\(outcome)")
            let head = try #require(tunnel.heads.first)
            #expect(head.hasPrefix("CONNECT localhost:\(server.port) HTTP/1.1\r\n"))
            #expect(head.lowercased().contains("proxy-authorization: basic bwu6c2vjcmv0\r\n"))
            #expect(server.requests.first?.lowercased().contains("authorization") == false)
            try await tunnel.stop()
            try await server.stop()
        }

        @Test(
            "a proxy that opens no tunnel refuses the connection",
            arguments: ["407 Proxy Authentication Required", "403 Forbidden", "502 Bad Gateway"]
        )
        func aProxyThatOpensNoTunnel(status: String) async throws {
            try await ScriptedServer.with(.init("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")) { server in
                let proxy = TransportConfiguration.Proxy(host: "127.0.0.1", port: server.port)
                let outcome = try await Self.get("https://localhost:1/", over: proxy)
                #expect(outcome.failureKind == .refused, "\(outcome)")
            }
        }

        @Test func aProxyThatIsNotThereRefusesTheConnection() async throws {
            let outcome = try await Self.get(
                "https://localhost:1/",
                over: TransportConfiguration.Proxy(host: "127.0.0.1", port: 1)
            )
            #expect(outcome.failureKind == .refused, "\(outcome)")
        }

        @Test func throughAProxyTheReasonOfARejectedCertificateIsUnknown() async throws {
            let tls = try TestIdentity.server([TestCertificates.expired])
            let server = try await ScriptedServer.start(["HTTP/1.1 204 No\r\n\r\n"], tls: tls)
            let tunnel = try await TunnelServer.start()
            let proxy = TransportConfiguration.Proxy(host: "127.0.0.1", port: tunnel.port)
            let target = "https://localhost:\(server.port)/"
            let outcome = try await Self.get(target, over: proxy, trusting: [TestCertificates.authority])
            #expect(outcome.tlsReason == .other, "\(outcome)")
            #expect(tunnel.heads.count == 1)
            try await tunnel.stop()
            try await server.stop()
        }

        @Test func anotherSchemeOfCredentialsIsRefusedBeforeAnythingIsSent() async throws {
            let authorization = Authorization(scheme: "Digest", parameters: ["username": "me"])
            let proxy = TransportConfiguration.Proxy(host: "127.0.0.1", port: 1, authorization: authorization)
            let outcome = try await Self.get("http://localhost:1/", over: proxy)
            #expect(outcome.failureKind == .other)
            #expect("\(outcome)".contains("not Digest, for proxies"))
        }
    }
#endif
