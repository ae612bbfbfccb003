import HTTPServing
import Messages
import ServerSupport
import Support
import Testing
import UV

@testable import HTTP1Server

@Suite struct LimitsTests {
    static let small = RequestLimits(maxHeaderBytes: 1000, maxFields: 10, maxBodyBytes: 100)

    static let beyond: [(String, String, Int)] = [
        ("long field", "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 2000))\r\n\r\n", 431),
        ("endless field", "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 2000))", 431),
        ("many fields", "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X:\r\n", count: 20))\r\n", 431),
        ("long target", "GET /\(String(repeating: "x", count: 2000))", 414),
        (
            "long target of a whole request", "GET /\(String(repeating: "x", count: 2000)) HTTP/1.1\r\nHost: a\r\n\r\n",
            414
        ),
        ("announced body", "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n", 413),
        (
            "announced body, 100-continue",
            "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 101\r\n\r\n", 413
        ),
        ("huge body", "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551615\r\n\r\n", 413),
        ("chunked body", chunked + "65\r\n\(String(repeating: "x", count: 101))\r\n0\r\n\r\n", 413),
        ("many chunks", chunked + String(repeating: "1\r\nx\r\n", count: 101), 413),
        ("long trailer", chunked + "0\r\nX: \(String(repeating: "x", count: 2000))\r\n\r\n", 431),
        ("many trailers", chunked + "0\r\n\(String(repeating: "X:\r\n", count: 20))\r\n", 431),
    ]

    static let chunked = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test(arguments: beyond)
    func refusesWhatIsTooLarge(_ name: String, _ text: String, _ status: Int) async throws {
        try await withServer(limits: Self.small) { server in
            let client = try await server.client()
            try await client.send(text)
            #expect(try await client.readResponse().status == status, "\(name)")
            #expect(await client.readToEnd().ending == .closed)
            try await server.expectServing()
        }
    }

    @Test func deliversTheRefusalToAClientThatGoesOnSending() async throws {
        try await withServer(limits: Self.small) { server in
            let client = try await server.client()
            try await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n")
            try await client.send([UInt8](repeating: 7, count: 3_000_000))
            #expect(try await client.readResponse().status == 413)
            client.finishSending()
            #expect(await client.readToEnd().ending == .closed)
        }
    }

    @Test func acceptsExactlyTheLimit() async throws {
        try await withServer(limits: Self.small) { server in
            let client = try await server.client()
            try await client.send(
                "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n\(String(repeating: "x", count: 100))"
            )
            #expect(try await client.readResponse().status == 200)
        }
    }

    @Test func closesTheOldestIdleConnectionForANewOne() async throws {
        try await withServer(maxConnections: 2) { server in
            let first = try await server.client()
            try await first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try await first.readResponse()
            let second = try await server.client()
            try await second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET")
            _ = try await second.readResponse()
            try await server.expectServing()
            #expect(await first.readToEnd().ending == .closed)
            try await second.send(" / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await second.readResponse().status == 200)
        }
    }

    @Test func closesAConnectionWhoseClientHasLeftADelayForANewOne() async throws {
        let respond: @Sendable (Request) -> Response = { request in
            var response = echo(request)
            if request.head[request.target].elementsEqual("/slow".utf8) { response.delayMilliseconds = 3_600_000 }
            return response
        }
        let (events, channel) = AsyncStream.makeStream(of: ServerEvent.self)
        try await withServer(maxConnections: 2, respond: respond, observe: { channel.yield($0) }) { server in
            let waiting = try await server.client()
            try await waiting.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            let gone = try await server.client()
            try await gone.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            gone.finishSending()
            for await event in events where event == .hangUp { break }
            try await server.expectServing()
            #expect(await gone.readToEnd().ending == .closed)
            #expect(try await server.thread.perform { $0.connectionCount } >= 1, "who waits is not disturbed")
        }
    }

    @Test func halfSentRequestsGiveWay() async throws {
        try await withServer(maxConnections: 1) { server in
            let slow = try await server.client()
            try await slow.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET")
            _ = try await slow.readResponse()
            try await server.expectServing()
            #expect(await slow.readToEnd().ending == .closed)
        }
    }

    @Test func refusesANewConnectionIfAllAreBusy() async throws {
        let (requests, channel) = AsyncStream.makeStream(of: Void.self)
        let respond: @Sendable (Request) -> Response = { request in
            channel.yield()
            var response = echo(request)
            response.delayMilliseconds = 3_600_000
            return response
        }
        try await withServer(maxConnections: 1, respond: respond) { server in
            let first = try await server.client()
            try await first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            for await _ in requests { break }
            let second = try await server.client()
            #expect(await second.readToEnd().ending != .timedOut)
            #expect(try await server.thread.perform { $0.connectionCount } == 1)
        }
    }
}
