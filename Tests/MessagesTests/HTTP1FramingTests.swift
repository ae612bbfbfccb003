import Messages
import Testing

@Suite struct HTTP1FramingTests {
    private func text(_ response: RenderedResponse, _ range: Range<Int>) -> String {
        String(decoding: response.message[range], as: UTF8.self)
    }

    private func fields(_ response: RenderedResponse) -> [String] {
        response.fields.map { "\(text(response, $0.name))=\(text(response, $0.value))" }
    }

    @Test func framesTheBodyByItsLength() {
        let response = Response(status: 201, fields: [("Location", "/a")], body: [UInt8]("hello".utf8)).rendered
        #expect(
            text(response, response.message.indices) == """
                HTTP/1.1 201 Created\r
                Location: /a\r
                Date: Thu, 01 Jan 1970 00:00:00 GMT\r
                Content-Length: 5\r
                \r
                hello
                """
        )
        #expect(response.message.count - response.headLength == 5)
        #expect(response.dates.map { text(response, $0.offset..<($0.offset + 4)) } == ["Thu,"])
        #expect(fields(response) == ["Location=/a", "Date=\(HTTP1Framing.datePlaceholder)"])
        #expect(text(response, response.framing) == "Content-Length: 5\r\n")
        #expect(response.chunks == nil && response.content == [UInt8]("hello".utf8))
    }

    @Test(arguments: [100, 204, 304])
    func givesNoBodyToAStatusThatHasNone(_ status: Int) {
        let response = Response(status: status, reason: "x", body: [1, 2, 3]).rendered
        #expect(response.framing.isEmpty && response.framing.lowerBound == response.headLength - 2)
        #expect(response.message.count == response.headLength)
    }

    @Test func keepsTheRangesOfTheChunks() {
        var framing = HTTP1Framing(status: 200)
        framing.add(field: "A", [UInt8]("b".utf8))
        framing.endHead(.chunked)
        framing.add(chunk: [UInt8]("hello world!".utf8)[...])
        framing.add(chunk: [])
        framing.add(chunk: [UInt8]("?".utf8)[...])
        framing.endChunks(trailers: [("Sum", "1")])
        let response = framing.response()
        #expect(
            text(response, response.message.indices)
                == "HTTP/1.1 200 OK\r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "c\r\nhello world!\r\n1\r\n?\r\n0\r\nSum: 1\r\n\r\n"
        )
        #expect(fields(response) == ["A=b"])
        #expect(response.chunks?.map { text(response, $0) } == ["hello world!", "?"])
        #expect(String(decoding: response.content, as: UTF8.self) == "hello world!?")
    }
}
