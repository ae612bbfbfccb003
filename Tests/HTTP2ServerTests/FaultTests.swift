import FrameClient
import HTTP2
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing

/// Effect × phase over HTTP/2, as a client sees them.
@Suite struct FaultTests {
    /// How a fault ends a stream or the connection.
    enum End: Equatable {
        case reset(HTTP2Code)
        case goAway(last: UInt32)
        case connectionReset
        case truncated
        case stalled
        case invalidFrame(stream: Int32)
    }

    /// A fault, the part of `hello` that arrives before it (nil: not even the head), and the end.
    typealias Row = (fault: Fault, body: String?, end: End)

    static let rows: [Row] = [
        (Fault(.reset, after: .request), nil, .reset(.internalError)),
        (Fault(.reset, after: .head), "", .reset(.internalError)),
        (Fault(.reset, after: .bodyBytes(2)), "he", .reset(.internalError)),
        (Fault(.reset, after: .request, code: .refusedStream), nil, .reset(.refusedStream)),
        (Fault(.reset, after: .bodyBytes(2), code: .cancel), "he", .reset(.cancel)),
        (Fault(.reset, after: .bodyBytes(99), code: .noError), "hello", .reset(.noError)),
        (Fault(.reset, after: .request, scope: .connection), nil, .connectionReset),
        (Fault(.reset, after: .bodyBytes(2), scope: .connection), "he", .connectionReset),
        (Fault(.close, after: .request), nil, .goAway(last: 3)),
        (Fault(.close, after: .head), "", .goAway(last: 3)),
        (Fault(.close, after: .bodyBytes(2)), "he", .goAway(last: 3)),
        (Fault(.truncated, after: .head), "", .truncated),
        (Fault(.truncated, after: .bodyBytes(2)), "he", .truncated),
        (Fault(.goAway, after: .request), nil, .goAway(last: 1)),
        (Fault(.goAway, after: .bodyBytes(2)), "he", .goAway(last: 3)),
        (Fault(.stall, after: .request), nil, .stalled),
        (Fault(.stall, after: .head), "", .stalled),
        (Fault(.stall, after: .bodyBytes(2)), "he", .stalled),
        (Fault(.garbage, after: .request), nil, .invalidFrame(stream: 0)),
        (Fault(.garbage, after: .bodyBytes(2)), "he", .invalidFrame(stream: 0)),
        (Fault(.badChunk, after: .head), "", .invalidFrame(stream: 3)),
        (Fault(.badChunk, after: .bodyBytes(2)), "he", .invalidFrame(stream: 3)),
    ]

    private static func respond(_ fault: Fault, isChunked: Bool) -> @Sendable (Request) -> Response {
        var framing = HTTP1Framing(status: 200)
        framing.endHead(isChunked ? .chunked : .bytes(5))
        if isChunked {
            for piece in ["hel", "lo"] { framing.add(chunk: [UInt8](piece.utf8)[...]) }
            framing.endChunks()
        } else {
            framing.add(content: [UInt8]("hello".utf8))
        }
        let broken = framing.response(fault: fault)
        return { $0.head[$0.target].elementsEqual("/broken".utf8) ? Response(broken) : echo($0) }
    }

    @Test(arguments: rows, [false, true])
    func breaksAsAsked(_ row: Row, isChunked: Bool) async throws {
        try await withServer(respond: Self.respond(row.fault, isChunked: isChunked)) { server in
            let client = try await server.client(timeout: row.end == .stalled ? 1000 : 5000)
            try await client.request(1)
            #expect(try await client.response(1).status == "200")
            try await client.request(3, "GET", "/broken")
            let response = try await client.response(3)
            #expect(response.status == (row.body == nil ? nil : "200"))
            #expect(response.text == row.body ?? "" && !response.isComplete)
            switch row.end {
            case .reset(let code): #expect(response.reset == code.rawValue)
            case .goAway(let last): #expect(client.goAway?.last == last && client.goAway?.code == 0)
            case .connectionReset: #expect(client.ending == .reset)
            case .truncated: #expect(client.ending == .closed && client.goAway == nil)
            case .stalled: #expect(client.ending == .timedOut && client.goAway == nil)
            case .invalidFrame(let stream): #expect(client.invalid.map(\.stream) == [stream])
            }
            try await server.expectServing()
        }
    }

    @Test func aFaultOnReusedConnectionsSparesTheFirstStream() async throws {
        let respond = Self.respond(Fault(.close, after: .request, on: .reusedConnection), isChunked: false)
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.request(1, "GET", "/broken")
            #expect(try await client.response(1).text == "hello")
            try await client.request(3, "GET", "/broken")
            #expect(try await !client.response(3).isComplete)
            #expect(client.goAway?.last == 3)
        }
    }

    @Test func aResetOrStalledStreamLeavesTheOthers() async throws {
        for fault in [Fault(.reset, after: .head), Fault(.stall, after: .head)] {
            try await withServer(respond: Self.respond(fault, isChunked: false)) { server in
                let client = try await server.client()
                try await client.request(1, "GET", "/broken")
                try await client.request(3)
                #expect(try await client.response(3).text == "GET /")
                #expect(client.ending == nil)
            }
        }
    }

    @Test func aStalledStreamEndsWhenItIsIdle() async throws {
        let respond = Self.respond(Fault(.stall, after: .head), isChunked: false)
        try await withServer(timeouts: ConnectionTimeouts(idle: 40), respond: respond) { server in
            let client = try await server.client()
            try await client.request(1, "GET", "/broken")
            #expect(try await client.response(1).reset == HTTP2Code.cancel.rawValue)
        }
    }

    @Test func aFaultOfAResponseToHEADComesAfterItsHead() async throws {
        let respond = Self.respond(Fault(.reset, after: .head), isChunked: false)
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.request(1, "HEAD", "/broken")
            let response = try await client.response(1)
            #expect(response.status == "200" && response.reset == HTTP2Code.internalError.rawValue)
        }
    }

    @Test func exactBytesHaveNoFormInHTTP2() async throws {
        let respond: @Sendable (Request) -> Response = { _ in
            Response(RenderedResponse(raw: [UInt8]("HTTP/1.1 200 OK\r\n\r\n".utf8)))
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.request(1)
            #expect(try await client.response(1).reset == HTTP2Code.internalError.rawValue)
        }
    }
}
