import HTTP1Server
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing
import UV

@Suite struct TimeoutTests {
    static let short = ConnectionTimeouts(header: 40, idle: 80, linger: 40)

    @Test(arguments: ["G", "GET / HTTP/1.1\r\nHo", "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nx"])
    func saysTimeoutToARequestThatDoesNotGoOn(_ text: String) async throws {
        try await withServer(timeouts: Self.short) { server in
            let client = try await server.client()
            try await client.send(text)
            let response = try await client.readResponse()
            #expect(response.status == 408)
            #expect(response["connection"] == "close")
            #expect(await client.readToEnd().ending == .closed)
        }
    }

    @Test(arguments: ["", "\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"])
    func closesAnIdleConnectionSilently(_ text: String) async throws {
        try await withServer(timeouts: Self.short) { server in
            let client = try await server.client()
            try await client.send(text)
            if text.hasPrefix("GET") { _ = try await client.readResponse() }
            let (bytes, ending) = await client.readToEnd()
            #expect(bytes == [])
            #expect(ending == .closed)
        }
    }

    @Test func givesUpOnAClientThatDoesNotRead() async throws {
        let respond: @Sendable (Request) -> Response = { _ in
            Response(status: 200, body: [UInt8](repeating: 7, count: 50_000_000))
        }
        try await withServer(timeouts: Self.short, respond: respond) { server in
            let client = try await server.client()
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await client.isBroken())
            #expect(await client.readToEnd().ending == .reset)
        }
    }

    @Test func doesNotTimeOutADelayedAnswer() async throws {
        let respond: @Sendable (Request) -> Response = { request in
            var response = echo(request)
            response.delayMilliseconds = 250
            return response
        }
        try await withServer(timeouts: Self.short, respond: respond) { server in
            try await server.expectServing()
        }
    }
}
