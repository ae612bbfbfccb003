import Dispatch
import HTTP1Server
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing
import UV

/// Responses that are made on another thread.
@Suite struct BackgroundResponseTests {
    /// Makes the responses to `/slow` when the gate opens.
    private static func responder(_ gate: DispatchSemaphore) -> @Sendable (Request) -> Response {
        { request in
            let target = String(decoding: request.head[request.target], as: UTF8.self)
            guard target == "/slow" else { return echo(request) }
            return Response(after: {
                _ = gate.wait(timeout: .now() + 20)
                return echo(request)
            })
        }
    }

    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test("Others are answered while a response is made, and the requests behind it wait for it")
    func othersGoOn() async throws {
        let gate = DispatchSemaphore(value: 0)
        try await withServer(respond: Self.responder(gate)) { server in
            let client = try await server.client()
            try await client.send(Self.get("/slow") + Self.get("/2"))
            try await client.send(Self.get("/3"))
            try await server.expectServing()
            gate.signal()
            #expect(try await client.readResponses(3).map(\.text) == ["GET /slow", "GET /2", "GET /3"])
        }
    }

    @Test("A client that has shut its side or speaks HTTP/1.0 gets its response, and one that left harms nobody")
    func clientsLeave() async throws {
        let gate = DispatchSemaphore(value: 0)
        try await withServer(respond: Self.responder(gate)) { server in
            var leaving: RawClient? = try await server.client()
            try await leaving?.send(Self.get("/slow"))
            try await server.expectServing()
            leaving = nil
            gate.signal()
            gate.signal()
            let (text, ending) = try await server.exchange("GET /slow HTTP/1.0\r\n\r\n")
            #expect(text.hasSuffix("GET /slow") && text.contains("Content-Length: 9\r\n") && ending == .closed)
            try await server.expectServing()
        }
    }

    @Test func theServerEndsWhileAResponseIsMade() async throws {
        let gate = DispatchSemaphore(value: 0)
        try await withServer(respond: Self.responder(gate)) { server in
            let client = try await server.client()
            try await client.send(Self.get("/slow"))
            try await server.expectServing()
            try await server.thread.perform { $0.closeAll() }
            gate.signal()
            #expect(await client.readToEnd().bytes.isEmpty)
        }
    }
}
