import HTTP1Server
import HTTPServing
import Messages
import ServerSupport
import Support
import Synchronization
import Testing

/// Responses whose body or whole is made beside the loop.
struct BodySourceTests {
    private static let bytes = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 / 251) }

    /// A response with these bytes, of which `available` can be read.
    private static func response(available: Int = bytes.count, _ willRead: @escaping @Sendable () -> Void = {})
        -> Response
    {
        var framing = HTTP1Framing(status: 200)
        framing.endHead(.bytes(bytes.count))
        let source = BodySource(length: bytes.count) { offset, count in
            willRead()
            return Array(bytes[min(offset, available)..<min(offset + count, available)])
        }
        return Response(framing.response(source: source))
    }

    @Test func arrivesWholeAndInOrderAlsoWhenPipelined() async throws {
        try await withServer { _ in
            Self.response()
        } _: { server in
            let client = try await server.client()
            try await client.send(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 3))
            for _ in 0..<3 { #expect(try await client.readResponse().body == Self.bytes) }
        }
    }

    @Test func isNotReadForHEAD() async throws {
        let reads = Atomic(0)
        try await withServer { _ in
            Self.response { reads.add(1, ordering: .relaxed) }
        } _: { server in
            let client = try await server.client()
            try await client.send(String(repeating: "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", count: 100))
            for _ in 0..<100 { #expect(try await client.readResponse(toHEAD: true).status == 200) }
        }
        #expect(reads.load(ordering: .relaxed) == 0)
    }

    @Test func breaksTheConnectionWhereItEndsTooEarly() async throws {
        try await withServer { _ in
            Self.response(available: 700_000)
        } _: { server in
            let client = try await server.client()
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let (bytes, _) = await client.readToEnd()
            #expect(!bytes.isEmpty && bytes.count < Self.bytes.count)
        }
    }

    @Test("Others are served while a disk is slow") func isReadBesideTheLoop() async throws {
        let isReleased = Mutex(false)
        let respond: @Sendable (Request) -> Response = { request in
            guard request.head[request.target].elementsEqual("/slow".utf8) else { return echo(request) }
            return Self.response { while !isReleased.withLock({ $0 }) {} }
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            try await server.expectServing()
            isReleased.withLock { $0 = true }
            #expect(try await client.readResponse().body == Self.bytes)
        }
    }

    @Test func aResponseThatTakesWorkComesInTurn() async throws {
        let respond: @Sendable (Request) -> Response = { request in
            let answer = echo(request)
            return request.head[request.target].elementsEqual("/work".utf8) ? Response(after: { answer }) : answer
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            for path in ["/work", "/1", "/work", "/2"] {
                try await client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            }
            for path in ["/work", "/1", "/work", "/2"] {
                #expect(try await client.readResponse().text == "GET \(path)")
            }
        }
    }
}
