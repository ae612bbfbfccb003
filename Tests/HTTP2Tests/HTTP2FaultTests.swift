import FrameClient
import HTTP2
import Messages
import Testing

@Suite("Faults in HTTP/2's words")
struct HTTP2FaultTests {
    private typealias Client = FrameClient
    private let response = Response(status: 200, body: Array("hello".utf8))

    private func session(_ configure: (inout HTTP2Limits) -> Void = { _ in }) -> HTTP2Session {
        var limits = HTTP2Limits()
        configure(&limits)
        let session = HTTP2Session(limits: limits, heads: HeadCache())
        _ = session.take(Client.preface + Client.request(1))
        return session
    }

    @Test("A reset comes after the head and as many bytes as are allowed", arguments: [0, 2, 5], HTTP2Code.allCases)
    func resetsAfter(count: Int, code: HTTP2Code) {
        let session = session()
        session.respond(1, response, allowance: count)
        session.finish(1, resetting: code)
        let frames = session.output().filter { $0.stream == 1 }
        #expect(frames.first?.type == Client.Kind.headers.rawValue)
        #expect(frames.of(.data).flatMap(\.payload) == Array("hello".utf8.prefix(count)))
        #expect(frames.of(.data).allSatisfy { $0.flags & 1 == 0 })
        #expect(frames.last?.type == Client.Kind.resetStream.rawValue)
        #expect(frames.resetCode(1) == code.rawValue)
        #expect(session.openStreams == 0)
    }

    @Test("A reset waits for the window of the client")
    func resetsAfterWindow() {
        let session = session()
        _ = session.take(Client.frame(.settings, 0, 0, [0, 4, 0, 0, 0, 3]) + Client.request(3))
        session.respond(3, response, allowance: 4)
        session.finish(3, resetting: .cancel)
        #expect(session.output().of(.data).flatMap(\.payload) == Array("hel".utf8))
        _ = session.take(Client.frame(.windowUpdate, 0, 3, Client.number(1)))
        let frames = session.output()
        #expect(frames.of(.data).flatMap(\.payload) == Array("l".utf8))
        #expect(frames.resetCode(3) == HTTP2Code.cancel.rawValue)
    }

    @Test("A request can be reset without a response", arguments: HTTP2Code.allCases)
    func resetsRequest(code: HTTP2Code) {
        let session = session()
        session.reset(1, code)
        let frames = session.output().filter { $0.stream == 1 }
        #expect(frames.map(\.type) == [Client.Kind.resetStream.rawValue])
        #expect(frames.resetCode(1) == code.rawValue)
    }

    @Test("GOAWAY with the last stream 0 says that no request was processed")
    func goesAway() {
        let session = session()
        session.goAway(.noError, lastStream: 0)
        let frames = session.output()
        #expect(frames.of(.goAway).map(\.payload) == [Client.number(0) + Client.number(0)])
        #expect(frames.filter { $0.stream == 1 }.isEmpty)
        #expect(session.openStreams == 0)
    }

    @Test("A body can end before its Content-Length", arguments: [0, 2])
    func endsEarly(count: Int) {
        let session = session()
        session.respond(1, response, allowance: count)
        session.finish(1)
        let data = session.output().of(.data)
        #expect(data.flatMap(\.payload) == Array("hello".utf8.prefix(count)))
        #expect(data.last.map { $0.flags & 1 } == 1)
    }

    @Test("One stream stalls, and the others go on")
    func stalls() {
        let session = session()
        session.respond(1, response, allowance: 1)
        _ = session.output()
        _ = session.take(Client.request(3))
        session.respond(3, response)
        let frames = session.output()
        #expect(frames.of(.data, stream: 3).flatMap(\.payload) == Array("hello".utf8))
        #expect(frames.filter { $0.stream == 1 }.isEmpty && session.openStreams == 1)
    }

    @Test("The invalid frame is invalid for the client too")
    func hasInvalidFrame() {
        let other = HTTP2Session(heads: HeadCache())
        _ = other.take(Client.preface + HTTP2Session.invalidFrame)
        #expect(other.output().goAwayCode == HTTP2Code.protocolError.rawValue)
        #expect(Client.frames(in: HTTP2Session.invalidFrame).map(\.stream) == [0])
    }

    @Test("PING is acknowledged unless it must not be", arguments: [true, false])
    func acknowledges(does: Bool) {
        let session = session { $0.acknowledgesPings = does }
        _ = session.output()
        _ = session.take(Client.frame(.ping, 0, 0, Array(1...8)))
        #expect(session.output().of(.ping).map(\.payload) == (does ? [Array(1...8)] : []))
    }

    @Test("The settings are the limits")
    func announces() {
        let session = session {
            $0.maxConcurrentStreams = 1
            $0.request.maxHeaderBytes = 2
            $0.uploadWindow = 3
        }
        #expect(session.output().of(.settings)[0].payload == [0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 2, 0, 4, 0, 0, 0, 3])
    }

    @Test("Trailers follow the body", arguments: [[], Array("hello".utf8)])
    func sendsTrailers(body: [UInt8]) {
        let client = FrameClient()
        let session = session()
        session.respond(1, Response(status: 200, body: body, trailers: [("Checksum", "7"), ("X", "a:b")]))
        let frames = session.output().filter { $0.stream == 1 }
        #expect(client.fields(of: frames[0]).first == ":status: 200")
        #expect(frames.of(.data).flatMap(\.payload) == body)
        #expect(frames.of(.data).allSatisfy { $0.flags & 1 == 0 })
        #expect(client.fields(of: frames[frames.count - 1]) == ["checksum: 7", "x: a:b"])
        #expect(frames[frames.count - 1].flags & 1 == 1)
        #expect(session.openStreams == 0)
    }

    @Test("Heads of large responses are not kept")
    func keepsSmallHeads() {
        let cache = HeadCache()
        let session = HTTP2Session(heads: cache)
        _ = session.take(Client.preface)
        weak var kept: RenderedResponse?
        do {
            let large = Response(status: 200, body: [UInt8](repeating: 0, count: 100_000))
            kept = large.rendered
            _ = session.take(Client.request(1))
            session.respond(1, large, hasBody: false)
        }
        _ = session.output()
        #expect(kept == nil)
    }
}
