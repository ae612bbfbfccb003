#if os(Linux)
    import HAL
    import HALClient
    import HTTPTypes
    import SeededRandom
    import Testing

    /// A server may close a connection that it has kept, whenever it likes.
    struct KeptConnectionTests {
        private static let good = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"

        private static func client() -> HypermediaClient {
            HypermediaClient(transport: AsyncHTTPClientTransport())
        }

        /// Over URLSession, libcurl sends the request again.
        @Test(arguments: TransportUnderTest.allCases)
        func noReadIsLostToAServerThatClosesInSilence(over transport: TransportUnderTest) async throws {
            try await ScriptedServer.with(.init(Self.good, .close)) { server in
                let client = transport.client()
                for _ in 0..<500 {
                    let outcome = await client.get(Target(server.url))
                    #expect(outcome.name == "success", "\(outcome)")
                }
            }
        }

        @Test func noReadIsLostToAServerThatClosesAtRandom() async throws {
            var random = SeededGenerator(seed: 9110)
            let answers = (0..<2000).map { _ in
                var answer = ScriptedServer.Answer(Self.good, Bool.random(using: &random) ? .keep : .close)
                answer.isForNewConnections = Int.random(in: 0..<3, using: &random) == 0
                return answer
            }
            let server = try await ScriptedServer.start(answers)
            let client = Self.client()
            let lost = await withTaskGroup(of: [CallError].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var lost: [CallError] = []
                        for _ in 0..<63 { lost += [await client.get(Target(server.url)).error].compactMap(\.self) }
                        return lost
                    }
                }
                return await group.reduce([], +)
            }
            #expect(lost.isEmpty)
            #expect(server.requests.count > 504)
            try await server.stop()
        }

        @Test(
            "an idempotent request is sent again once",
            arguments: [HTTPRequest.Method.get, .head, .put, .delete, .options],
            [ScriptedServer.Ending.close, .reset]
        )
        func isSentAgain(method: HTTPRequest.Method, ending: ScriptedServer.Ending) async throws {
            try await ScriptedServer.with(.init(Self.good), .init("", ending), .init(Self.good)) { server in
                let client = Self.client()
                _ = await client.get(Target(server.url))
                _ = await client.perform(Call<JSONObject>(method, Target(server.url)))
                #expect(server.requests.count == 3)
                #expect(server.requests.last?.hasPrefix("\(method.rawValue) ") == true)
            }
        }

        /// Over URLSession on Linux, a request with a body has its own connection.
        @Test(arguments: TransportUnderTest.allCases, [ScriptedServer.Ending.close, .reset])
        func aBodyIsWholeWheneverItIsSent(
            over transport: TransportUnderTest,
            ending: ScriptedServer.Ending
        ) async throws {
            try await ScriptedServer.with(.init(Self.good), .init("", ending), .init(Self.good)) { server in
                let client = transport.client(HypermediaClient.Configuration(timeouts: Timeouts(firstByte: nil)))
                _ = await client.get(Target(server.url))
                let first = await client.put(Target(server.url), .json(["a": 1]))
                #expect(first.name == "success" || first.failureKind == .reset, "\(first)")
                #expect(await client.put(Target(server.url), .json(["a": 1])).name == "success")
                let puts = server.requests.filter { $0.hasPrefix("PUT ") }
                #expect(puts.count >= 2)
                #expect(puts.allSatisfy { $0.hasSuffix("\r\n\r\n{\"a\":1}") }, "\(puts)")
            }
        }

        @Test(
            "no other request is",
            arguments: TransportUnderTest.allCases,
            [
                (HTTPRequest.Method.post, RequestOptions()), (.patch, RequestOptions()),
                (.post, RequestOptions(isRetryable: true)), (.get, RequestOptions(isRetryable: false)),
            ]
        )
        func isNotSentAgain(
            over transport: TransportUnderTest,
            call: (method: HTTPRequest.Method, options: RequestOptions)
        ) async throws {
            try await ScriptedServer.with(.init(Self.good), .init("", .close), .init(Self.good)) { server in
                let client = transport.client()
                _ = await client.get(Target(server.url))
                let outcome = await client.perform(
                    Call<JSONObject>(call.method, Target(server.url), options: call.options)
                )
                #expect(outcome.failureKind == .reset)
                #expect(server.requests.count == 2)
            }
        }

        @Test func aNewConnectionThatDiesIsNotTriedAgain() async throws {
            try await ScriptedServer.with(.init("", .close)) { server in
                #expect(await Self.client().get(Target(server.url)).failureKind == .reset)
                #expect(server.requests.count == 1)
            }
        }

        @Test func theSecondTryIsTheLast() async throws {
            try await ScriptedServer.with(.init(Self.good), .init("", .close)) { server in
                let client = Self.client()
                _ = await client.get(Target(server.url))
                #expect(await client.get(Target(server.url)).failureKind == .reset)
                #expect(server.requests.count == 3)
            }
        }

        @Test func anAnswerThatHasBegunIsNotAskedForAgain() async throws {
            let half = "HTTP/1.1 200 OK\r\nContent-Le"
            try await ScriptedServer.with(.init(Self.good), .init(half, .close), .init(Self.good)) { server in
                let client = Self.client()
                _ = await client.get(Target(server.url))
                #expect(await client.get(Target(server.url)).failureKind == .reset)
                #expect(server.requests.count == 2)
            }
        }

        @Test func offersGzipAlone() async throws {
            try await ScriptedServer.with(.init(Self.good)) { server in
                _ = await Self.client().get(Target(server.url))
                #expect(server.requests.first?.lowercased().contains("accept-encoding: gzip\r\n") == true)
            }
        }
    }
#endif
