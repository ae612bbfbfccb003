import FrameClient
import HTTP2
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing
import UV

/// The ends of HTTP/2 connections: drains, time-outs, and clients that leave.
@Suite struct ConnectionEndTests {
    /// Responds to `/later` with a token, and to all else at once.
    private static let later: @Sendable (Request) -> Response = { request in
        request.head[request.target].elementsEqual("/later".utf8) ? Response(.token(ResponseToken(1))) : echo(request)
    }

    /// Connects, and returns when the server waits for the token.
    private func waitingClient(_ server: TestServer) async throws -> HTTP2Client {
        let client = try await server.client()
        try await client.request(1, "GET", "/later")
        try await client.request(3)
        #expect(try await client.response(3).status == "200")
        return client
    }

    @Test func aServerThatDrainsFinishesItsStreams() async throws {
        try await withServer(respond: Self.later) { server in
            let client = try await waitingClient(server)
            let idle = try await server.client()
            #expect(try await idle.response(1) { _ in idle.isGreeted }.fields.isEmpty)
            try await server.thread.perform { $0.drain(grace: 60_000) }
            #expect(try await idle.readToEnd() == .closed)
            #expect(idle.goAway?.code == 0)
            #expect(try await server.thread.perform { $0.answer(ResponseToken(1), with: Response(status: 204)) })
            #expect(try await client.response(1).status == "204")
            #expect(try await client.readToEnd() == .closed)
            #expect(client.goAway?.last == 3 && client.goAway?.code == 0)
        }
    }

    @Test func anIdleConnectionEndsWithGOAWAY() async throws {
        try await withServer(timeouts: ConnectionTimeouts(idle: 40)) { server in
            let client = try await server.client()
            try await client.request(1)
            #expect(try await client.response(1).status == "200")
            #expect(try await client.readToEnd() == .closed)
            #expect(client.goAway?.code == 0 && client.goAway?.last == 1)
        }
    }

    @Test func anUploadThatStallsIs408() async throws {
        try await withServer(timeouts: ConnectionTimeouts(idle: 40)) { server in
            let client = try await server.client()
            try await client.send(FrameClient.request(1, "POST", ends: false))
            let response = try await client.response(1) { $0.reset != nil }
            #expect(response.status == "408" && response.isComplete && response.reset == 0)
        }
    }

    @Test func aHeadThatStallsIs408AndEndsTheConnection() async throws {
        try await withServer(timeouts: ConnectionTimeouts(header: 40)) { server in
            let client = try await server.client()
            try await client.send(FrameClient.frame(.headers, 0, 1, []))
            #expect(try await client.readToEnd() == .closed)
            let response = try await client.response(1)
            #expect(response.status == "408" && response.isComplete)
            #expect(client.goAway?.code == 0 && client.goAway?.last == 1)
        }
    }

    @Test func aStreamWithoutCreditIsReset() async throws {
        let window: [UInt8] = [0, 4, 0, 0, 0, 0]
        try await withServer(timeouts: ConnectionTimeouts(idle: 40)) { server in
            let client = try await server.client(settings: window)
            try await client.request(1)
            let response = try await client.response(1)
            #expect(response.status == "200" && response.reset == HTTP2Code.cancel.rawValue)
        }
    }

    @Test func aClientThatHasShutDownItsSideGetsItsResponse() async throws {
        try await withServer(respond: Self.later) { server in
            let client = try await waitingClient(server)
            client.finishSending()
            #expect(try await server.thread.perform { $0.answer(ResponseToken(1), with: Response(status: 204)) })
            #expect(try await client.response(1).status == "204")
            #expect(try await client.readToEnd() == .closed)
        }
    }

    @Test func aServerThatStopsClosesAtOnce() async throws {
        try await withServer(respond: Self.later) { server in
            let client = try await waitingClient(server)
            try await server.thread.perform { $0.closeAll() }
            #expect(try await client.readToEnd() != .timedOut)
        }
    }
}
