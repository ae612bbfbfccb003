import HTTP1Server
import HTTPServing
import Messages
import Support
import Testing
import UV

@Suite struct DrainTests {
    @Test func closesWhatIsIdleAndFinishesWhatIsUnderWay() async throws {
        try await withServer(respond: PipeliningTests.delayed) { server in
            let idle = try await server.client()
            try await idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try await idle.readResponse()
            let busy = try await server.client()
            try await busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /delay/100 HTTP/1.1\r\nHost: a\r\n\r\nGET /never")
            _ = try await busy.readResponse()
            try await server.thread.perform { $0.drain(grace: 5000) }
            #expect(await idle.readToEnd().ending == .closed)
            #expect(try await busy.readResponse().text == "GET /delay/100")
            #expect(await busy.readToEnd().ending == .closed)
            await #expect(throws: RawClient.Failure.self) { _ = try await server.client() }
        }
    }

    @Test func saysCloseInTheLastAnswer() async throws {
        try await withServer(timeouts: ConnectionTimeouts(header: 60_000)) { server in
            let client = try await server.client()
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET")
            _ = try await client.readResponse()
            try await server.thread.perform { $0.drain(grace: 5000) }
            try await client.send(" /last HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.readResponse()["connection"] == "close")
            #expect(await client.readToEnd().ending == .closed)
        }
    }

    @Test func endsWhatIsLeftAfterTheGrace() async throws {
        let (requests, channel) = AsyncStream.makeStream(of: Void.self)
        let respond: @Sendable (Request) -> Response = { request in
            channel.yield()
            return PipeliningTests.delayed(request)
        }
        try await withServer(respond: respond) { server in
            let client = try await server.client()
            try await client.send("GET /delay/60000 HTTP/1.1\r\nHost: a\r\n\r\n")
            for await _ in requests { break }
            await withCheckedContinuation { done in
                server.thread.post { $0.drain(grace: 20) { done.resume() } }
            }
            #expect(await client.readToEnd().ending != .timedOut)
        }
    }

    @Test func completesAtOnceWithoutConnections() async throws {
        try await withServer { server in
            await withCheckedContinuation { done in
                server.thread.post { $0.drain(grace: 60_000) { done.resume() } }
            }
        }
    }

    /// Stops its own server with the first answer.
    private final class Stopper: Responder {
        weak var server: Server?
        let stop: @Sendable (Server) -> Void

        init(_ stop: @escaping @Sendable (Server) -> Void) {
            self.stop = stop
        }

        func respond(to request: Request) -> Response {
            server.map(stop)
            return PipeliningTests.delayed(request)
        }
    }

    private func answer(
        to target: String,
        stopping stop: @escaping @Sendable (Server) -> Void
    ) async throws -> (bytes: [UInt8], ending: RawClient.Ending) {
        try await withLoopThread { loop in
            let stopper = Stopper(stop)
            let configuration = ServerConfiguration(formatDate: { _ in [] })
            let server = Server(loop: loop, configuration: configuration, protocols: .http1, responder: stopper)
            stopper.server = server
            try server.listen(host: "127.0.0.1", port: 0)
            return server
        } closing: {
            $0.closeAll()
        } _: { thread in
            let client = try await RawClient(port: try await thread.perform { $0.port })
            try await client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            return await client.readToEnd()
        }
    }

    @Test(arguments: ["/", "/delay/20"])
    func stillAnswersTheRequestThatStartsIt(_ target: String) async throws {
        let answer = try await answer(to: target) { $0.drain(grace: 5000) }
        #expect(String(decoding: answer.bytes, as: UTF8.self).contains("\r\nConnection: close\r\n"))
        #expect(answer.ending == .closed)
    }

    @Test func saysCloseInAnAnswerThatIsDelayedWhenItBegins() async throws {
        let answer = try await answer(to: "/delay/50") { server in
            var timer: LoopTimer?
            timer = try? LoopTimer(on: server.loop) {
                server.drain(grace: 5000)
                timer?.close()
            }
            // It is due before the answer, however late the loop comes to either.
            timer?.start(afterMilliseconds: 1)
        }
        #expect(String(decoding: answer.bytes, as: UTF8.self).contains("\r\nConnection: close\r\n"))
        #expect(answer.ending == .closed)
    }

    @Test(arguments: ["/", "/delay/20"])
    func leavesNothingWhenTheRequestEndsEverything(_ target: String) async throws {
        let answer = try await answer(to: target) { $0.closeAll() }
        #expect(answer.bytes == [])
        #expect(answer.ending == .closed)
    }

    @Test func tellsEveryoneWhoAskedForIt() async throws {
        try await withServer { server in
            await withCheckedContinuation { done in
                server.thread.post { server in
                    var completions = 0
                    for _ in 1...2 {
                        server.drain(grace: 60_000) {
                            completions += 1
                            if completions == 2 { done.resume() }
                        }
                    }
                }
            }
        }
    }
}
