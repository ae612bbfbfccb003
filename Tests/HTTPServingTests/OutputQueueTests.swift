import Testing

@testable import HTTPServing
@testable import Messages

@Suite struct OutputQueueTests {
    private let head = "HTTP/1.1 200 OK\r\nDate: 00000000000000000000000000000\r\n\r\n"

    private func response(body: [UInt8] = []) -> RenderedResponse {
        RenderedResponse(
            status: 200,
            message: [UInt8](head.utf8) + body,
            headLength: head.utf8.count,
            dates: [DateStamp(offset: 23, secondsAhead: 2)]
        )
    }

    private func dates() -> DateCache {
        let dates = DateCache { [UInt8]("second \($0) of the epoch........".utf8.prefix(29)) }
        dates.refresh(wallClock: 1_000_000)
        return dates
    }

    private func text(_ queue: OutputQueue) -> String { String(decoding: queue.buffer, as: UTF8.self) }

    @Test func stampsTheDateThere() {
        var queue = OutputQueue()
        let response = response()
        queue.append([33, 33])
        queue.appendWhole(response, dates())
        #expect(text(queue) == "!!HTTP/1.1 200 OK\r\nDate: second 3 of the epoch........\r\n\r\n")
        #expect(String(decoding: response.message, as: UTF8.self) == head, "the shared message stays as it is")
    }

    @Test func insertsTheConnectionFieldAtTheEndOfTheHead() {
        var queue = OutputQueue()
        queue.appendHead(response(), .close, dates())
        #expect(text(queue).hasSuffix("........\r\nConnection: close\r\n\r\n"))
        queue.appendHead(response(), .keepAlive, dates())
        #expect(text(queue).hasSuffix("........\r\nConnection: keep-alive\r\n\r\n"))
    }

    @Test func ignoresStampsThatLieOutsideOfTheHead() {
        var queue = OutputQueue()
        let stamps = [-1, 30, 1000, Int.max - 29].map { DateStamp(offset: $0, secondsAhead: 0) }
        let message = [UInt8](head.utf8)
        let response = RenderedResponse(status: 200, message: message, headLength: message.count, dates: stamps)
        queue.appendWhole(response, dates())
        #expect(text(queue) == head)
    }

    @Test func refersToALargeBodyAndCopiesASmallOne() throws {
        var queue = OutputQueue()
        queue.appendBody(response(body: [1, 2, 3]), 1..<3)
        #expect(queue.buffer == [2, 3])
        let large = response(body: [UInt8](repeating: 7, count: 100_000))
        queue.appendBody(large, 0..<100_000)
        #expect(queue.buffer.count == 2)
        #expect(queue.isFull)
        var writes: [Int] = []
        #expect(
            try !queue.drain { bytes in
                writes.append(bytes.count)
                return writes.count < 3 ? min(bytes.count, 60_000) : 0
            }
        )
        #expect(writes == [2, 100_000, 40_000])
        try queue.takePiece { writes.append($0.count) }
        #expect(writes.last == 40_000)
        #expect(queue.isEmpty)
        #expect(queue.large.isEmpty, "the response is let go")
    }

    @Test func survivesRangesOutsideOfTheMessage() {
        var queue = OutputQueue()
        let response = RenderedResponse(status: 200, message: [1, 2], headLength: 10)
        queue.appendBody(response, 0..<5)
        queue.appendHead(response, .none, dates())
        #expect(queue.buffer == [1, 2])
    }

    @Test(arguments: [(1_000, true), (60_000, false)])
    func keepsOnlyTheMemoryOfAnOrdinaryAnswer(_ count: Int, _ isKept: Bool) throws {
        var queue = OutputQueue()
        queue.append([UInt8](repeating: 7, count: count))
        #expect(try queue.drain { $0.count })
        #expect((queue.buffer.capacity >= count) == isKept)
    }
}
