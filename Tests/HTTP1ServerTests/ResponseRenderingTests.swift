import Messages
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

    @Test func reframesForABadChunk() {
        var response = Response(status: 200, fields: [("A", "b")], body: [UInt8]("hello".utf8))
        response.fault = Fault(.badChunk, after: .bodyBytes(3))
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
        response.fault = Fault(.badChunk, after: .head)
        #expect(response.framedForBadChunk(hasBody: true).message == response.message)
    }

    private func chunked(_ wire: String, fault: Fault? = nil) -> Response {
        let head = "HTTP/1.1 200 OK\r\nTRANSFER-encoding: chunked\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n"
        let date = DateStamp(offset: 51, secondsAhead: 0)
        return Response(message: [UInt8]((head + wire).utf8), headLength: head.utf8.count, dates: [date], fault: fault)
    }

    @Test(arguments: [
        ("0\r\n\r\n", ""), ("5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("3\r\na\r\n\r\n1\r\nb\r\n0\r\nSum: 1\r\n\r\n", "a\r\nb"),
        ("A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
    ])
    func takesTheChunksOut(_ wire: String, _ content: String) {
        let plain = chunked(wire).unchunked()
        #expect(text(plain) == "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n\(content)")
        #expect(plain.headLength == 56)
        #expect(plain.dates.map(\.offset) == [23])
        #expect(plain.closes)
    }

    @Test(arguments: [(0, 0), (3, 0), (4, 1), (8, 5), (9, 5), (13, 5), (14, 6), (15, 7), (99, 7)])
    func keepsTheFaultAtItsPlaceInTheContent(_ wire: Int, _ content: Int) {
        let fault = Fault(.close, after: .bodyBytes(wire))
        let plain = chunked("5\r\nhello\r\n2\r\n!!\r\n0\r\n\r\n", fault: fault).unchunked()
        #expect(plain.fault == Fault(.close, after: .bodyBytes(content)))
    }

    @Test(arguments: [
        "", "5", "5\r\nhel", "x\r\nhello\r\n0\r\n\r\n", "-1\r\n", "fffffffffffffffffff\r\n", "5\r\nhello\r\n",
    ])
    func leavesWhatIsNotInChunks(_ wire: String) {
        let response = chunked(wire)
        #expect(response.unchunked().message == response.message)
    }

    @Test func leavesAnAnswerWithoutChunksOrWithABadOne() {
        let plain = Response(status: 200, body: [UInt8]("hello".utf8))
        #expect(plain.unchunked().message == plain.message && !plain.unchunked().closes)
        let bad = chunked("5\r\nhello\r\n0\r\n\r\n", fault: Fault(.badChunk, after: .head))
        #expect(bad.unchunked().message == bad.message)
        let raw = Response(message: [UInt8]("Transfer-Encoding: chunked\r\n\r\n".utf8), headLength: 0)
        #expect(raw.unchunked().message == raw.message)
    }

    @Test(arguments: [0, 1, 4, 1000])
    func survivesAHeadThatIsNone(_ headLength: Int) {
        let fault = Fault(.badChunk, after: .bodyBytes(.max))
        let response = Response(
            message: [13, 10, 13, 10, 7],
            headLength: headLength,
            dates: [DateStamp(offset: 99, secondsAhead: 0)],
            fault: fault
        )
        #expect(!response.framedForBadChunk(hasBody: true).message.isEmpty)
    }
}
