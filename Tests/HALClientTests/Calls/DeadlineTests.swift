import HAL
import HALClient
import HTTPTypes
import Testing

/// The time of a whole call, over real sockets: hops, retries, waits and token requests.
///
/// A busy machine may send nothing before a short deadline, so that only the end of a call is certain.
struct DeadlineTests {
    private static let short = Duration.milliseconds(300)
    /// Longer than any test takes.
    private static let long = Duration.seconds(600)

    @Test("redirects are part of the call", arguments: TransportUnderTest.allCases)
    func includesRedirects(over transport: TransportUnderTest) async throws {
        let moved = "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"
        try await ScriptedServer.with(.init(moved), "") { server in
            let outcome = await transport.client(HypermediaClient.Configuration(deadline: Self.short)).get(
                Target(server.url)
            )
            let failure = try #require(outcome.failure)
            #expect(failure.kind == .timedOut)
            #expect(failure.underlying as? DeadlineExceeded == DeadlineExceeded(deadline: Self.short))
            #expect(failure.redirects.count <= 1)
            #expect("\(failure)".hasSuffix("(the call took longer than its deadline of 0.3 seconds)"))
        }
    }

    @Test func includesRetries() async throws {
        try await ScriptedServer.with(.init("", .close)) { server in
            let policy = RetryPolicy(attempts: .max, backoff: .milliseconds(5), longestBackoff: .milliseconds(5))
            let configuration = HypermediaClient.Configuration(middlewares: [RetryMiddleware(policy: policy)])
            let client = HypermediaClient(configuration: configuration)
            let outcome = await client.get(Target(server.url), options: RequestOptions(deadline: Self.short))
            // The last failure itself, if the next wait would have exceeded the deadline.
            #expect(outcome.failureKind == .timedOut || outcome.failureKind == .reset)
        }
    }

    @Test func beginsNoWaitThatWouldExceedIt() async throws {
        let busy = "HTTP/1.1 503 Busy\r\nRetry-After: 100\r\nContent-Length: 0\r\n\r\n"
        try await ScriptedServer.with(.init(busy)) { server in
            let clock = RetryMiddlewareTests.RecordingClock()
            let retry = RetryMiddleware(clock: clock)
            for (deadline, waits) in [(Duration.seconds(99), 0), (.seconds(600), 2)] {
                let client = HypermediaClient(configuration: .init(middlewares: [retry]))
                let outcome = await client.get(Target(server.url), options: RequestOptions(deadline: deadline))
                #expect(outcome.name == "serverUnavailable")
                #expect(clock.slept.count == waits)
            }
        }
    }

    @Test func sendsNothingAfterIt() async {
        let transport = CannedTransport([.init(204)])
        let client = HypermediaClient(configuration: .init(deadline: .zero), transport: transport)
        #expect(await client.get("http://a.example/").failureKind == .timedOut)
        #expect(transport.requests.isEmpty)
        let outcome = await client.get("http://a.example/", options: RequestOptions(deadline: Self.long))
        #expect(outcome.name == "success")
        #expect(transport.requests.count == 1)
        #expect(transport.requests.first?.deadline.map { $0 > .now } == true)
    }

    @Test func includesTheRequestForAToken() async throws {
        try await ScriptedServer.with("") { server in
            let session = OAuthSession(
                client: HypermediaClient(configuration: .init(baseURI: server.url)),
                configuration: OAuthConfiguration(tokenEndpoint: "/token", client: OAuthClient(id: "app"))
            )
            let outcome = await session.get("/", options: RequestOptions(deadline: Self.short))
            #expect(outcome.failure?.underlying is DeadlineExceeded)
            #expect(outcome.failureKind == .timedOut)
            #expect(server.requests.count <= 1)
        }
    }

    @Test func leavesNoFile() async throws {
        let folder = try TemporaryFolder()
        try await ScriptedServer.with("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc") { server in
            let options = RequestOptions(deadline: Self.short)
            let call = Call.download(Target(server.url), to: folder.path + "/r", options: options)
            let outcome = await HypermediaClient().perform(call)
            #expect(outcome.failureKind == .timedOut)
            #expect(folder.names.isEmpty)
        }
    }

    @Test func theMappingSeesTheOutcome() async throws {
        struct Late: Error {}
        try await ScriptedServer.with("") { server in
            let configuration = HypermediaClient.Configuration(
                deadline: Self.short,
                errorMapping: { $0.failureKind == .timedOut ? Late() : nil }
            )
            let outcome = await HypermediaClient(configuration: configuration).get(Target(server.url))
            #expect(outcome.failure?.applicationError is Late)
        }
    }

    @Test("cancelling is still cancelling", arguments: TransportUnderTest.allCases)
    func isNotCancelling(over transport: TransportUnderTest) async throws {
        try await ScriptedServer.with("") { server in
            let options = RequestOptions(deadline: Self.long)
            let task = Task { await transport.client().get(Target(server.url), options: options) }
            await server.firstRequest()
            task.cancel()
            #expect(await task.value.failureKind == .cancelled)
        }
    }
}
