import HAL
import HTTPTypes
import Messages
import Scenarios
import Testing

@testable import Mocking

@Suite struct RenderingTests {
    private func wire(
        _ status: Int = 200,
        _ fields: [HTTPField] = [],
        _ body: ResponseDefinition.Body = .none,
        name: String? = nil,
        onlyHead: Bool = false,
        _ change: (inout ResponseDefinition) -> Void = { _ in }
    ) -> RenderedResponse {
        var definition = ResponseDefinition(status: status, fields: fields, body: body)
        change(&definition)
        let context = ResponseContext(interactionName: name, answersOnlyHead: onlyHead)
        return ResponseBlueprint(definition, context).rendered(for: nil)
    }

    @Test func writesStatusFieldsDateAndLength() {
        let fields = [HTTPField(name: .contentType, value: "text/plain"), HTTPField(name: .vary, value: "Accept")]
        let response = wire(200, fields, .text("hällo"), name: "the café 1")
        #expect(
            response.text == """
                HTTP/1.1 200 OK
                Content-Type: text/plain
                Vary: Accept
                Matched-Stub-Name: the caf? 1
                Date: Thu, 01 Jan 1970 00:00:00 GMT
                Content-Length: 6

                hällo
                """
        )
        #expect(response.bodyText == "hällo")
        #expect(response.dates.count == 1)
        let date = response.dates[0]
        #expect(date.secondsAhead == 0)
        #expect(
            String(decoding: response.message[date.offset..<date.offset + 29], as: UTF8.self)
                == HTTP1Framing.datePlaceholder
        )
    }

    @Test func namesHALAndPlainJSONByTheirContent() {
        let hal = wire(
            200,
            [],
            .json(["_links": ["self": ["href": "/"]], "price": .number(JSONNumber(uncheckedLiteral: "2.890"))])
        )
        #expect(hal.text.contains("Content-Type: application/hal+json\n"))
        #expect(hal.bodyText == #"{"_links":{"self":{"href":"/"}},"price":2.890}"#)
        #expect(wire(200, [], .json([1, 2])).text.contains("Content-Type: application/json\n"))
        let own = wire(200, [HTTPField(name: .contentType, value: "a/b")], .json([:]))
        #expect(own.text.contains("Content-Type: a/b\n") && !own.text.contains("json"))
    }

    @Test(arguments: [100, 199, 204, 304])
    func neverGivesABodyToStatusesThatHaveNone(status: Int) {
        let response = wire(status, [], .text("body"))
        #expect(response.headLength == response.message.count)
        #expect(!response.text.contains("Content-Length") && !response.text.contains("Transfer-Encoding"))
    }

    @Test func correctsAFalseContentLength() {
        let response = wire(200, [HTTPField(name: .contentLength, value: "3")], .text("sixsix"))
        #expect(response.text.contains("Content-Length: 6\n") && !response.text.contains("Content-Length: 3"))
    }

    @Test func keepsTheLengthOfABodyThatHEADAnd304DoNotHave() {
        let length = [HTTPField(name: .contentLength, value: "1234")]
        #expect(wire(200, length, onlyHead: true).text.contains("Content-Length: 1234\n"))
        #expect(wire(304, length).text.contains("Content-Length: 1234\n"))
        #expect(wire(200, length).text.contains("Content-Length: 0\n"))
    }

    @Test func leavesTheDateOfTheFileAlone() {
        let response = wire(200, [HTTPField(name: .date, value: "Tue, 03 Nov 2026 10:00:00 GMT")])
        #expect(response.dates.isEmpty)
        #expect(response.text.contains("Date: Tue, 03 Nov 2026 10:00:00 GMT\n"))
    }

    @Test func writesRetryAfterInBothForms() {
        #expect(wire(503) { $0.retryAfter = .seconds(120) }.text.contains("Retry-After: 120\n"))
        let dated = wire(503) { $0.retryAfter = .date(secondsAhead: 120) }
        #expect(dated.dates.map(\.secondsAhead) == [120, 0])
        #expect(dated.text.contains("Retry-After: \(HTTP1Framing.datePlaceholder)\n"))
    }

    @Test func takesTheReasonOfTheFileOrTheRegisteredOne() {
        #expect(wire(200) { $0.reason = "Fine\r\nX: y" }.text.hasPrefix("HTTP/1.1 200 Fine  X: y\n"))
        #expect(wire(422).text.hasPrefix("HTTP/1.1 422 Unprocessable Content\n"))
        #expect(wire(599).text.hasPrefix("HTTP/1.1 599 \n"))
    }

    @Test func chunksTheBody() {
        let response = wire(200, [], .text("hello world!")) { $0.isChunked = true }
        #expect(response.text.contains("Transfer-Encoding: chunked\n") && !response.text.contains("Content-Length"))
        #expect(response.bodyText == "c\r\nhello world!\r\n0\r\n\r\n")
        let field = wire(200, [HTTPField(name: .transferEncoding, value: "chunked")], .text("x"))
        #expect(field.bodyText == "1\r\nx\r\n0\r\n\r\n")
        #expect(field.text.split(separator: "\n").filter { $0.hasPrefix("Transfer-Encoding") }.count == 1)
    }

    @Test func chunksADribbledBodyInAsManyPieces() {
        let response = wire(200, [], .text("abcde")) {
            $0.isChunked = true
            $0.dribble = ChunkedDribble(numberOfChunks: 2, totalMilliseconds: 100)
        }
        #expect(response.bodyText == "2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n")
        #expect(response.pacing == .dribble(pieces: 2, totalMilliseconds: 100))
    }

    @Test func putsTheBodyBeforeABadChunkIntoAValidOne() {
        let response = wire(200, [], .text("hello world")) { $0.fault = Fault(.badChunk, after: .bodyBytes(5)) }
        #expect(response.text.contains("Transfer-Encoding: chunked\n"))
        #expect(response.bodyText.hasPrefix("5\r\nhello\r\n"))
        #expect(response.fault == Fault(.badChunk, after: .bodyBytes(5)))
        #expect(response.bodyLength(bringing: 5) == 10)
    }

    @Test func keepsAFaultsPlaceInAPlainBody() {
        let response = wire(200, [], .text("hello world")) { $0.fault = Fault(.reset, after: .bodyBytes(5)) }
        #expect(response.fault == Fault(.reset, after: .bodyBytes(5)))
        #expect(response.text.contains("Content-Length: 11\n"))
    }

    @Test func bringsTheFilesConnectionFieldIntoEffect() {
        let response = wire(200, [HTTPField(name: .connection, value: "Close, Upgrade")])
        #expect(response.closes)
        #expect(response.text.contains("Connection: Upgrade\n"))
        #expect(!wire(200, [HTTPField(name: .connection, value: "keep-alive")]).text.contains("Connection"))
    }

    @Test func sendsRawBytesAsTheyAre() {
        let response = wire(200, [], .text("ignored"), name: "x") { $0.raw = Array("nonsense".utf8) }
        #expect(response.text == "nonsense")
        #expect(response.closes && response.headLength == 0 && response.dates.isEmpty)
    }

    @Test func pacesABody() {
        #expect(wire(200, [], .text("x")) { $0.bytesPerSecond = 9 }.pacing == .throttle(bytesPerSecond: 9))
        #expect(wire(200, [], .none) { $0.bytesPerSecond = 9 }.pacing == .none)
        let dribble = wire(200, [], .text("abc")) {
            $0.dribble = ChunkedDribble(numberOfChunks: 9, totalMilliseconds: 5)
        }
        #expect(dribble.pacing == .dribble(pieces: 3, totalMilliseconds: 5))
    }
}
