import Support
import Testing

@testable import HTTP1Server

@Suite struct ResponseRenderingTests {
    private func text(_ response: Response) -> String { String(decoding: response.message, as: UTF8.self) }

    @Test func framesTheBodyByItsLength() {
        let response = Response(status: 201, fields: [("Location", "/a")], body: [UInt8]("hello".utf8))
        #expect(
            text(response) == """
                HTTP/1.1 201 Created\r
                Location: /a\r
                Date: Thu, 01 Jan 1970 00:00:00 GMT\r
                Content-Length: 5\r
                \r
                hello
                """
        )
        #expect(response.message.count - response.headLength == 5)
        #expect(response.dates.map { Array(response.message[$0.offset...].prefix(4)) } == [[UInt8]("Thu,".utf8)])
    }

    @Test(arguments: [100, 204, 304])
    func givesNoBodyToAStatusThatHasNone(_ status: Int) {
        let response = Response(status: status, reason: "x", body: [1, 2, 3])
        #expect(!text(response).contains("Content-Length"))
        #expect(response.message.count == response.headLength)
    }

    @Test func sendsTrailersBehindChunks() async throws {
        let respond: @Sendable (Request) -> Response = { _ in
            Response(status: 200, body: [UInt8]("hello".utf8), trailers: [("Sum", "1"), ("Other", "2")])
        }
        try await withServer(respond: respond) { server in
            let client = try server.client()
            for _ in 1...2 {
                try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                let response = try client.readResponse()
                #expect(response["transfer-encoding"] == "chunked")
                #expect(response.text == "hello")
                #expect(response.trailers == ["Sum: 1", "Other: 2"])
            }
        }
    }

    @Test func reframesForABadChunk() {
        var response = Response(status: 200, fields: [("A", "b")], body: [UInt8]("hello".utf8))
        response.fault = WireFault(.badChunk, .afterBodyBytes(3))
        let framed = response.framedForBadChunk(hasBody: true)
        #expect(
            text(framed) == """
                HTTP/1.1 200 OK\r
                A: b\r
                Date: Thu, 01 Jan 1970 00:00:00 GMT\r
                Transfer-Encoding: chunked\r
                \r
                3\r
                hel\r

                """
        )
        #expect(framed.dates.map(\.offset) == response.dates.map(\.offset))
    }

    @Test func leavesAMessageThatIsChunkedAlready() {
        var response = Response(status: 200, body: [UInt8]("hello".utf8), trailers: [("A", "b")])
        response.fault = WireFault(.badChunk, .afterHead)
        #expect(response.framedForBadChunk(hasBody: true).message == response.message)
    }

    @Test(arguments: [0, 1, 4, 1000])
    func survivesAHeadThatIsNone(_ headLength: Int) {
        let fault = WireFault(.badChunk, .afterBodyBytes(.max))
        let response = Response(
            message: [13, 10, 13, 10, 7],
            headLength: headLength,
            dates: [(offset: 99, secondsAhead: 0)],
            fault: fault
        )
        #expect(!response.framedForBadChunk(hasBody: true).message.isEmpty)
    }
}
