import HTTP1Server
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing

@Suite struct PipeliningTests {
    /// Delays an answer as long as the target says: `/delay/50`.
    static let delayed: @Sendable (Request) -> Response = { request in
        var response = echo(request)
        let target = String(decoding: request.head[request.target], as: UTF8.self)
        if target.hasPrefix("/delay/") { response.delayMilliseconds = Int(target.dropFirst(7)) ?? 0 }
        return response
    }

    @Test func answersInOrderBehindADelayedOne() async throws {
        try await withServer(respond: Self.delayed) { server in
            let client = try await server.client()
            try await client.send("GET /delay/50 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
            try await client.send("GET /3 HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.readResponses(3).map(\.text) == ["GET /delay/50", "GET /2", "GET /3"])
        }
    }

    @Test func answersWhatIsDelayedAfterTheClientHasShutItsSide() async throws {
        try await withServer(respond: Self.delayed) { server in
            let text = try await server.exchange(
                "GET /delay/50 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n"
            ).text
            #expect(text.contains("GET /delay/50") && text.hasSuffix("GET /2"))
        }
    }

    @Test func delaysTwoHundredAnswersAtOnce() async throws {
        try await withServer(respond: Self.delayed) { server in
            let clock = ContinuousClock()
            let start = clock.now
            var clients: [RawClient] = []
            while clients.count < 200 { clients.append(try await server.client()) }
            for client in clients { try await client.send("GET /delay/300 HTTP/1.1\r\nHost: a\r\n\r\n") }
            for client in clients { #expect(try await client.readResponse().status == 200) }
            let duration = clock.now - start
            #expect(duration >= .milliseconds(300))
            #expect(duration < .seconds(30), "one after the other would take a minute")
        }
    }

    @Test func survivesMoreInputThanItKeeps() async throws {
        try await withServer(respond: Self.delayed) { server in
            let client = try await server.client(timeout: 20_000)
            let request = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"
            let count = 10_000
            try await client.send("GET /delay/20 HTTP/1.1\r\nHost: a\r\n\r\n")
            for _ in 0..<(count / 100) {
                try await client.send(String(repeating: request, count: 100))
            }
            let responses = try await client.readResponses(count + 1)
            #expect(responses.allSatisfy { $0.status == 200 })
        }
    }

    @Test(arguments: [1_000, 64 * 1024, 300_000, 2_000_000])
    func sendsLargeBodiesInOrder(_ size: Int) async throws {
        let respond: @Sendable (Request) -> Response = { request in
            let letter = request.head[request.target].last ?? 0
            return Response(status: 200, body: [UInt8](repeating: letter, count: size))
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.send((1...3).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for letter in "123".utf8 {
                let body = try await client.readResponse().body
                #expect(body.count == size && body.allSatisfy { $0 == letter })
            }
            try await server.expectServing()
        }
    }

    @Test func takesALargeRequestBody() async throws {
        let respond: @Sendable (Request) -> Response = { Response(status: 200, body: [UInt8]("\($0.body.count)".utf8)) }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n")
            try await client.send([UInt8](repeating: 7, count: 3_000_000))
            #expect(try await client.readResponse().text == "3000000")
        }
    }
}
