#if os(Linux)
    import HALClient
    import Testing

    /// The framing of chunked content is bounded, so that a response without end ends without a deadline.
    struct ChunkFramingTests {
        private static let type = "Content-Type: application/json\r\n"
        private static let head = "HTTP/1.1 200 OK\r\n\(type)Transfer-Encoding: chunked\r\n\r\n"
        private static let text = String(repeating: "a", count: 60_000)

        private static func outcome(_ chunks: String) async throws -> Outcome<JSONObject> {
            try await ScriptedServer.with(.init(head + chunks)) { server in
                await HypermediaClient(transport: AsyncHTTPClientTransport()).get(Target(server.url))
            }
        }

        @Test("extensions of chunks without end")
        func rejectsExtensions() async throws {
            let chunks = String(repeating: "1;\(Self.text)\r\n \r\n", count: 100)
            #expect(try await Self.outcome(chunks).failureKind == .tooLarge)
        }

        @Test("zeros before the size of a chunk without end")
        func rejectsZeros() async throws {
            let kind = try await Self.outcome(String(repeating: "0", count: 3 << 20)).failureKind
            #expect(kind == .tooLarge || kind == .protocolViolation)
        }

        @Test("chunks of one byte are accepted")
        func acceptsSmallChunks() async throws {
            let body = "{\"a\":\"\(Self.text)\"}".map { "1\r\n\($0)\r\n" }.joined()
            #expect(try await Self.outcome(body + "0\r\n\r\n").model == ["a": .string(Self.text)])
        }

        @Test("a few long extensions are accepted")
        func acceptsSomeExtensions() async throws {
            let chunks = "1;\(Self.text)\r\n{\r\n1;\(Self.text)\r\n}\r\n0;\(Self.text)\r\n\r\n"
            #expect(try await Self.outcome(chunks).model == [:])
        }
    }
#endif
