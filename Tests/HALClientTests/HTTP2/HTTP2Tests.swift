#if os(Linux)
    import HAL
    import HALClient
    import HTTPTypes
    import NIOHTTP2
    import Testing

    /// Calls over HTTP/2 end as they do over HTTP/1.1.
    struct HTTP2Tests {
        private static let head = [(":status", "200"), ("content-type", "application/hal+json")]

        @Test func requestAndResponseArriveAsTheyAre() async throws {
            try await FrameServer.with { _ in
                [
                    .head([(":status", "201"), ("location", "/new"), ("x-a", "1"), ("x-a", "2")]),
                    .data("{\"a\":\"ä\"}"),
                ]
            } run: { server, client in
                let outcome = await client.post(Target(server.url + "x?y=%20"), .json(["b": "ö"]))
                #expect(outcome.success?.location == server.url + "new", "\(outcome)")
                #expect(outcome.response.map { String(decoding: $0.body, as: UTF8.self) } == "{\"a\":\"ä\"}")
                let name = try #require(HTTPField.Name("X-A"))
                #expect(outcome.response?.fields[name] == "1, 2")
                let request = try #require(server.requests.first)
                #expect(request.line == "POST /x?y=%20")
                #expect(request[":authority"] == "localhost:\(server.port)")
                #expect(request["content-length"] == "10")
                #expect(String(decoding: request.body, as: UTF8.self) == "{\"b\":\"ö\"}")
            }
        }

        @Test(
            "a response without a body has none",
            arguments: [
                (HTTPRequest.Method.head, "200", "success"), (.get, "204", "success"), (.get, "304", "redirection"),
            ]
        )
        func aResponseWithoutABody(method: HTTPRequest.Method, status: String, name: String) async throws {
            try await FrameServer.with { _ in
                let length = status == "204" ? [] : [("content-length", "50")]
                return [.head([(":status", status)] + length, ends: true)]
            } run: { server, client in
                let outcome = await client.perform(Call<JSONObject>(method, Target(server.url)))
                #expect(outcome.name == name, "\(outcome)")
                #expect(outcome.response?.body == [])
            }
        }

        @Test func aCacheRevalidatesItsResponse() async throws {
            try await FrameServer.with { request in
                guard request["if-none-match"].isEmpty else { return [.head([(":status", "304")], ends: true)] }
                return [.head(Self.head + [("etag", "\"1\""), ("cache-control", "no-cache")]), .data("{\"a\":1}")]
            } run: { server, client in
                client.configuration.middlewares = [CacheMiddleware(store: MemoryCacheStore())]
                for _ in 1...2 {
                    let outcome = await client.get(Target(server.url))
                    #expect(outcome.success?.model == ["a": 1], "\(outcome)")
                }
                #expect(server.requests.map { $0["if-none-match"] } == ["", "\"1\""])
            }
        }

        @Test func redirectsStayOnTheConnection() async throws {
            try await FrameServer.with { request in
                guard request[":path"] == "/old" else { return [.head(Self.head), .data("{}")] }
                return [.head([(":status", "302"), ("location", "/new")], ends: true)]
            } run: { server, client in
                let outcome = await client.get(Target(server.url + "old"))
                #expect(outcome.response?.redirects.count == 1, "\(outcome)")
                #expect(server.requests.map(\.line) == ["GET /old", "GET /new"])
                #expect(server.requests.map(\.connection) == [1, 1])
            }
        }

        @Test func aStreamedBodyArrivesWhole() async throws {
            let part = [UInt8](repeating: 7, count: 70_000)
            try await FrameServer.with { request in
                [.head(Self.head), .data("{\"bytes\":\(request.body.count)}")]
            } run: { server, client in
                let stream = StreamedBody {
                    AsyncStream { continuation in
                        for _ in 1...5 { continuation.yield(part) }
                        continuation.finish()
                    }
                }
                let content = RequestContent.stream(stream, mediaType: nil)
                let outcome = await client.post(Target(server.url), content)
                #expect(outcome.success?.model == ["bytes": 350_000], "\(outcome)")
            }
        }

        @Test func aLargeBodyArrivesWhole() async throws {
            let text = String(repeating: "a", count: 300_000)
            try await FrameServer.with { _ in
                [.head(Self.head), .data("{\"a\":\"", ends: false), .data(text, ends: false), .data("\"}")]
            } run: { server, client in
                let outcome = await client.get(Target(server.url))
                #expect(outcome.success?.model == ["a": .string(text)])
            }
        }

        @Test func trailersAndInterimResponsesAreSkipped() async throws {
            try await FrameServer.with { _ in
                [
                    .head([(":status", "103"), ("link", "</a>; rel=preload")]), .head(Self.head),
                    .data("{\"a\":1}", ends: false), .head([("x-checksum", "1")], ends: true),
                ]
            } run: { server, client in
                let outcome = await client.get(Target(server.url))
                #expect(outcome.success?.model == ["a": 1], "\(outcome)")
                #expect(outcome.response?.fields.contains { $0.name.canonicalName == "x-checksum" } == false)
            }
        }

        @Test func manyCallsShareOneConnection() async throws {
            try await FrameServer.with { _ in
                [.head(Self.head), .data("{}")]
            } run: { server, client in
                _ = await client.get(Target(server.url))
                let successes = await withTaskGroup { group in
                    for _ in 1...150 { group.addTask { await client.get(Target(server.url)).success != nil } }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(successes == 150)
                #expect(Set(server.requests.map(\.connection)) == [1])
            }
        }

        /// RFC 9113 §8.1: the response is complete, only the rest of the request is not wanted.
        @Test func aResetAfterTheResponseChangesNothing() async throws {
            try await FrameServer.with { _ in
                [.head(Self.head), .data("{\"a\":1}"), .reset(.noError)]
            } run: { server, client in
                let outcome = await client.get(Target(server.url))
                #expect(outcome.success?.model == ["a": 1], "\(outcome)")
            }
        }

        /// RFC 9113 §8.1: a server may answer before it has the whole request.
        @Test func anEarlyResponseEndsAnUpload() async throws {
            try await FrameServer.with { _ in
                [.head([(":status", "413")], ends: true), .reset(.noError)]
            } run: { server, client in
                let endless = StreamedBody {
                    AsyncStream { continuation in continuation.yield([1]) }
                }
                let outcome = await client.post(Target(server.url + "early"), .stream(endless, mediaType: nil))
                #expect(outcome.response?.status == 413, "\(outcome)")
            }
        }
    }
#endif
