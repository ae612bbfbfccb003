import HTTP1Server
import HTTPServing
import Messages
import Support
import Testing

struct PeerTests {
    @Test func aRequestSaysWhoseItIs() async throws {
        try await withServer(respond: { Response(status: 200, body: Array("from \($0.peer)".utf8)) }) { server in
            let client = try await server.client()
            for _ in 1...2 {
                try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.readResponse().text == "from 127.0.0.1")
            }
        }
    }
}
