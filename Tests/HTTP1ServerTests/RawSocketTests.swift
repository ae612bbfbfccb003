import HTTP1Server
import HTTPServing
import Messages
import Support
import Testing

/// What a client sees that speaks HTTP/1.1 to the letter, or to the edge of it.
@Suite struct RawSocketTests {
    @Test func answersHEADLikeGETWithoutTheBody() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try await client.readResponse(toHEAD: true)
            #expect(head.status == 200)
            #expect(head["content-length"] == "7")
            #expect(try await client.readResponse().text == "GET /b")
        }
    }

    @Test func closesAfterARequestOfHTTP10() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send("GET / HTTP/1.0\r\n\r\n")
            let (bytes, ending) = await client.readToEnd()
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(!text.contains("Connection:"))
            #expect(ending == .closed)
        }
    }

    @Test func keepsAConnectionOfHTTP10OpenOnlyWhenAsked() async throws {
        try await withServer { server in
            let client = try await server.client()
            for _ in 1...2 {
                try await client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(try await client.readResponse()["connection"] == "keep-alive")
            }
        }
    }

    @Test(arguments: ["", "Connection: keep-alive\r\n"])
    func sendsNoChunksToHTTP10AndCloses(_ field: String) async throws {
        let respond: @Sendable (Request) -> Response = { _ in
            Response(status: 200, body: [UInt8]("hello".utf8), trailers: [("Sum", "1")])
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.send("GET / HTTP/1.0\r\n\(field)\r\n")
            let response = try await client.readResponse()
            #expect(response["transfer-encoding"] == nil && response["connection"] == nil)
            #expect(response["date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
            #expect(response.text == "hello")
            #expect(await client.readToEnd().ending == .closed)
        }
    }

    @Test func saysCloseWhenTheClientDoes() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(try await client.readResponse()["connection"] == "close")
            #expect(await client.readToEnd().ending == .closed)
        }
    }

    @Test func sendsContinueBeforeTheBodyAndOnlyOnce() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            #expect(try await client.readResponse().status == 100)
            try await client.send("o")
            try await client.send("k")
            #expect(try await client.readResponse().text == "POST / ok")
        }
    }

    @Test func sendsNoContinueWhenTheBodyIsThere() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok")
            #expect(try await client.readResponse().status == 200)
        }
    }

    @Test func ignoresTheExpectationOfHTTP10() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            try await client.send("ok")
            #expect(try await client.readResponse().status == 200)
        }
    }

    @Test func readsAChunkedBodyWithTrailerAndThenTheNextRequest() async throws {
        let respond: @Sendable (Request) -> Response = { request in
            let trailers = request.trailers.map { request.head[$0.name] + [61] + request.head[$0.value] }
            return Response(status: 200, body: request.body + trailers.joined(separator: [44]))
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n")
            try await client.send("1\r\n!\r\n0\r\nX-Sum: 1 \r\nX-Em")
            try await client.send("pty:\r\nX-Last: 2\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.readResponse().text == "hello!X-Sum=1,X-Empty=,X-Last=2")
            #expect(try await client.readResponse().text == "")
        }
    }

    @Test(arguments: [
        ("OPTIONS *", "*"), ("GET http://other.example/x", "http://other.example/x"), ("CONNECT a:1", "a:1"),
    ])
    func handsEveryFormOfTargetOn(_ start: String, _ target: String) async throws {
        try await withServer { server in
            let client = try await server.client()
            for _ in 1...2 {
                try await client.send("\(start) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.readResponse().text.hasSuffix(target))
            }
        }
    }

    @Test func staysWithHTTPWhenAskedToUpgrade() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send("GET /1 HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n")
            try await client.send("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.readResponses(2).map(\.text) == ["GET /1", "GET /2"])
        }
    }

    @Test func servesAHeaderAndATargetOf20Kilobytes() async throws {
        try await withServer { server in
            let client = try await server.client()
            let long = String(repeating: "x", count: 20_000)
            try await client.send("GET /\(long) HTTP/1.1\r\nHost: a\r\nX: \(long)\r\n\r\n")
            #expect(try await client.readResponse().text == "GET /\(long)")
        }
    }

    @Test func answersAfterTheClientHasShutItsSide() async throws {
        try await withServer { server in
            let exchange = try await server.exchange(
                "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n"
            )
            #expect(exchange.text.contains("GET /1") && exchange.text.hasSuffix("GET /2"))
            #expect(exchange.ending == .closed)
        }
    }

    @Test func refusesARequestThatBreaksOff() async throws {
        try await withServer { server in
            #expect(try await server.exchange("GET / HTTP/1.1\r\nHo").text.hasPrefix("HTTP/1.1 400 "))
            #expect(
                try await server.exchange("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx").text.contains(
                    " 400 "
                )
            )
            #expect(try await server.exchange("").text == "")
            #expect(try await server.exchange("\r\n\r\n").text == "")
            try await server.expectServing()
        }
    }

    @Test func stampsTheDate() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.readResponse()["date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        }
    }

    @Test func answersGoodRequestsBeforeABadOne() async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send(
                "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nNO(SENSE / HTTP/1.1\r\n\r\n"
            )
            #expect(try await client.readResponses(3).map(\.status) == [200, 200, 400])
            #expect(await client.readToEnd().ending == .closed)
        }
    }

    @Test func keepsFieldsInOrderWithTheirBlanksTrimmed() async throws {
        let respond: @Sendable (Request) -> Response = { request in
            let lines = request.fields.map { request.head[$0.name] + [61] + request.head[$0.value] }
            return Response(status: 200, body: [UInt8](lines.joined(separator: [44])))
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            let head = "GET / HTTP/1.1\r\nHost: a\r\nB:  b c \t\r\nEmpty:\r\nBlank: \r\nA:a\r\n\r\n"
            try await client.send(head)
            #expect(try await client.readResponse().text == "Host=a,B=b c,Empty=,Blank=,A=a")
            for byte in head.utf8 { try await client.send([byte]) }
            #expect(try await client.readResponse().text == "Host=a,B=b c,Empty=,Blank=,A=a")
        }
    }
}
