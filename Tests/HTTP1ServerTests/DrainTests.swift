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
        try await withServer { server in
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
}
