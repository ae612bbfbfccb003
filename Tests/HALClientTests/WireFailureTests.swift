import HAL
import HALClient
import Testing

/// Broken answers over a real socket: each is a connection failure of its kind, and nothing hangs.
struct WireFailureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: ScriptedServer.Answer
        let kinds: [ConnectionFailure.Kind]
        let bytes: Int

        /// `orOverURLSession` is what that transport tells instead, where it cannot know better on Linux.
        init(
            _ name: String,
            _ text: String,
            _ ending: ScriptedServer.Ending,
            _ kind: ConnectionFailure.Kind,
            orOverURLSession other: ConnectionFailure.Kind? = nil,
            bytes: Int = 0
        ) {
            testDescription = name
            answer = .init(text, ending)
            kinds = [kind, other ?? kind]
            self.bytes = bytes
        }

        func kind(over transport: TransportUnderTest) -> ConnectionFailure.Kind {
            kinds[transport.rawValue == "urlSession" ? 1 : 0]
        }
    }

    static let cases = [
        Case("nothing, then close", "", .close, .reset),
        Case("nothing, then reset", "", .reset, .reset),
        Case("half a status line, then close", "HTTP/1.1 20", .close, .reset),
        Case("half a head, then close", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", .close, .reset),
        Case("half a head, then reset", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", .reset, .reset),
        Case(
            "short body, then close",
            "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"a\"",
            .close,
            .truncated,
            bytes: 4
        ),
        Case(
            "short body, then reset",
            "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"a\"",
            .reset,
            .truncated,
            bytes: 4
        ),
        Case("no body, then close", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n", .close, .truncated),
        Case(
            "chunks without an end",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n",
            .close,
            .truncated,
            bytes: 4
        ),
        Case(
            "malformed chunk size",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabcd\r\n0\r\n\r\n",
            .close,
            .protocolViolation
        ),
        Case(
            "huge chunk size",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabcd",
            .close,
            .protocolViolation
        ),
        Case("garbage", "\u{1}\u{2}garbage\r\n\r\n", .close, .protocolViolation),
        Case("another protocol", "SSH-2.0-OpenSSH_9.2\r\n", .close, .protocolViolation),
        Case("a status without digits", "HTTP/1.1 abc OK\r\n\r\n", .close, .protocolViolation),
        Case("an unknown version", "HTTP/9.9 200 OK\r\n\r\n", .close, .protocolViolation),
        Case(
            "a field name with a space",
            "HTTP/1.1 200 OK\r\nA b: c\r\nContent-Length: 0\r\n\r\n",
            .close,
            .protocolViolation
        ),
        Case("NUL in a field", "HTTP/1.1 200 OK\r\nA: b\0c\r\nContent-Length: 0\r\n\r\n", .close, .protocolViolation),
        Case("a length of letters", "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n", .close, .protocolViolation),
        Case("a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .close, .protocolViolation),
        Case(
            "two lengths",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
            .close,
            .protocolViolation,
            orOverURLSession: .truncated
        ),
        Case(
            "101 that nobody asked for",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
            .close,
            .protocolViolation
        ),
        Case("an endless field", "HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 300_000))", .keep, .tooLarge),
        Case(
            "an endless status line",
            "HTTP/1.1 200 \(String(repeating: "a", count: 300_000))",
            .keep,
            .tooLarge
        ),
        Case(
            "endless interim responses",
            String(
                repeating: "HTTP/1.1 102 Processing\r\nA: \(String(repeating: "a", count: 3000))\r\n\r\n",
                count: 1000
            ),
            .keep,
            .tooLarge
        ),
        Case(
            "endless fields",
            "HTTP/1.1 200 OK\r\n\(String(repeating: "A: bcdefgh\r\n", count: 60_000))\r\n",
            .keep,
            .tooLarge
        ),
        Case(
            "a body that is too large",
            "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n\(String(repeating: "a", count: 2000))",
            .keep,
            .tooLarge
        ),
        Case(
            "broken gzip",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
            .keep,
            .protocolViolation
        ),
        Case("silence", "", .keep, .timedOut),
        Case(
            "silence within the body",
            "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"a\"",
            .keep,
            .timedOut,
            bytes: 4
        ),
    ]

    /// Long enough for a busy machine, short for the time-out that a test waits for.
    static func configuration(
        firstByte: Duration = .seconds(600),
        idle: Duration = .seconds(600)
    ) -> HypermediaClient.Configuration {
        HypermediaClient.Configuration(
            timeouts: Timeouts(firstByte: firstByte, idle: idle),
            limits: ResponseLimits(bodyBytes: 1000)
        )
    }

    @Test("is a connection failure of its kind", arguments: TransportUnderTest.allCases, cases)
    func failsAsItsKind(over transport: TransportUnderTest, broken: Case) async throws {
        try await ScriptedServer.with(broken.answer) { server in
            let kind = broken.kind(over: transport)
            let configuration =
                kind != .timedOut
                ? Self.configuration()
                : broken.bytes > 0 ? Self.configuration(idle: .seconds(8)) : Self.configuration(firstByte: .seconds(8))
            let outcome = await transport.client(configuration).get(Target(server.url))
            guard case .connectionFailure(let failure) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(failure.kind == kind, "\(failure)")
            #expect(failure.bytesReceived == broken.bytes || broken.kinds[0] != broken.kinds[1])
            #expect(failure.request?.url == "\(server.url)/")
        }
    }

    @Test(arguments: TransportUnderTest.allCases)
    func reportsARefusedConnection(over transport: TransportUnderTest) async {
        // Another test may use a port that was open before; port 1 has no listener.
        let outcome = await transport.client(Self.configuration()).get("http://127.0.0.1:1/")
        #expect(outcome.failureKind == .refused)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func reportsAHostWithoutAddress(over transport: TransportUnderTest) async {
        let outcome = await transport.client(Self.configuration()).get("http://no-such-host.invalid/")
        #expect(outcome.failureKind == .dns)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func reportsAFailedTLSHandshake(over transport: TransportUnderTest) async throws {
        try await ScriptedServer.with(.init("HTTP/1.1 200 OK\r\n\r\n", after: .anyBytes)) { server in
            let outcome = await transport.client(Self.configuration()).get(
                Target("https://127.0.0.1:\(server.port)/")
            )
            #expect(outcome.failureKind == .tls)
        }
    }

    @Test(arguments: TransportUnderTest.allCases)
    func skipsInterimAnswers(over transport: TransportUnderTest) async throws {
        let answer = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 204 No\r\n\r\n"
        try await ScriptedServer.with(.init(answer)) { server in
            let outcome = await transport.client(Self.configuration()).get(Target(server.url))
            #expect(outcome.response?.status == 204)
        }
    }

    @Test(arguments: TransportUnderTest.allCases)
    func readsABodyThatEndsWithTheConnection(over transport: TransportUnderTest) async throws {
        try await ScriptedServer.with(.init("HTTP/1.1 200 OK\r\n\r\n{\"a\": 1}", .close)) { server in
            let outcome = await transport.client(Self.configuration()).get(Target(server.url))
            #expect(outcome.success?.model == ["a": 1])
        }
    }

    @Test(arguments: TransportUnderTest.allCases)
    func endsWhenTheTaskIsCancelled(over transport: TransportUnderTest) async throws {
        try await ScriptedServer.with("") { server in
            let task = Task { await transport.client().get(Target(server.url)) }
            await server.firstRequest()
            task.cancel()
            #expect(await task.value.failureKind == .cancelled)
        }
    }

    @Test("a call that is cancelled as it starts ends", arguments: TransportUnderTest.allCases)
    func endsWhenItIsCancelledAsItStarts(over transport: TransportUnderTest) async throws {
        try await ScriptedServer.with("HTTP/1.1 204 No\r\n\r\n") { server in
            let client = transport.client()
            for _ in 0..<20 {
                await withTaskGroup(of: Bool.self) { group in
                    for _ in 0..<100 {
                        group.addTask { await client.get(Target(server.url)).name.isEmpty }
                    }
                    group.cancelAll()
                }
            }
        }
    }

    @Test(arguments: TransportUnderTest.allCases)
    func limitsTheWholeTime(over transport: TransportUnderTest) async throws {
        try await ScriptedServer.with("") { server in
            let options = RequestOptions(timeouts: Timeouts(idle: nil, total: .milliseconds(200)))
            let outcome = await transport.client().get(Target(server.url), options: options)
            #expect(outcome.failureKind == .timedOut)
        }
    }
}

extension Outcome {
    var failure: ConnectionFailure? {
        guard case .connectionFailure(let failure) = self else { return nil }
        return failure
    }

    var failureKind: ConnectionFailure.Kind? { failure?.kind }
}
