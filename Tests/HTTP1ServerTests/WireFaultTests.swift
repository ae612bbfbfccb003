import HTTP1Server
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing

/// Effect × phase, as a client sees them.
@Suite struct WireFaultTests {
    typealias Row = (effect: Fault.Effect, phase: Fault.Phase, sent: String, ending: RawClient.Ending)

    static let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
    static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    static let garbage = "\u{FFFD}\u{0}\u{1B}\u{7F}this is not HTTP\r\n\r\n"
    static let badChunk = "not-a-chunk-size\r\n"

    static let rows: [Row] = [
        (.reset, .request, "", .reset),
        (.reset, .head, head, .reset),
        (.reset, .bodyBytes(2), head + "he", .reset),
        (.close, .request, "", .closed),
        (.close, .head, head, .closed),
        (.close, .bodyBytes(2), head + "he", .closed),
        (.close, .bodyBytes(99), head + "hello", .closed),
        (.close, .bodyBytes(-1), head, .closed),
        (.truncated, .head, head, .closed),
        (.truncated, .bodyBytes(2), head + "he", .closed),
        (.stall, .request, "", .timedOut),
        (.stall, .head, head, .timedOut),
        (.stall, .bodyBytes(2), head + "he", .timedOut),
        (.garbage, .request, garbage, .closed),
        (.garbage, .head, head + garbage, .closed),
        (.garbage, .bodyBytes(2), head + "he" + garbage, .closed),
        (.badChunk, .request, chunkedHead + badChunk, .closed),
        (.badChunk, .head, chunkedHead + badChunk, .closed),
        (.badChunk, .bodyBytes(2), chunkedHead + "2\r\nhe\r\n" + badChunk, .closed),
    ]

    static func respond(_ fault: Fault) -> @Sendable (Request) -> Response {
        var framing = HTTP1Framing(status: 200)
        framing.endHead(.bytes(5))
        framing.add(content: [UInt8]("hello".utf8))
        let broken = framing.response(fault: fault)
        return { request in
            guard request.head[request.target].elementsEqual("/".utf8) else { return echo(request) }
            return Response(broken)
        }
    }

    @Test(arguments: rows)
    func breaksAsAsked(_ row: Row) async throws {
        try await withServer(respond: Self.respond(Fault(row.effect, after: row.phase))) { server in
            let client = try await server.client(timeout: row.ending == .timedOut ? 100 : 5000)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let (bytes, ending) = await client.readToEnd()
            #expect(String(decoding: bytes, as: UTF8.self) == row.sent)
            #expect(ending == row.ending)
            try await server.expectServing()
        }
    }

    @Test func aFaultOnReusedConnectionsSparesTheFirstRequest() async throws {
        for effect in Fault.Effect.allCases where effect != .badChunk {
            let fault = Fault(effect, after: .bodyBytes(2), on: .reusedConnection)
            try await withServer(respond: Self.respond(fault)) { server in
                let client = try await server.client(timeout: effect == .stall ? 100 : 5000)
                try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.readResponse().text == "hello")
                try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                let bytes = String(decoding: await client.readToEnd().bytes, as: UTF8.self)
                #expect(bytes.hasPrefix(Self.head + "he") && !bytes.contains("hello"), "\(effect)")
                try await server.expectServing()
            }
        }
    }

    @Test func sendsWhatCameBeforeTheFault() async throws {
        try await withServer(respond: Self.respond(Fault(.reset, after: .request))) { server in
            let client = try await server.client()
            try await client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.readResponse().text == "GET /1")
            #expect(await client.readToEnd().ending == .reset)
        }
    }

    @Test func deliversALargeBodyBeforeItResets() async throws {
        let size = 3_000_000
        let respond: @Sendable (Request) -> Response = { _ in
            let body = [UInt8](repeating: 7, count: size + 1)
            return Response(status: 200, body: body, fault: Fault(.reset, after: .bodyBytes(size)))
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let (bytes, ending) = await client.readToEnd()
            #expect(bytes.suffix(size).allSatisfy { $0 == 7 })
            #expect(bytes.count > size)
            #expect(ending == .reset)
        }
    }

    @Test func endsAStalledConnectionWithTheClientOrWhenIdle() async throws {
        let timeouts = ConnectionTimeouts(header: 40, idle: 80)
        try await withServer(timeouts: timeouts, respond: Self.respond(Fault(.stall, after: .head))) { server in
            let idle = try await server.client()
            try await idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await idle.readToEnd().ending == .closed)
        }
        try await withServer(respond: Self.respond(Fault(.stall, after: .head))) { server in
            let client = try await server.client()
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await client.read(Self.head.utf8.count).count == Self.head.utf8.count)
            client.finishSending()
            #expect(await client.readToEnd().ending == .closed)
        }
    }

    @Test func keepsTheDateOfABadlyChunkedAnswer() async throws {
        let respond: @Sendable (Request) -> Response = { _ in
            Response(status: 200, fault: Fault(.badChunk, after: .head))
        }
        try await withServer(respond: respond) { server in
            let text = try await server.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n").text
            #expect(text.contains("\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"))
        }
    }

    @Test func sendsARawMessageAsItIs() async throws {
        let respond: @Sendable (Request) -> Response = { _ in
            Response(RenderedResponse(raw: [UInt8]("nonsense \u{0}".utf8)))
        }
        try await withServer(respond: respond) { server in
            let (text, ending) = try await server.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(text == "nonsense \u{0}")
            #expect(ending == .closed)
        }
    }

    @Test(arguments: [
        Pacing.dribble(pieces: 4, totalMilliseconds: 80), .throttle(bytesPerSecond: 100),
        .dribble(pieces: 0, totalMilliseconds: 0),
    ])
    func pacesTheBodyWithoutChangingIt(_ pacing: Pacing) async throws {
        let respond: @Sendable (Request) -> Response = { _ in
            Response(status: 200, body: [UInt8]("GET /12345".utf8), pacing: pacing)
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            let start = ContinuousClock.now
            try await client.send("GET /12345 HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.readResponse().text == "GET /12345")
            if pacing != .dribble(pieces: 0, totalMilliseconds: 0) {
                #expect(ContinuousClock.now - start >= .milliseconds(75))
            }
            #expect(try await client.readResponse(toHEAD: true).status == 200)
        }
    }
}
