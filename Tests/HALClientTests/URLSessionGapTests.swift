#if os(Linux) && URLSessionOnLinux
    import HALClient
    import Testing

    /// Answers that end the process over `URLSession` on Linux, before anything of ours is asked (Swift 6.3).
    ///
    /// Where one of these fails, Foundation is mended: take the gap out of the transport's documentation.
    struct URLSessionGapTests {
        private static func get(_ answer: String) async throws {
            try await ScriptedServer.with(ScriptedServer.Answer(answer, .close)) { server in
                _ = await HypermediaClient(transport: URLSessionTransport.shared).get(Target(server.url))
            }
        }

        @Test func aHeadThatIsCutEndsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                try await URLSessionGapTests.get("HTTP/1.1 200 OK\r\nA: b")
            }
        }

        @Test func aTrailerEndsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                try await URLSessionGapTests.get(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nTrailer: x\r\n\r\n"
                )
            }
        }

        @Test func aCarriageReturnWithinAFieldEndsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                try await URLSessionGapTests.get("HTTP/1.1 204 No Content\r\nA: b\r\n\rc\r\n\r\n")
            }
        }
    }
#endif
