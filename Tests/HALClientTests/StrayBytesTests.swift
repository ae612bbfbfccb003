#if os(Linux)
    import HAL
    import HTTPTypes
    import NIOCore
    import NIOEmbedded
    import NIOHTTP1
    import Testing

    @testable import HALClient

    /// Bytes on a kept-alive connection that belong to no response never become part of the next one.
    struct StrayBytesTests {
        private static let good = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        private static let forged = good.replacing("2\r\n\r\n{}", with: "7\r\n\r\n{\"a\":1}")

        private static func client() -> HypermediaClient {
            HypermediaClient(transport: AsyncHTTPClientTransport())
        }

        @Test(
            "bytes right after a response",
            arguments: ["x", "\0\0\0", "HTTP/1.1 ", "{}\r\n\r\n", forged, good + forged]
        )
        func afterAResponse(stray: String) async throws {
            try await ScriptedServer.with(.init(Self.good + stray), .init(Self.good)) { server in
                let client = Self.client()
                #expect(await client.get(Target(server.url)).success?.model == [:])
                let second = await client.post(Target(server.url), .json([:]))
                #expect(second.success?.model == [:], "\(second)")
                #expect(server.requests.count == 2)
            }
        }

        @Test("many calls while every response has stray bytes", arguments: ["x", forged])
        func manyCalls(stray: String) async throws {
            try await ScriptedServer.with(.init(Self.good + stray)) { server in
                let client = Self.client()
                let models = await withTaskGroup(of: JSONObject?.self) { group in
                    for _ in 0..<100 {
                        group.addTask { await client.post(Target(server.url), .json([:])).success?.model }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(models.allSatisfy { $0 == [:] })
                #expect(server.requests.count == 100)
            }
        }

        @Test("after bytes on an idle connection, nothing is sent on it", arguments: ["x", forged])
        func onAnIdleConnection(stray: String) throws {
            let channel = EmbeddedChannel()
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers(HTTPRequestEncoder(), ByteToMessageHandler(HTTPResponseDecoder()))
            try ResponseByteHandler.add(to: channel, idleTimeout: nil).wait()
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            let head = HTTPClientRequestPart.head(.init(version: .http1_1, method: .POST, uri: "/"))
            try channel.writeOutbound(head)
            #expect(try channel.readOutbound(as: IOData.self) != nil)
            try channel.writeInbound(ByteBuffer(string: Self.good))
            for _ in 0..<3 { #expect(try channel.readInbound(as: HTTPClientResponsePart.self) != nil) }

            try channel.writeInbound(ByteBuffer(string: stray))
            let write = channel.write(head)
            channel.embeddedEventLoop.run()
            #expect(throws: StrayBytes.self) { try write.wait() }
            #expect(throws: StrayBytes.self) { try channel.throwIfErrorCaught() }
            #expect(try channel.readOutbound(as: IOData.self) == nil)
            #expect(try channel.readInbound(as: HTTPClientResponsePart.self) == nil)
        }

        @Test(
            "bytes that arrive after the next request repeat it if its method is idempotent",
            arguments: [(HTTPRequest.Method.get, 3, "success"), (.put, 3, "success"), (.post, 2, "connectionFailure")]
        )
        func afterTheNextRequest(method: HTTPRequest.Method, requests: Int, name: String) async throws {
            try await ScriptedServer.with(.init(Self.good), .init("{}" + Self.good), .init(Self.good)) { server in
                let client = Self.client()
                _ = await client.get(Target(server.url))
                let outcome = await client.perform(Call<JSONObject>(method, Target(server.url)))
                #expect(outcome.name == name)
                #expect(outcome.failureKind == (name == "success" ? nil : .protocolViolation))
                #expect(server.requests.count == requests)
            }
        }

        @Test func aMalformedResponseIsNotAskedForAgain() async throws {
            try await ScriptedServer.with(.init(Self.good), .init("HTTP/1.1 x\r\n\r\n"), .init(Self.good)) { server in
                let client = Self.client()
                _ = await client.get(Target(server.url))
                #expect(await client.get(Target(server.url)).failureKind == .protocolViolation)
                #expect(server.requests.count == 2)
            }
        }
    }
#endif
