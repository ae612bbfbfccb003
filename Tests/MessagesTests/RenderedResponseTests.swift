import Messages
import Testing

/// Other framing and more fields.
@Suite struct RenderedResponseTests {
    private func text(_ response: RenderedResponse) -> String { String(decoding: response.message, as: UTF8.self) }

    private func date(_ response: RenderedResponse) -> [String] {
        response.dates.map { String(decoding: response.message[$0.offset...].prefix(29), as: UTF8.self) }
    }

    private func chunked(_ chunks: [String], fault: Fault? = nil) -> RenderedResponse {
        var framing = HTTP1Framing(status: 200)
        framing.addDate()
        framing.endHead(.chunked)
        for chunk in chunks { framing.add(chunk: [UInt8](chunk.utf8)[...]) }
        framing.endChunks()
        return framing.response(fault: fault)
    }

    @Test func isFramedForABadChunk() {
        let fault = Fault(.badChunk, after: .bodyBytes(3))
        let response = Response(status: 200, fields: [("A", "b")], body: [UInt8]("hello".utf8), fault: fault).rendered
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
        #expect(framed.dates == response.dates)
        #expect(framed.bodyLength(bringing: .max) == 8)
        #expect(text(response.framedForBadChunk(hasBody: false)).hasSuffix("chunked\r\n\r\n"))
    }

    @Test func keepsItsChunksForABadOne() {
        let response = chunked(["hello"], fault: Fault(.badChunk, after: .head))
        #expect(response.framedForBadChunk(hasBody: true) === response)
        #expect(response.unchunked() === response)
    }

    @Test(arguments: [[], ["hello"], ["a\r\n", "b"], ["0123456789abcdefghi"]])
    func hasNoChunksForHTTP10(_ chunks: [String]) {
        let fault = Fault(.close, after: .bodyBytes(2))
        let plain = chunked(chunks, fault: fault).unchunked()
        #expect(text(plain) == "HTTP/1.1 200 OK\r\nDate: \(HTTP1Framing.datePlaceholder)\r\n\r\n\(chunks.joined())")
        #expect(date(plain) == [HTTP1Framing.datePlaceholder])
        #expect(plain.closes && plain.fault == fault && plain.chunks == nil)
    }

    @Test func staysAsItIsWithoutChunksOrWithoutAHead() {
        let plain = Response(status: 200, body: [UInt8]("hello".utf8)).rendered
        #expect(plain.unchunked() === plain && plain.framedForBadChunk(hasBody: true) === plain)
        let raw = RenderedResponse(raw: [UInt8]("Transfer-Encoding: chunked\r\n\r\n".utf8))
        #expect(raw.unchunked() === raw && raw.adding([("A", "b")]) === raw && raw.closes)
    }

    @Test(arguments: [(-1, 0), (0, 0), (1, 4), (5, 10), (6, 14), (7, 17), (8, 17), (Int.max, 17)])
    func countsTheBytesThatBringTheContent(_ content: Int, _ wire: Int) {
        #expect(chunked(["hello", "!!"]).bodyLength(bringing: content) == wire)
    }

    @Test func addsFieldsBeforeTheFraming() {
        let response = chunked(["hello", "!!"]).adding([("A", "b"), ("C", "")])
        #expect(
            text(response)
                == "HTTP/1.1 200 OK\r\nDate: \(HTTP1Framing.datePlaceholder)\r\nA: b\r\nC: \r\n"
                + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n2\r\n!!\r\n0\r\n\r\n"
        )
        #expect(response.values(of: "a").map { String(decoding: $0, as: UTF8.self) } == ["b"])
        #expect(response.values(of: "transfer-encoding").isEmpty)
        #expect(String(decoding: response.content, as: UTF8.self) == "hello!!")
        #expect(response.bodyLength(bringing: 6) == 14 && date(response) == [HTTP1Framing.datePlaceholder])
    }

    @Test func takesOtherContent() {
        let plain = Response(status: 200, fields: [("X", "y")], body: [UInt8]("hello".utf8)).rendered
        let response = plain.adding([("A", "b")], content: [UInt8]("hi".utf8))
        #expect(
            text(response)
                == "HTTP/1.1 200 OK\r\nX: y\r\nDate: \(HTTP1Framing.datePlaceholder)\r\nA: b\r\n"
                + "Content-Length: 2\r\n\r\nhi"
        )
        #expect(response.headLength == response.message.count - 2)
    }
}
