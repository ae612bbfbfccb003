import HTTP1Server
import HTTPServing
import Support
import Testing

@Suite struct KeepAliveTests {
    @Test func servesSeveralRequestsOnOneConnection() async throws {
        try await withServer { server in
            let client = try await server.client()
            for path in ["/one", "/two", "/three"] {
                try await client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.readResponse().text == "GET \(path)")
            }
        }
    }

    @Test func answersThreeRequestsOfOneSegmentInTheirOrder() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send((1...3).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            #expect(try await client.readResponses(3).map(\.text) == ["GET /1", "GET /2", "GET /3"])
        }
    }

    @Test func readsARequestThatComesByteByByte() async throws {
        try await withServer { server in
            let client = try await server.client()
            for byte in "POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok".utf8 {
                try await client.send([byte])
            }
            #expect(try await client.readResponse().text == "POST /slow ok")
        }
    }
}
