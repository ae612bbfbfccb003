import HTTPServing
import Messages
import Support
import Testing
import UV

@testable import HTTP1Server

/// Clients that close the connection before they have the whole response.
struct HangUpTests {
    /// Answers with a response, and passes on what it hears of hang-ups.
    private final class Listener: Responder {
        let response: Response
        let channel: AsyncStream<HangUp>.Continuation

        init(_ response: Response, _ channel: AsyncStream<HangUp>.Continuation) {
            (self.response, self.channel) = (response, channel)
        }

        func respond(to request: Request) -> Response { response }

        func clientHungUp(_ hangUp: HangUp) {
            channel.yield(hangUp)
        }
    }

    /// What the responder hears while `body` runs with a client, which is gone afterward.
    private func hangUps(
        answering response: Response,
        awaiting count: Int,
        _ body: (RawClient) async throws -> Void
    ) async throws -> [HangUp] {
        let (hangUps, channel) = AsyncStream.makeStream(of: HangUp.self)
        return try await withLoopThread { loop in
            let configuration = ServerConfiguration(formatDate: { _ in [] })
            let server = Server(
                loop: loop,
                configuration: configuration,
                protocols: .http1,
                responder: Listener(response, channel)
            )
            try server.listen(host: "127.0.0.1", port: 0)
            return server
        } closing: {
            $0.closeAll()
        } _: { thread in
            let port = try await thread.perform { $0.port }
            do {
                let client = try await RawClient(port: port)
                try await client.send("GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n")
                try await body(client)
            }
            // The server has seen the end of the first client when a later one has its response.
            if count == 0 {
                let next = try await RawClient(port: port)
                try await next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = try await next.readResponse()
                channel.finish()
            }
            var heard: [HangUp] = []
            for await hangUp in hangUps {
                heard.append(hangUp)
                if heard.count == count { break }
            }
            return heard
        }
    }

    private static func hangUp(_ cause: HangUp.Cause) -> HangUp {
        HangUp(method: Array("GET".utf8), target: Array("/a?b".utf8), cause)
    }

    @Test(.timeLimit(.minutes(1)))
    func isHeardWhileTheResponseWaits() async throws {
        var late = Response(status: 200, body: Array("x".utf8))
        late.delayMilliseconds = 600_000
        #expect(try await hangUps(answering: late, awaiting: 1) { _ in } == [Self.hangUp(.closedItsSide)])
        let half = try await hangUps(answering: late, awaiting: 1) { $0.finishSending() }
        #expect(half == [Self.hangUp(.closedItsSide)])
        let token = Response(.token(ResponseToken(1)))
        #expect(try await hangUps(answering: token, awaiting: 1) { _ in } == [Self.hangUp(.closedItsSide)])
    }

    @Test(.timeLimit(.minutes(1)))
    func isHeardInTheMiddleOfABody() async throws {
        let large = Response(status: 200, body: [UInt8](repeating: 0x61, count: 64 << 20))
        let heard = try await hangUps(answering: large, awaiting: 1) { client in
            let bytes = await client.read(1)
            #expect(bytes.count == 1)
        }
        // What the client has not read makes its system break the connection.
        #expect(heard.map(\.target) == [Self.hangUp(.disconnected).target])
    }

    @Test func isNotHeardOfAResponseThatIsComplete() async throws {
        let whole = Response(status: 200, body: Array("x".utf8))
        let heard = try await hangUps(answering: whole, awaiting: 0) { client in
            let response = try await client.readResponse()
            #expect(response.status == 200)
        }
        #expect(heard == [])
    }
}
