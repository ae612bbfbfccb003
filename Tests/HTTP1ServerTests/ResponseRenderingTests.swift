import HTTP1Server
import HTTPServing
import Messages
import Support
import Testing

@Suite struct ResponseRenderingTests {
    @Test func sendsTrailersBehindChunks() async throws {
        let respond: @Sendable (Request) -> Response = { _ in
            Response(status: 200, body: [UInt8]("hello".utf8), trailers: [("Sum", "1"), ("Other", "2")])
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            for _ in 1...2 {
                try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                let response = try await client.readResponse()
                #expect(response["transfer-encoding"] == "chunked")
                #expect(response.text == "hello")
                #expect(response.trailers == ["Sum: 1", "Other: 2"])
            }
        }
    }
}
