import FrameClient
import HTTP2
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing
import UV

/// HTTP/2 on a socket.
@Suite struct HTTP2ServerTests {
    @Test func respondsOnEachStream() async throws {
        try await withServer { server in
            let client = try await server.client()
            for stream in stride(from: 1, to: 40, by: 2) as StrideTo<Int32> {
                try await client.request(stream, "GET", "/\(stream)")
            }
            for stream in stride(from: 1, to: 40, by: 2) as StrideTo<Int32> {
                let response = try await client.response(stream)
                #expect(response.status == "200" && response.text == "GET /\(stream)")
                #expect(response.fields.contains("date: Sun, 06 Nov 1994 08:49:37 GMT"))
            }
        }
    }

    @Test func readsBodiesAndOmitsThoseOfHEAD() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.request(1, "PUT", "/a", body: [UInt8]("body".utf8))
            #expect(try await client.response(1).text == "PUT /a body")
            try await client.request(3, "HEAD", "/a")
            let response = try await client.response(3)
            #expect(response.fields.contains("content-length: 7") && response.body.isEmpty)
        }
    }

    @Test func speaksBothVersionsOnOnePort() async throws {
        try await withServer { server in
            let old = try await RawClient(port: server.port)
            try await old.send("GET /old HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await old.readResponse().text == "GET /old")
            try await server.expectServing()
        }
    }

    @Test func describesRequests() async throws {
        let respond: @Sendable (Request) -> Response = { request in
            let fields = request.fields.map {
                String(decoding: request.head[$0.name] + [UInt8(ascii: "=")] + request.head[$0.value], as: UTF8.self)
            }
            let line = [request.version.rawValue, request.peer, "\(request.receivedAt > 0)"] + fields
            return Response(status: 200, body: [UInt8](line.joined(separator: " ").utf8))
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.request(1, "GET", "/", [("x", "y")])
            #expect(try await client.response(1).text == "HTTP/2 127.0.0.1 true host=localhost:1 x=y")
        }
    }

    @Test func deliversLargeBodiesAndTrailers() async throws {
        let size = 3_000_000
        let respond: @Sendable (Request) -> Response = { _ in
            Response(status: 200, body: [UInt8](repeating: 7, count: size), trailers: [("Sum", "9")])
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.request(1)
            try await client.request(3)
            for stream in [1, 3] as [Int32] {
                let response = try await client.response(stream)
                #expect(response.body.count == size && response.trailers == ["sum: 9"])
            }
        }
    }

    @Test func aClientThatDoesNotReadHoldsUpNobody() async throws {
        let respond: @Sendable (Request) -> Response = { request in
            request.head[request.target].elementsEqual("/large".utf8)
                ? Response(status: 200, body: [UInt8](repeating: 7, count: 40_000_000)) : echo(request)
        }
        // Room for everything, in the streams and in the connection.
        let window: [UInt8] = [0, 4, 0x7F, 0xFF, 0xFF, 0xFF]
        // Long enough for another client, however busy the machine is.
        let timeouts = ConnectionTimeouts(idle: 8_000)
        try await withServer(timeouts: timeouts, respond: respond) { server in
            let client = try await server.client(settings: window)
            try await client.send(FrameClient.frame(.windowUpdate, 0, 0, FrameClient.number(0x7FFE_0000)))
            try await client.request(1, "GET", "/large")
            try await server.expectServing()
            while try await server.thread.perform({ $0.connectionCount }) > 0 {}
            #expect(try await client.readToEnd() == .reset)
        }
    }

    @Test(
        "A request that breaks a rule of HTTP gets a response, and the connection goes on",
        arguments: [
            ("400", "GET", "/", [(":authority", "a%zz")]), ("400", "GET", "/", [(":authority", "a:99999")]),
            ("417", "GET", "/", [("expect", "money")]), ("501", String(repeating: "A", count: 300), "/", []),
            ("431", "GET", "/", [("x", String(repeating: "a", count: 2000))]),
            ("414", "GET", "/" + String(repeating: "a", count: 2000), []),
            ("413", "POST", "/", [("content-length", "11")]),
        ] as [(String, String, String, [(String, String)])]
    )
    func rejects(status: String, method: String, path: String, fields: [(String, String)]) async throws {
        let limits = HTTP2Limits(request: RequestLimits(maxHeaderBytes: 1500, maxFields: 10, maxBodyBytes: 10))
        try await withServer(limits: limits) { server in
            let client = try await server.client()
            var head = [(":method", method), (":scheme", "http"), (":path", path)]
            if fields.first?.0 != ":authority" { head.append((":authority", "a")) }
            try await client.send(FrameClient.headers(1, head + fields, ends: method != "POST"))
            #expect(try await client.response(1).status == status)
            try await client.request(3)
            #expect(try await client.response(3).status == "200")
        }
    }

    @Test func rejectsTheRestOfALargeBodyAndForbiddenTrailers() async throws {
        let limits = HTTP2Limits(request: RequestLimits(maxBodyBytes: 10))
        try await withServer(limits: limits) { server in
            let client = try await server.client()
            try await client.send(FrameClient.request(1, "POST", ends: false))
            try await client.send(FrameClient.frame(.data, 0, 1, [UInt8](repeating: 0, count: 100)))
            let large = try await client.response(1) { $0.reset != nil }
            #expect(large.status == "413" && large.isComplete && large.reset == 0)
            let trailers = FrameClient.headers(3, [("trailer", "x")])
            try await client.send(FrameClient.request(3, "POST", ends: false) + trailers)
            #expect(try await client.response(3).status == "400")
        }
    }

    @Test func endsTheConnectionAfterAnErrorOfIt() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send(FrameClient.frame(.data, 0, 0, [1]))
            #expect(try await client.readToEnd() == .closed)
            #expect(client.goAway?.code == HTTP2Code.protocolError.rawValue)
            try await server.expectServing()
        }
    }
}
