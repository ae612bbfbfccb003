import HTTP1Server
import Support
import Testing
import UV

@Suite struct DrainTests {
    @Test func closesWhatIsIdleAndFinishesWhatIsUnderWay() async throws {
        try await withServer(respond: PipeliningTests.delayed) { server in
            let idle = try server.client()
            try idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try idle.readResponse()
            let busy = try server.client()
            try busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /delay/100 HTTP/1.1\r\nHost: a\r\n\r\nGET /never")
            _ = try busy.readResponse()
            try await server.thread.perform { $0.drain(grace: 5000) }
            #expect(idle.readToEnd().ending == .closed)
            #expect(try busy.readResponse().text == "GET /delay/100")
            #expect(busy.readToEnd().ending == .closed)
            #expect(throws: RawClient.Failure.self) { try server.client() }
        }
    }

    @Test func saysCloseInTheLastAnswer() async throws {
        try await withServer(timeouts: Timeouts(header: 60_000)) { server in
            let client = try server.client()
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET")
            _ = try client.readResponse()
            try await server.thread.perform { $0.drain(grace: 5000) }
            try client.send(" /last HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.readResponse()["connection"] == "close")
            #expect(client.readToEnd().ending == .closed)
        }
    }

    @Test func endsWhatIsLeftAfterTheGrace() async throws {
        try await withServer(respond: PipeliningTests.delayed) { server in
            let client = try server.client()
            try client.send("GET /delay/60000 HTTP/1.1\r\nHost: a\r\n\r\n")
            while try await server.thread.perform({ $0.connectionCount }) == 0 { await Task.yield() }
            await withCheckedContinuation { done in
                server.thread.post { $0.drain(grace: 20) { done.resume() } }
            }
            #expect(client.readToEnd().ending != .timedOut)
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
            let server = Server(loop: loop, configuration: configuration, responder: stopper)
            stopper.server = server
            try server.listen(host: "127.0.0.1", port: 0)
            return server
        } closing: {
            $0.closeAll()
        } _: { thread in
            let client = try RawClient(port: try await thread.perform { $0.port })
            try client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            return client.readToEnd()
        }
    }

    @Test(arguments: ["/", "/delay/20"])
    func stillAnswersTheRequestThatStartsIt(_ target: String) async throws {
        let answer = try await answer(to: target) { $0.drain(grace: 5000) }
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
