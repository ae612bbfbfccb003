import FrameClient
import HTTP2
import Messages
import Testing

@Suite("Clients that do not follow the rules of HTTP/2")
struct HostileClientTests {
    private let session: HTTP2Session

    init() {
        var limits = HTTP2Limits()
        limits.request.maxBodyBytes = 100
        limits.request.maxHeaderBytes = 2000
        limits.resetBurst = 20
        limits.maxUselessFrames = 100
        session = HTTP2Session(limits: limits, heads: HeadCache())
        _ = session.take(FrameClient.preface)
        _ = session.output()
    }

    private typealias Client = FrameClient

    private static let base = [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "a:1")]

    /// Fields of malformed requests (RFC 9113 §8.1.1).
    private static let malformed: [[(String, String)]] = [
        [],
        Array(base.dropFirst()),
        base.filter { $0.0 != ":path" },
        base.filter { $0.0 != ":scheme" },
        base + [(":path", "/")],
        base + [(":status", "200")],
        base + [(":unknown", "x")],
        base + [("x", "y"), (":authority", "late")],
        [(":method", "GET"), (":scheme", "http"), (":path", "no-slash"), (":authority", "a")],
        [(":method", "GET"), (":scheme", "http"), (":path", ""), (":authority", "a")],
        [(":method", "GET"), (":scheme", "http"), (":path", "/a b"), (":authority", "a")],
        [(":method", "GE T"), (":scheme", "http"), (":path", "/"), (":authority", "a")],
        [(":method", ""), (":scheme", "http"), (":path", "/"), (":authority", "a")],
        [(":method", "CONNECT"), (":scheme", "http"), (":path", "/"), (":authority", "a")],
        base + [("Upper", "case")],
        base + [("x y", "space")],
        base + [("", "no name")],
        base + [("connection", "keep-alive")],
        base + [("transfer-encoding", "chunked")],
        base + [("keep-alive", "1")],
        base + [("proxy-connection", "close")],
        base + [("upgrade", "h2c")],
        base + [("te", "gzip")],
        base + [("x", "line\nfeed")],
        base + [("x", "carriage\rreturn")],
        base + [("x", "nul\0")],
        base + [("host", "b:1")],
        base + [("content-length", "1")],
        base + [("content-length", "1"), ("content-length", "2")],
        base + [("content-length", "-1")],
    ]

    @Test("A malformed request resets its stream, and the connection goes on", arguments: malformed.indices)
    func resetsMalformed(index: Int) {
        let events = session.take(Client.headers(1, Self.malformed[index]))
        #expect(!events.contains { if case .request = $0 { true } else { false } }, "\(Self.malformed[index])")
        let frames = session.output()
        #expect(frames.resetCode(1) == HTTP2Code.protocolError.rawValue)
        #expect(session.openStreams == 0)
        #expect(isServed(3))
    }

    /// Whether the session reports the request on a stream.
    private func isServed(_ stream: Int32) -> Bool {
        session.take(Client.request(stream)).contains { if case .request(_, stream) = $0 { true } else { false } }
    }

    @Test(
        "Requests that are unusual but valid are served",
        arguments: [
            [("host", "A:1")], [("te", "trailers")], [("x", "")], [("content-length", "0")], [("x", "\u{E9}")],
        ]
    )
    func servesUnusual(fields: [(String, String)]) throws {
        let event = try #require(session.take(Client.headers(1, Self.base + fields)).first)
        guard case .request(let request, 1) = event else {
            Issue.record("\(event)")
            return
        }
        #expect(request.fields.count { request.head[$0.name].elementsEqual("host".utf8) } == 1)
    }

    @Test("OPTIONS * and CONNECT have targets without a path")
    func readsOtherTargets() throws {
        let options = Client.headers(1, [(":method", "OPTIONS"), (":scheme", "http"), (":path", "*"), ("host", "a")])
        let connect = Client.headers(3, [(":method", "CONNECT"), (":authority", "a:443")])
        let targets = session.take(options + connect).compactMap { event -> String? in
            guard case .request(let request, _) = event else { return nil }
            return String(decoding: request.head[request.target], as: UTF8.self)
        }
        #expect(targets == ["*", "a:443"])
    }

    @Test("A body that differs from its Content-Length resets the stream", arguments: ["", "1234", "123456"])
    func comparesLength(body: String) {
        #expect(session.take(Client.request(1, "POST", "/", [("content-length", "5")], ends: false)).isEmpty)
        let events = session.take(Client.frame(.data, 1, 1, Array(body.utf8)))
        #expect(!events.contains { if case .request = $0 { true } else { false } })
        #expect(session.output().resetCode(1) == HTTP2Code.protocolError.rawValue)
        #expect(isServed(3))
    }

    @Test("Trailers with pseudo-fields, or without END_STREAM, are errors of their stream")
    func refusesTrailers() {
        for (stream, trailers) in [
            (1, Client.headers(1, [(":path", "/")])), (3, Client.headers(3, [("x", "y")], ends: false)),
        ] as [(Int32, [UInt8])] {
            _ = session.take(Client.request(stream, "POST", ends: false) + Client.frame(.data, 0, stream, [1]))
            #expect(!session.take(trailers).contains { if case .request = $0 { true } else { false } })
            #expect(session.output().resetCode(stream) == HTTP2Code.protocolError.rawValue)
        }
    }

    /// Frames that a client may not send, with the code of the connection's error.
    private static let invalid: [([UInt8], HTTP2Code)] = [
        (Client.frame(.data, 0, 0, [1]), .protocolError),
        (Client.frame(.data, 0, 9, [1]), .protocolError),
        (Client.frame(.headers, 5, 0, Client.block(base)), .protocolError),
        (Client.frame(.headers, 5, 2, Client.block(base)), .protocolError),
        (Client.frame(.headers, 5, 1, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]), .compressionError),
        (Client.frame(.headers, 5, 1, [0x80]), .compressionError),
        (Client.frame(.headers, 0x0D, 1, [200, 1]), .protocolError),
        (Client.frame(.pushPromise, 4, 1, [0, 0, 0, 2]), .protocolError),
        (Client.frame(.resetStream, 0, 1, Client.number(8)), .protocolError),
        (Client.frame(.resetStream, 0, 1, [1]), .frameSizeError),
        (Client.frame(.settings, 1, 0, [0]), .frameSizeError),
        (Client.frame(.settings, 0, 0, [0, 2, 0, 0, 0, 7]), .protocolError),
        (Client.frame(.settings, 0, 0, [0, 4, 0xFF, 0xFF, 0xFF, 0xFF]), .flowControlError),
        (Client.frame(.ping, 0, 0, [1]), .frameSizeError),
        (Client.frame(.windowUpdate, 0, 0, Client.number(0)), .protocolError),
        (Client.frame(.windowUpdate, 0, 0, Client.number(0x7FFF_FFFF)), .flowControlError),
        (Client.frame(.continuation, 4, 1, []), .protocolError),
        (Client.frame(.data, 0, 1, [UInt8](repeating: 0, count: 16_385)), .frameSizeError),
        (
            Client.frame(.headers, 0, 1, Client.block(base)) + Client.frame(.ping, 0, 0, Array(repeating: 0, count: 8)),
            .protocolError
        ),
    ]

    @Test("Invalid frames end the connection with their code", arguments: invalid.indices)
    func endsOnInvalid(index: Int) {
        let (bytes, code) = Self.invalid[index]
        _ = session.take(bytes)
        #expect(session.output().goAwayCode == code.rawValue)
        #expect(session.isOver)
    }

    @Test("Input in any splits is the same input")
    func readsByteByByte() {
        var served = 0
        let bytes = Client.request(1, "POST", "/a", [("x", "y")], ends: false) + Client.frame(.data, 1, 1, [1, 2])
        for byte in bytes + Client.request(3) {
            served += session.take([byte]).count { if case .request = $0 { true } else { false } }
        }
        #expect(served == 2)
    }

    // MARK: Floods

    /// Frames that cost the server something and the client little; `stream` is odd and grows.
    private static let floods: [(String, @Sendable (Int32) -> [UInt8])] = [
        ("rapid reset", { Client.request($0, ends: false) + Client.frame(.resetStream, 0, $0, Client.number(8)) }),
        ("PING", { _ in Client.frame(.ping, 0, 0, Array(repeating: 0, count: 8)) }),
        ("SETTINGS", { _ in Client.frame(.settings, 0, 0, []) }),
        ("PRIORITY", { Client.frame(.priority, 0, $0, [0, 0, 0, 0, 1]) }),
        ("empty DATA", { ($0 == 1 ? Client.request(1, ends: false) : []) + Client.frame(.data, 0, 1, []) }),
        ("padding", { ($0 == 1 ? Client.request(1, ends: false) : []) + Client.frame(.data, 8, 1, [2, 0, 0]) }),
        ("an unknown type", { _ in Client.frame(type: 0x77, 0, 0, Array(repeating: 1, count: 10)) }),
        ("ALTSVC", { _ in Client.frame(type: 0x0A, 0, 0, [0, 1] + Array("ah2=\":1\"".utf8)) }),
        ("ORIGIN", { _ in Client.frame(type: 0x0C, 0, 0, []) }),
        ("PRIORITY_UPDATE", { _ in Client.frame(type: 0x10, 0, 0, Client.number(1) + Array("u=1".utf8)) }),
        ("malformed requests", { Client.headers($0, [(":method", "GET")]) }),
        ("CONTINUATION", { $0 == 1 ? Client.frame(.headers, 0, 1, []) : Client.frame(.continuation, 0, 1, []) }),
        ("WINDOW_UPDATE", { _ in Client.frame(.windowUpdate, 0, 0, Client.number(1)) }),
        ("HPACK bombs", { Client.frame(.headers, 5, $0, bomb(references: 1)) }),
    ]

    @Test("A flood ends the connection, whether or not the client reads", arguments: floods.indices, [true, false])
    func endsFlood(index: Int, reads: Bool) {
        let (name, frames) = Self.floods[index]
        var sent = 0
        var output: [FrameClient.Frame] = []
        while sent < 2000, !session.isOver {
            _ = session.take(frames(Int32(2 * sent + 1)))
            if reads { output += session.output() }
            sent += 1
            session.clock += 1
        }
        output += session.output()
        #expect(session.isOver, "\(name)")
        #expect(reads ? sent < 2000 : output.count < 300, "\(name): \(sent), \(output.count)")
        #expect(output.goAwayCode == HTTP2Code.enhanceYourCalm.rawValue, "\(name)")
    }

    @Test("Credit for what was sent is no flood")
    func allowsCredit() {
        _ = session.take(Client.request(1))
        session.respond(1, .init(status: 200, body: [UInt8](repeating: 0, count: 150)), allowance: 0)
        for _ in 0..<150 {
            session.allow(1, on: 1)
            let sent = session.output().of(.data).count
            #expect(sent == 1)
            for stream in [0, 1] as [Int32] {
                _ = session.take(Client.frame(.windowUpdate, 0, stream, Client.number(1)))
            }
        }
        session.finish(1)
        #expect(session.output().goAwayCode == nil && !session.isOver)
    }

    @Test("PINGs between requests are no flood")
    func allowsPings() {
        for stream in 0..<150 as Range<Int32> {
            _ = session.take(Client.frame(.ping, 0, 0, Array(repeating: 0, count: 8)))
            #expect(isServed(2 * stream + 1))
            session.respond(2 * stream + 1, .init(status: 204))
            _ = session.output()
        }
        #expect(!session.isOver)
    }

    /// A head with an entry of 4000 bytes for the dynamic table, and references to it of a byte each (RFC 7541 §6.1).
    private static func bomb(references: Int) -> [UInt8] {
        let entry: [UInt8] = [0x40, 1, 0x78, 0x7F, 0xA1, 0x1E] + [UInt8](repeating: 0x61, count: 4000)
        return Client.block(base) + entry + [UInt8](repeating: 0xBE, count: references)
    }

    @Test("A head that is somewhat too large gets 431; the next one may refer to its fields", arguments: [0, 1, 5])
    func refusesLargeHead(references: Int) throws {
        let events = session.take(Client.frame(.headers, 5, 1, Self.bomb(references: references)))
        guard case .refused(.headerTooLarge, let request, stream: 1)? = events.first else {
            Issue.record("not refused")
            return
        }
        #expect(request.head.count < 2000)
        let small: [UInt8] = [0x40, 1, 0x79, 1, 0x7A]
        _ = session.take(Client.frame(.headers, 5, 3, Client.block(Self.base) + small))
        let event = try #require(session.take(Client.frame(.headers, 5, 5, Client.block(Self.base) + [0xBE])).last)
        guard case .request(let request, stream: 5) = event, let field = request.fields.last else {
            Issue.record("not served")
            return
        }
        #expect(request.head[field.value].elementsEqual("z".utf8))
    }

    @Test("A head that is decompressed to many times the limit ends the connection before it is read to its end")
    func endsBomb() {
        let events = session.take(Client.frame(.headers, 4, 1, Self.bomb(references: 5000)))
        #expect(events.isEmpty)
        #expect(session.output().goAwayCode == HTTP2Code.enhanceYourCalm.rawValue)
        #expect(session.isOver && session.hasEnded)
        #expect(session.takeEvents().contains { if case .violated = $0 { true } else { false } })
        #expect(session.take(Client.request(3)).isEmpty)
    }

    @Test("Pieces of a cookie between other fields do not multiply it")
    func joinsCookies() throws {
        let large = String(repeating: "a", count: 900)
        let fields = [("cookie", large)] + (0..<6).flatMap { [("x\($0)", "y"), ("cookie", "b\($0)")] }
        let event = try #require(session.take(Client.headers(1, Self.base + fields)).first)
        guard case .request(let request, 1) = event else {
            Issue.record("\(event)")
            return
        }
        let cookie = try #require(request.fields.first { request.head[$0.name].elementsEqual("cookie".utf8) })
        let pieces = [large] + (0..<6).map { "b\($0)" }
        #expect(String(decoding: request.head[cookie.value], as: UTF8.self) == pieces.joined(separator: "; "))
        #expect(request.head.count < 2500)
    }

    /// Mistakes, with what is reported of them.
    private static let breaches: [([UInt8], HTTP2Code, String, Bool)] = [
        (Client.headers(1, base + [("connection", "close")]), .protocolError, "connection", false),
        (Client.headers(1, base + [("host", "b:1")]), .protocolError, "Host differs", false),
        (Client.headers(1, [(":method", "GET")]), .protocolError, "HTTP messaging", false),
        (Client.frame(.data, 0, 0, [1]), .protocolError, "DATA", true),
        (Client.frame(.headers, 5, 1, [0x80]), .compressionError, "", true),
        (Client.frame(.ping, 0, 0, [1]), .frameSizeError, "", true),
    ]

    @Test("The first breach of a rule is reported, in words", arguments: breaches.indices)
    func reportsBreaches(index: Int) throws {
        let (bytes, code, reason, endsConnection) = Self.breaches[index]
        var events: [HTTP2Session.Event] = []
        for _ in 0..<2 {
            events += session.take(bytes)
            _ = session.output()
            events += session.takeEvents()
        }
        let reported = events.compactMap { if case .violated(let breach) = $0 { breach } else { nil } }
        let breach = try #require(reported.first)
        #expect(reported.count == 1 && breach.code == code && breach.endsConnection == endsConnection)
        #expect(breach.reason.contains(reason) && !breach.reason.isEmpty, "\(breach.reason)")
    }

    @Test("More streams than allowed are refused, and can be sent again")
    func limitsStreams() {
        _ = session.take(Client.frame(.settings, 1, 0, []))
        for stream in 0..<128 as Range<Int32> { _ = session.take(Client.request(2 * stream + 1, ends: false)) }
        #expect(session.openStreams == 128)
        _ = session.take(Client.request(257))
        #expect(session.output().resetCode(257) == HTTP2Code.refusedStream.rawValue || session.isOver)
    }

    @Test("A response to a stream that has ended is ignored, and so is a second one")
    func ignoresLateResponses() {
        _ = session.take(Client.request(1) + Client.frame(.resetStream, 0, 1, Client.number(8)))
        session.respond(1, .init(status: 200, body: [1]))
        session.respond(99, .init(status: 200, body: [1]))
        session.finish(1)
        session.allow(1, on: 99)
        #expect(session.output().filter { $0.stream > 0 }.isEmpty)
        _ = session.take(Client.request(3))
        for status in [200, 500] { session.respond(3, .init(status: status, body: [1])) }
        #expect(session.output().of(.headers).count == 1)
    }
}
