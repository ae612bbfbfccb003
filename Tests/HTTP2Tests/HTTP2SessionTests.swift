import FrameClient
import HTTP2
import Messages
import Testing

@Suite("HTTP/2 for a server, without a socket")
struct HTTP2SessionTests {
    private let client = FrameClient()
    private let session: HTTP2Session

    init() {
        var limits = HTTP2Limits()
        limits.request.maxBodyBytes = 10
        limits.request.maxHeaderBytes = 1000
        limits.resetBurst = 20
        session = HTTP2Session(limits: limits, heads: HeadCache(), peer: "127.0.0.1")
    }

    private func send(_ bytes: [UInt8]) -> [HTTP2Session.Event] { session.take(bytes) }

    private func output() -> [FrameClient.Frame] { session.output() }

    private func respond(_ stream: Int32, _ response: Response, hasBody: Bool = true, allowance: Int = .max) {
        session.respond(stream, response, hasBody: hasBody, allowance: allowance)
    }

    private func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private func request(_ events: [HTTP2Session.Event]) throws -> Request {
        guard events.count == 1, case .request(let request, _) = events[0] else {
            Issue.record("\(events)")
            throw CancellationError()
        }
        return request
    }

    @Test("A request has Host, whole cookies, body and trailers")
    func readsRequest() throws {
        let head = FrameClient.request(
            1,
            "POST",
            "/a?b=c",
            [("cookie", "a=1"), ("x", "y"), ("cookie", "b=2")],
            ends: false
        )
        #expect(send(FrameClient.preface + head).isEmpty)
        #expect(send(FrameClient.frame(.data, 0, 1, Array("12345".utf8))).isEmpty)
        let trailers = FrameClient.frame(.headers, 0x5, 1, FrameClient.block([("checksum", "7")]))
        let request = try request(send(trailers))
        #expect(text(request.head, request.method) == "POST")
        #expect(text(request.head, request.target) == "/a?b=c")
        let fields = request.fields.map { "\(text(request.head, $0.name)): \(text(request.head, $0.value))" }
        #expect(fields == ["host: localhost:1", "cookie: a=1; b=2", "x: y"])
        #expect(request.body == Array("12345".utf8))
        #expect(request.trailers.map { text(request.head, $0.name) } == ["checksum"])
    }

    @Test("A response has its fields in lower case, its date, and its body")
    func sendsResponse() throws {
        _ = send(FrameClient.preface + FrameClient.request(1))
        respond(1, Response(status: 200, fields: [("Content-Type", "text/plain")], body: Array("hello".utf8)))
        let frames = output().filter { $0.stream == 1 }
        #expect(
            client.fields(of: frames[0]) == [
                ":status: 200", "content-type: text/plain", "date: Sun, 22 Nov 2026 21:00:00 GMT", "content-length: 5",
            ]
        )
        #expect(frames[1].payload == Array("hello".utf8))
        #expect(frames[1].flags & 1 == 1)
        #expect(session.takeEvents().isEmpty)
        #expect(session.openStreams == 0)
    }

    @Test("A HEAD response, and one without a body, end with their head", arguments: [200, 204, 304])
    func sendsNoBody(status: Int) {
        _ = send(FrameClient.preface + FrameClient.request(1, "HEAD"))
        respond(1, Response(status: status, body: Array("hello".utf8)), hasBody: false)
        let frames = output().filter { $0.stream == 1 }
        #expect(frames.count == 1 && frames[0].flags & 1 == 1)
    }

    @Test("A chunked body goes out without its chunks, and without its framing field")
    func unchunks() {
        _ = send(FrameClient.preface + FrameClient.request(1))
        var framing = HTTP1Framing(status: 200)
        framing.add(field: "Connection", "keep-alive")
        framing.endHead(.chunked)
        for piece in ["ab", "cde"] { framing.add(chunk: Array(piece.utf8)[...]) }
        framing.endChunks()
        respond(1, Response(framing.response()))
        let frames = output().filter { $0.stream == 1 }
        #expect(client.fields(of: frames[0]) == [":status: 200"])
        #expect(frames.dropFirst().flatMap(\.payload) == Array("abcde".utf8))
    }

    @Test("A body goes out as far as it is allowed to, and other streams are not held up")
    func paces() {
        _ = send(FrameClient.preface + FrameClient.request(1) + FrameClient.request(3))
        respond(1, Response(status: 200, body: Array("hello".utf8)), allowance: 2)
        respond(3, Response(status: 200, body: Array("other".utf8)))
        let frames = output().filter { FrameClient.Kind(rawValue: $0.type) == .data }
        #expect(frames.filter { $0.stream == 1 }.flatMap(\.payload) == Array("he".utf8))
        #expect(frames.filter { $0.stream == 3 }.flatMap(\.payload) == Array("other".utf8))
        session.allow(1, on: 1)
        #expect(output().flatMap(\.payload) == Array("l".utf8))
        session.allow(.max, on: 1)
        session.finish(1)
        let last = output()
        #expect(last.flatMap(\.payload) == Array("lo".utf8))
        #expect(last.last.map { $0.flags & 1 } == 1)
    }

    @Test("A response can break off with a reset, or with the connection")
    func breaks() {
        _ = send(FrameClient.preface + FrameClient.request(1))
        respond(1, Response(status: 200, body: Array("hello".utf8)), allowance: 2)
        _ = output()
        session.reset(1, .internalError)
        let reset = output()
        #expect(reset.map(\.type) == [FrameClient.Kind.resetStream.rawValue])
        #expect(reset[0].payload == FrameClient.number(2))
        session.goAway(.noError, lastStream: 0)
        let end = output()
        #expect(end.map(\.type) == [FrameClient.Kind.goAway.rawValue])
        #expect(end[0].payload == FrameClient.number(0) + FrameClient.number(0))
    }

    @Test("A request above a limit is refused, and the connection goes on")
    func refuses() throws {
        let large = FrameClient.request(1, "GET", "/", [("x", String(repeating: "a", count: 900))])
        guard case .refused(.headerTooLarge, _, stream: 1)? = send(FrameClient.preface + large).first else {
            Issue.record("not refused")
            return
        }
        _ = send(FrameClient.request(3, "POST", ends: false))
        let body = send(FrameClient.frame(.data, 0, 3, Array("more than ten bytes".utf8)))
        guard case .refused(.bodyTooLarge, _, stream: 3)? = body.first else {
            Issue.record("not refused")
            return
        }
        #expect(send(FrameClient.frame(.data, 1, 3, Array("and more".utf8))).isEmpty)
        #expect(try text(request(send(FrameClient.request(5))).head, 0..<3) == "GET")
    }

    @Test("100-continue is answered before the body comes")
    func continues() {
        let head = FrameClient.request(1, "POST", "/", [("expect", "100-continue")], ends: false)
        _ = send(FrameClient.preface + head)
        let frames = output().filter { $0.stream == 1 }
        #expect(frames.map { client.fields(of: $0) } == [[":status: 100"]])
    }

    @Test(
        "Bytes that are not HTTP/2 end the session",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\u{1}\u{9}\0\0\0\0\u{1}x",
        ]
    )
    func refusesGarbage(text: String) {
        _ = send(Array(text.utf8))
        _ = output()
        #expect(session.isOver)
    }

    @Test("Rapid resets end the connection (CVE-2023-44487)")
    func limitsResets() {
        _ = send(FrameClient.preface)
        for index in 0..<200 as Range<Int32> {
            let stream = index * 2 + 1
            _ = send(FrameClient.request(stream, ends: false))
            _ = send(FrameClient.frame(.resetStream, 0, stream, FrameClient.number(8)))
        }
        let types = output().map(\.type)
        #expect(types.contains(FrameClient.Kind.goAway.rawValue))
        #expect(session.isOver)
    }
}
