import HTTP1Server
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing
import UV

/// Responses that the responder gives later, on the loop, with a token.
@Suite struct LaterResponseTests {
    /// A server whose responder answers `/later/N` with token N, and the tokens that it has given.
    private struct Fixture {
        let server: TestServer
        private var tokens: AsyncStream<Int>.Iterator
        private var events: AsyncStream<ServerEvent>.Iterator

        init(_ server: TestServer, _ tokens: AsyncStream<Int>, _ events: AsyncStream<ServerEvent>) {
            self.server = server
            self.tokens = tokens.makeAsyncIterator()
            self.events = events.makeAsyncIterator()
        }

        /// Returns when the responder has given the next token and a request waits for it.
        mutating func expectToken(_ number: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
            #expect(await tokens.next() == number, sourceLocation: sourceLocation)
        }

        /// Returns when the responder has received the next call, which must be this one.
        mutating func expect(_ event: ServerEvent, sourceLocation: SourceLocation = #_sourceLocation) async throws {
            #expect(await events.next() == event, sourceLocation: sourceLocation)
        }

        /// Whether a request has waited for the token.
        func answer(_ number: Int, _ text: String = "later") async throws -> Bool {
            try await server.thread.perform { server in
                server.answer(ResponseToken(number), with: Response(status: 200, body: [UInt8](text.utf8)))
            }
        }
    }

    private func withFixture(
        maxConnections: Int = 100,
        timeouts: ConnectionTimeouts = ConnectionTimeouts(),
        _ body: (inout Fixture) async throws -> Void
    ) async throws {
        let (tokens, channel) = AsyncStream.makeStream(of: Int.self)
        let respond: @Sendable (Request) -> Response = { request in
            let target = String(decoding: request.head[request.target], as: UTF8.self)
            guard target.hasPrefix("/later/"), let number = Int(target.dropFirst(7)) else { return echo(request) }
            channel.yield(number)
            return Response(.token(ResponseToken(number)))
        }
        let (events, observer) = AsyncStream.makeStream(of: ServerEvent.self)
        try await withServer(
            maxConnections: maxConnections,
            timeouts: timeouts,
            respond: respond,
            observe: { observer.yield($0) }
        ) { server in
            var fixture = Fixture(server, tokens, events)
            try await body(&fixture)
        }
    }

    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test func pipelinedRequestsKeepTheirOrderAndOtherClientsDoNotWait() async throws {
        try await withFixture { fixture in
            let client = try await fixture.server.client()
            try await client.send(Self.get("/later/1") + Self.get("/2") + Self.get("/later/3"))
            try await client.send(Self.get("/4"))
            try await fixture.expectToken(1)
            try await fixture.server.expectServing()
            #expect(try await fixture.answer(3) == false, "the third request has not been asked yet")
            #expect(try await fixture.answer(1, "first"))
            try await fixture.expectToken(3)
            #expect(try await fixture.answer(3, "third"))
            let responses = try await client.readResponses(4)
            #expect(responses.map(\.text) == ["first", "GET /2", "third", "GET /4"])
        }
    }

    @Test func aTokenAnswersOneRequestOnce() async throws {
        try await withFixture { fixture in
            let client = try await fixture.server.client()
            try await client.send(Self.get("/later/1"))
            try await fixture.expectToken(1)
            #expect(try await fixture.answer(1))
            #expect(try await fixture.answer(1, "again") == false)
            try await client.send(Self.get("/2"))
            #expect(try await client.readResponses(2).map(\.text) == ["later", "GET /2"])
        }
    }

    @Test func aTokenThatIsInUseGives500ToTheSecondRequest() async throws {
        try await withFixture { fixture in
            let first = try await fixture.server.client()
            try await first.send(Self.get("/later/1"))
            try await fixture.expectToken(1)
            let second = try await fixture.server.client()
            try await second.send(Self.get("/later/1") + Self.get("/2"))
            #expect(try await second.readResponses(2).map(\.status) == [500, 200])
            #expect(try await fixture.answer(1))
            #expect(try await first.readResponse().text == "later")
        }
    }

    @Test func theResponseMayBeDelayedOrComeLaterStill() async throws {
        try await withFixture { fixture in
            let client = try await fixture.server.client()
            try await client.send(Self.get("/later/1"))
            try await fixture.expectToken(1)
            try await fixture.server.thread.perform { server in
                server.answer(ResponseToken(1), with: Response(.token(ResponseToken(2))))
                server.answer(ResponseToken(2), with: Response(after: { Response(.token(ResponseToken(3))) }))
            }
            try await fixture.expect(.completion)
            let isAwaited = try await fixture.server.thread.perform { server in
                var response = Response(status: 200, body: [UInt8]("late".utf8))
                response.delayMilliseconds = 10
                return server.answer(ResponseToken(3), with: response)
            }
            #expect(isAwaited)
            #expect(try await client.readResponse().text == "late")
        }
    }

    @Test("A client that has shut down its side or uses HTTP/1.0 gets its response")
    func clientsThatSendNoMore() async throws {
        try await withFixture { fixture in
            let client = try await fixture.server.client()
            try await client.send("GET /later/1 HTTP/1.0\r\n\r\n")
            client.finishSending()
            try await fixture.expectToken(1)
            #expect(try await fixture.answer(1))
            let (bytes, ending) = await client.readToEnd()
            #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\nlater") && ending == .closed)
        }
    }

    @Test func aClosedConnectionTakesNoResponse() async throws {
        try await withFixture(maxConnections: 1) { fixture in
            let client = try await fixture.server.client()
            try await client.send(Self.get("/later/1"))
            client.finishSending()
            try await fixture.expectToken(1)
            try await fixture.expect(.hangUp)
            try await fixture.server.expectServing()
            #expect(try await fixture.answer(1) == false, "the connection has made room for the next one")
            #expect(await client.readToEnd().bytes.isEmpty)
        }
    }

    @Test func aServerThatDrainsWaitsForTheResponse() async throws {
        try await withFixture { fixture in
            let client = try await fixture.server.client()
            try await client.send(Self.get("/later/1"))
            try await fixture.expectToken(1)
            try await fixture.server.thread.perform { $0.drain(grace: 60_000) }
            #expect(try await fixture.answer(1))
            let (bytes, ending) = await client.readToEnd()
            #expect(String(decoding: bytes, as: UTF8.self).contains("\r\nConnection: close\r\n") && ending == .closed)
        }
    }

    @Test func aServerThatStopsDoesNot() async throws {
        try await withFixture { fixture in
            let client = try await fixture.server.client()
            try await client.send(Self.get("/later/1"))
            try await fixture.expectToken(1)
            await withCheckedContinuation { done in
                fixture.server.thread.post { $0.drain(grace: 20) { done.resume() } }
            }
            #expect(try await fixture.answer(1) == false)
            #expect(await client.readToEnd().bytes.isEmpty)
        }
    }

    @Test func aResponseThatIsNotReadyInTimeIs503() async throws {
        try await withFixture(timeouts: ConnectionTimeouts(response: 40)) { fixture in
            let client = try await fixture.server.client()
            try await client.send(Self.get("/later/1") + Self.get("/2"))
            try await fixture.expectToken(1)
            let responses = try await client.readResponses(2)
            #expect(responses.map(\.status) == [503, 200])
            #expect(responses.map(\.text) == ["the response was not ready in time\n", "GET /2"])
            #expect(try await fixture.answer(1) == false)
        }
    }
}
