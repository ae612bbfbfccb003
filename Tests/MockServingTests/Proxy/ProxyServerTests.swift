import Messages
import Support
import Testing
import UV

@testable import MockServing

/// A proxy over loopback, with an upstream of the test.
struct ProxyServerTests {
    /// Responds with a closure, and keeps what it was asked.
    private final class StandIn: Upstream {
        let requests = Guarded<[OutgoingRequest]>([])
        private let respond: @Sendable (OutgoingRequest) async throws(UpstreamFailure) -> IncomingResponse

        init(_ respond: @escaping @Sendable (OutgoingRequest) async throws(UpstreamFailure) -> IncomingResponse) {
            self.respond = respond
        }

        func send(_ request: OutgoingRequest) async throws(UpstreamFailure) -> IncomingResponse {
            requests.withLock { $0.append(request) }
            return try await respond(request)
        }
    }

    private func withProxy(
        origin: String = "http://upstream.example",
        maxBodyBytes: Int = 1 << 20,
        log: [RequestLog.Output] = [],
        _ respond: @escaping @Sendable (OutgoingRequest) async throws(UpstreamFailure) -> IncomingResponse,
        _ body: (RawClient, Guarded<[ForwardedExchange]>, StandIn) async throws -> Void
    ) async throws {
        let (recorded, upstream) = (Guarded<[ForwardedExchange]>([]), StandIn(respond))
        var configuration = ProxyConfiguration(origin: origin, upstream: upstream) { exchange in
            recorded.withLock { $0.append(exchange) }
        }
        configuration.maxBodyBytes = maxBodyBytes
        configuration.log = log.first
        let server = try await ProxyServer.start(configuration)
        let client = try await RawClient(port: server.port, timeout: 30_000)
        do {
            try await body(client, recorded, upstream)
        } catch {
            await server.stop(grace: .zero)
            throw error
        }
        await server.stop(grace: .zero)
    }

    @Test("A request is forwarded, and its exchange recorded before the client has the response")
    func forwarding() async throws {
        try await withProxy { request in
            IncomingResponse(status: 201, fields: [("X-A", "1"), ("Date", "d")], body: request.body ?? [])
        } _: { client, recorded, upstream in
            try await client.send("POST /a?b HTTP/1.1\r\nHost: p\r\nX-B: 2\r\nContent-Length: 3\r\n\r\nabc")
            let response = try await client.readResponse()
            #expect(response.status == 201 && response.body == Array("abc".utf8))
            #expect(response.fields.contains("X-A: 1"))
            let exchange = try #require(recorded.withLock { $0 }.first)
            #expect(exchange.request.url == "http://upstream.example/a?b" && exchange.response.status == 201)
            #expect(exchange.request.fields.map(\.name) == ["X-B"])
            #expect(upstream.requests.withLock { $0 }.first?.fields.map(\.name) == ["X-B", "Accept-Encoding", "Via"])
        }
    }

    @Test(
        "Without a response of the origin, the client gets a problem, and nothing is recorded",
        arguments: [(UpstreamFailure("it is gone"), 502), (UpstreamFailure("too late", isTimeout: true), 504)]
    )
    func failures(failure: UpstreamFailure, status: Int) async throws {
        try await withProxy { _ throws(UpstreamFailure) in
            throw failure
        } _: { client, recorded, _ in
            try await client.send("GET / HTTP/1.1\r\nHost: p\r\n\r\n")
            let response = try await client.readResponse()
            #expect(response.status == status)
            #expect(response.fields.contains("Content-Type: application/problem+json"))
            #expect(String(decoding: response.body, as: UTF8.self).contains("\"detail\":\"\(failure.reason)\""))
            #expect(recorded.withLock { $0.isEmpty })
        }
    }

    @Test("A status that no response may have is a failure, too", arguments: [0, 101, 199, 1000])
    func strangeStatus(status: Int) async throws {
        try await withProxy { _ in
            IncomingResponse(status: status)
        } _: { client, recorded, _ in
            try await client.send("GET / HTTP/1.1\r\nHost: p\r\n\r\n")
            #expect(try await client.readResponse().status == 502)
            #expect(recorded.withLock { $0.isEmpty })
        }
    }

    @Test("A body that is too large is refused, and not forwarded")
    func largeBody() async throws {
        try await withProxy(maxBodyBytes: 2) { _ in
            IncomingResponse(status: 200)
        } _: { client, _, upstream in
            try await client.send("PUT / HTTP/1.1\r\nHost: p\r\nContent-Length: 3\r\n\r\nabc")
            let response = try await client.readResponse()
            #expect(response.status == 413)
            #expect(response.fields.contains("Content-Type: application/problem+json"))
            #expect(upstream.requests.withLock { $0.isEmpty })
        }
    }

    @Test("The log shows no secrets of queries")
    func log() async throws {
        let (lines, send) = AsyncStream.makeStream(of: String.self)
        let output: RequestLog.Output = { bytes, _ in
            send.yield(String(decoding: bytes, as: UTF8.self))
            return bytes.count
        }
        try await withProxy(log: [output]) { _ in
            IncomingResponse(status: 404)
        } _: { client, _, _ in
            try await client.send("GET /a?b=c&token=SECRET&code=SECRET HTTP/1.1\r\nHost: p\r\n\r\n")
            #expect(try await client.readResponse().status == 404)
            var iterator = lines.makeAsyncIterator()
            let line = try #require(await iterator.next())
            #expect(line.contains("GET /a?b=c&token=<redacted>&code=<redacted> → 404"), "\(line)")
        }
    }

    @Test("A proxy of itself does not start")
    func itself() async throws {
        let upstream = StandIn { _ in IncomingResponse(status: 200) }
        let other = ProxyConfiguration(origin: "http://other.example", upstream: upstream) { _ in }
        let first = try await ProxyServer.start(other)
        let port = first.port
        await first.stop(grace: .zero)
        var configuration = ProxyConfiguration(origin: "http://localhost:\(port)", upstream: upstream) { _ in }
        configuration.port = port
        await #expect(throws: MockServerError.self) { try await ProxyServer.start(configuration) }
    }

    @Test("Bodies are recorded without their codings, and keep those that are not supported")
    func codings() throws {
        let gzip: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 0x4C, 0x4A, 0x06, 0x00, 0xC2, 0x41, 0x24, 0x35, 3, 0, 0, 0,
        ]
        let raw: [UInt8] = [0x4B, 0x4C, 0x4A, 0x06, 0x00]
        let zlib: [UInt8] = [0x78, 0x9C] + raw + [0x02, 0x4D, 0x01, 0x27]
        let text = Array("abc".utf8)
        let codings = [("gzip", gzip), ("X-GZIP", gzip), ("deflate", zlib), ("deflate", raw), ("identity", text)]
        for (coding, body) in codings {
            let exchange = Self.exchange([("Content-Encoding", coding)], body).decoded(limit: 3)
            #expect(String(decoding: exchange.response.body, as: UTF8.self) == "abc", "\(coding)")
            #expect(!exchange.isEncoded)
        }
        for (coding, body) in [("br", gzip), ("gzip", raw), ("gzip, br", gzip)] {
            let exchange = Self.exchange([("Content-Encoding", coding)], body).decoded(limit: 3)
            #expect(exchange.response.body == body && exchange.isEncoded)
        }
        #expect(Self.exchange([("Content-Encoding", "gzip")], gzip).decoded(limit: 2).isEncoded)
    }

    private static func exchange(_ fields: [OutgoingRequest.Field], _ body: [UInt8]) -> ForwardedExchange {
        ForwardedExchange(
            OutgoingRequest(method: "GET", url: "http://a/"),
            IncomingResponse(status: 200, fields: fields, body: body)
        )
    }
}
