import HTTP2
import Messages

/// HTTP/2 of a server: the same requests however the bytes arrive, limits hold, and any order of calls is harmless.
enum HTTP2Target {
    private enum Finding: Equatable {
        case request([[UInt8]], body: [UInt8], Int32)
        case refused(Int, Int32)
        case sent(Int32)
        case closed(Int32, UInt32)
        case violated(HTTP2Violation)
    }

    private static let limits = {
        var limits = HTTP2Limits()
        limits.maxConcurrentStreams = 8
        limits.request.maxHeaderBytes = 512
        limits.request.maxFields = 10
        limits.request.maxBodyBytes = 512
        limits.maxBufferedBytes = 600
        limits.maxUselessFrames = 50
        return limits
    }()

    /// The heads and the frames of all sessions, as on a loop.
    private nonisolated(unsafe) static let heads = HeadCache()

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    static func take(_ bytes: [UInt8]) {
        guard let mode = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        // Byte by byte is slow, and finds something only where a cut in two does not.
        let isCutFinely = mode >= 192
        switch mode % 3 {
        case 0: takeRaw(preface + rest, isCutFinely)
        case 1: takeRaw(rest, isCutFinely)
        default: takeConversation(rest)
        }
    }

    // MARK: Bytes

    private static func takeRaw(_ bytes: [UInt8], _ isCutFinely: Bool) {
        let (whole, _) = findings(bytes, pieces: max(1, bytes.count))
        check(findings(bytes, pieces: bytes.count / 2 + 1), whole, "cut in two")
        if isCutFinely, bytes.count <= 512 { check(findings(bytes, pieces: 1), whole, "byte by byte") }
    }

    /// nghttp2 counts the reads of a CONTINUATION frame, so that a session can end earlier when they are many.
    private static func check(_ found: (findings: [Finding], isOver: Bool), _ whole: [Finding], _ name: String) {
        precondition(found.findings == whole || (found.isOver && whole.starts(with: found.findings)), name)
    }

    private static func findings(_ bytes: [UInt8], pieces size: Int) -> (findings: [Finding], isOver: Bool) {
        let session = unsafe HTTP2Session(limits: limits, heads: heads)
        var findings: [Finding] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = bytes.span.extracting(start..<min(bytes.count, start + size))
            for event in session.receive(piece) { findings.append(finding(event)) }
        }
        session.drain { _ in true }
        return (findings, session.isOver)
    }

    private static func finding(_ event: HTTP2Session.Event) -> Finding {
        switch event {
        case .request(let request, let stream): return .request(parts(request), body: request.body, stream)
        case .refused(let failure, let request, let stream):
            precondition((400...501).contains(failure.status))
            _ = parts(request)
            return .refused(failure.status, stream)
        case .sent(let stream): return .sent(stream)
        case .closed(let stream, let code, _): return .closed(stream, code)
        case .violated(let violation): return .violated(violation)
        }
    }

    private static func parts(_ request: Request) -> [[UInt8]] {
        let fields = request.fields + request.trailers
        // A field of Host is made from :authority.
        precondition(fields.count <= limits.request.maxFields + 1, "fields: \(fields.count)")
        // Pieces of Cookie are there twice.
        precondition(request.head.count <= 2 * limits.request.maxHeaderBytes, "head: \(request.head.count)")
        precondition(request.body.count <= limits.request.maxBodyBytes, "body: \(request.body.count)")
        return ([request.method, request.target] + fields.flatMap { [$0.name, $0.value] }).map {
            Array(request.head[$0])
        }
    }

    // MARK: Conversations

    private static let responses = [
        Response(status: 200, body: Array("hello".utf8)), Response(status: 204),
        Response(
            status: 200,
            fields: [("Connection", "close"), ("X", "y")],
            body: [UInt8](repeating: 1, count: 40_000)
        ),
        Response(status: 200, body: [1, 2], trailers: [("Checksum", "7")]),
        Response(status: 200, trailers: [("A", "b")]),
    ]

    /// Frames of a client and calls of an owner in any order.
    private static func takeConversation(_ bytes: [UInt8]) {
        var choices = Choices(bytes)
        let session = unsafe HTTP2Session(limits: limits, heads: heads)
        _ = session.receive(preface.span).map(finding)
        while !choices.isAtEnd, !session.isOver {
            switch choices.number(below: 4) {
            case 0: call(session, &choices)
            case 1: session.drain { _ in choices.number(below: 8) > 0 }
            default:
                var frame = frame(&choices)
                if choices.number(below: 8) == 0 { frame[choices.number(below: frame.count)] ^= 1 }
                for case .request(let request, let stream) in session.receive(frame.span) {
                    _ = parts(request)
                    respond(session, stream, &choices)
                }
            }
            for event in session.takeEvents() { _ = finding(event) }
            precondition((0...1000).contains(session.openStreams), "streams: \(session.openStreams)")
        }
        session.drain { _ in true }
    }

    private static func respond(_ session: HTTP2Session, _ stream: Int32, _ choices: inout Choices) {
        // A new response each time: nothing but the session keeps it.
        let known = choices.one(of: responses).rendered
        let allowance = choices.one(of: [Int.max, 0, 1, 3, 20_000])
        session.respond(
            to: stream,
            known.adding([(name: "Z", value: "\(stream)")]),
            hasBody: choices.number(below: 4) > 0,
            allowance: allowance
        ) { _ in Array("Sun, 22 Nov 2026 21:00:00 GMT".utf8) }
    }

    private static func call(_ session: HTTP2Session, _ choices: inout Choices) {
        let stream = stream(&choices)
        let code = choices.one(of: HTTP2Code.allCases)
        switch choices.number(below: 7) {
        case 0: session.allow(choices.one(of: [0, 1, 100, .max, -1]), on: stream)
        case 1: session.finish(stream)
        case 2: session.finish(stream, resetting: code)
        case 3: session.reset(stream, code)
        case 4: session.goAway(code, lastStream: choices.isYes() ? stream : nil)
        default: respond(session, stream, &choices)
        }
    }

    private static func stream(_ choices: inout Choices) -> Int32 {
        choices.one(of: [1, 1, 3, 3, 5, 7, 9, 11, 2, 0, 21, .max])
    }

    /// Names and values of RFC 7541's literals, some of which no request may have.
    private static let fields = [
        (":method", "GET"), (":method", "CONNECT"), (":scheme", "http"), (":path", "/a?b"), (":authority", "a:1"),
        ("host", "b"), ("cookie", "a=1"), ("content-length", "3"), ("expect", "100-continue"), ("te", "trailers"),
        ("connection", "x"), ("X", "y"), ("x", "\n"), ("x", String(repeating: "z", count: 100)),
    ]

    private static func block(_ choices: inout Choices) -> [UInt8] {
        var chosen = choices.number(below: 4) > 0 ? [0, 2, 3, 4] : []
        for _ in 0..<choices.number(below: 6) { chosen.append(choices.number(below: fields.count)) }
        return chosen.flatMap { index -> [UInt8] in
            let (name, value) = fields[index]
            return [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
        }
    }

    private static func frame(_ choices: inout Choices) -> [UInt8] {
        let kind = choices.one(of: [1, 1, 1, 0, 0, 8, 3, 4, 6, 9, 2, 7, 5, 16, 99] as [UInt8])
        let stream = stream(&choices)
        let payload: [UInt8] =
            switch kind {
            case 0: [UInt8](repeating: 0x62, count: choices.one(of: [0, 1, 3, 100, 600]))
            case 1, 9: block(&choices)
            case 2: [0, 0, 0, UInt8(choices.number(below: 12)), 16]
            case 3: [0, 0, 0, UInt8(choices.number(below: 14))]
            case 4:
                choices.one(of: [
                    [], [0, 4, 0, 0, 0, 1], [0, 1, 0, 0, 0, 0], [0, 5, 0, 0, 0x40, 0], [0, 3, 0, 0, 0, 1],
                ])
            case 6: [1, 2, 3, 4, 5, 6, 7, 8]
            case 8: choices.one(of: [[0, 0, 0, 1], [0, 0, 1, 0], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0]])
            default: (0..<choices.number(below: 20)).map { _ in UInt8(choices.number(below: 256)) }
            }
        let flags: UInt8 = choices.one(of: [5, 4, 4, 1, 0, 0, 0x24, 8])
        let isGlobal = [4, 6, 7].contains(kind) || (kind == 8 && choices.isYes())
        let id = UInt32(bitPattern: isGlobal ? 0 : stream)
        return [
            0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), kind, kind == 4 || kind == 6 ? flags & 1 : flags,
        ]
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: id >> $0) } + payload
    }
}
