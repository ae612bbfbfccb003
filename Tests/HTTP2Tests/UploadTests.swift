import FrameClient
import Messages
import Testing

@testable import HTTP2

@Suite("Uploads and their credit over HTTP/2")
struct UploadTests {
    private typealias Client = FrameClient

    private func session(_ configure: (inout HTTP2Limits) -> Void) -> HTTP2Session {
        var limits = HTTP2Limits()
        configure(&limits)
        let session = HTTP2Session(limits: limits, heads: HeadCache())
        _ = session.take(Client.preface)
        return session
    }

    private func data(_ stream: Int32, _ count: Int, ends: Bool = false) -> [UInt8] {
        Client.frame(.data, ends ? 1 : 0, stream, [UInt8](repeating: 0x61, count: count))
    }

    @Test("A body of many windows arrives, because its credit is returned")
    func returnsCredit() {
        let session = session { _ in }
        _ = session.take(Client.request(1, "POST", ends: false))
        var window = 65_535
        for _ in 0..<100 {
            #expect(window >= 16_000)
            _ = session.take(data(1, 16_000))
            window += session.output().credit(1) - 16_000
        }
        guard case .request(let request, 1)? = session.take(data(1, 0, ends: true)).first else {
            Issue.record("no request")
            return
        }
        #expect(request.body.count == 1_600_000)
    }

    @Test("More than the window ends the connection")
    func refusesWithoutCredit() {
        let session = session { $0.uploadWindow = 1000 }
        _ = session.output()
        _ = session.take(Client.frame(.settings, 1, 0, []) + Client.request(1, "POST", ends: false) + data(1, 1001))
        let frames = session.output()
        #expect((frames.goAwayCode ?? frames.resetCode(1)) == HTTP2Code.flowControlError.rawValue)
    }

    @Test("A window of 0 never gets credit")
    func refusesUploads() {
        let session = session { $0.uploadWindow = 0 }
        let settings = session.output().of(.settings)[0].payload
        #expect(settings.suffix(6) == [0, 4, 0, 0, 0, 0])
        _ = session.take(Client.frame(.settings, 1, 0, []) + Client.request(1, "POST", ends: false))
        #expect(session.output().credit(1) == 0)
    }

    @Test("The rest of a refused body does not hold up the connection, and need not be sent")
    func ignoresRefused() {
        let session = session { $0.request.maxBodyBytes = 10 }
        _ = session.take(Client.request(1, "POST", ends: false))
        guard case .refused(.bodyTooLarge, _, 1)? = session.take(data(1, 16_000)).first else {
            Issue.record("not refused")
            return
        }
        #expect(session.take(data(1, 16_000) + data(1, 16_000)).isEmpty)
        let before = session.output()
        #expect(before.credit(0) >= 32_000 && before.credit(1) >= 32_000)
        session.respond(1, .init(status: 413, body: Array("too large".utf8)))
        let frames = session.output()
        #expect(frames.of(.data, stream: 1).last.map { $0.flags & 1 } == 1)
        #expect(frames.resetCode(1) == HTTP2Code.noError.rawValue)
        // What was on its way still counts for the connection.
        _ = session.takeEvents()
        #expect(session.take(data(1, 16_000) + data(1, 16_000) + data(1, 16_000)).isEmpty)
        #expect(session.output().credit(0) == 48_000)
        #expect(session.openStreams == 0 && !session.isOver)
    }

    @Test("Above the budget only the oldest upload proceeds, and all of them are completed")
    func boundsMemory() {
        let session = session { $0.maxBufferedBytes = 100_000 }
        let streams: [Int32] = [1, 3, 5]
        var left: [Int32: Int] = [1: 200_000, 3: 200_000, 5: 200_000]
        var windows: [Int32: Int] = [0: 65_535, 1: 65_535, 3: 65_535, 5: 65_535]
        for stream in streams { _ = session.take(Client.request(stream, "POST", ends: false)) }
        var buffered = 0
        var most = 0
        var completed: [Int32] = []
        for _ in 0..<1000 where !left.isEmpty {
            for stream in streams.reversed() {
                guard let rest = left[stream] else { continue }
                let count = min(8000, rest, windows[stream] ?? 0, windows[0] ?? 0)
                guard count > 0 else { continue }
                let events = session.take(data(stream, count, ends: count == rest))
                left[stream] = count == rest ? nil : rest - count
                buffered += count
                for event in events {
                    guard case .request(let request, let stream) = event else { continue }
                    completed.append(stream)
                    buffered -= request.body.count
                }
                most = max(most, buffered)
                windows[stream, default: 0] -= count
                windows[0, default: 0] -= count
                let frames = session.output()
                for key in windows.keys { windows[key, default: 0] += frames.credit(key) }
            }
        }
        #expect(completed.sorted() == streams, "\(left)")
        // The budget, the rest of one body, and a window for each other stream.
        #expect(most < 100_000 + 200_000 + 2 * 65_535)
    }

    @Test("Credit that was withheld is given when there is room, or to the oldest")
    func owesCredit() {
        var credit = UploadCredit(budget: 10)
        #expect(credit.received(8, on: 3) { 1 })
        #expect(!credit.received(4, on: 5) { 1 })
        #expect(credit.received(4, on: 1) { 1 })
        #expect(!credit.received(2, on: 3) { 1 })
        #expect(credit.ended(1, count: 4) { 3 }.map(\.stream) == [3])
        #expect(credit.ended(3, count: 10) { 5 }.map(\.count) == [4])
        #expect(credit.ended(5, count: 4) { nil }.isEmpty)
        #expect(credit.buffered == 0)
    }
}
