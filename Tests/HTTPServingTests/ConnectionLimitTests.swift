import Messages
import Support
import Testing
import UV

@testable import HTTPServing

/// The limit of connections, at a server.
@Suite struct ConnectionLimitTests {
    /// A connection that is always busy.
    private final class Busy: ServedConnection {
        private let wire: Wire
        private(set) var isClosed = false
        let use = ConnectionUse.busy
        let deadline = Int.max

        init(_ wire: Wire) {
            self.wire = wire
        }

        func received(_ bytes: Span<UInt8>) {}
        func ended(isClean: Bool) {}
        func wrote(isDelivered: Bool) {}
        func expire() {}
        func drain() {}
        func cancelPending(group: Int) {}
        func resume(_ token: ResponseToken, with response: Response) {}

        func close() {
            guard !isClosed else { return }
            isClosed = true
            wire.close()
        }
    }

    private final class Recorder: Responder {
        private(set) var problems: [ConnectionProblem] = []

        func respond(to request: consuming Request) -> Response { Response(status: 500) }
        func connectionHasProblem(_ problem: ConnectionProblem) { problems.append(problem) }
    }

    @Test func aRejectedConnectionIsReported() throws {
        try withLoop { loop in
            let recorder = Recorder()
            var served = 0
            let protocols = ServedProtocols { wire, _ in
                served += 1
                return Busy(wire)
            }
            let configuration = ServerConfiguration(maxConnections: 1) { _ in [] }
            let server = Server(loop: loop, configuration: configuration, protocols: protocols, responder: recorder)
            let port = try server.listen(host: "127.0.0.1", port: 0)
            func connect() throws -> TCPStream {
                try TCPStream.connect(on: loop, host: "127.0.0.1", port: port) { stream, error in
                    #expect(error == nil)
                    #expect(throws: Never.self) { try stream.tryWrite([0x47].span) }
                }
            }
            let first = try connect()
            while served == 0 { loop.runOnce() }
            let second = try connect()
            while recorder.problems.isEmpty { loop.runOnce() }
            #expect(recorder.problems == [ConnectionProblem(.tooManyConnections(limit: 1), peer: "127.0.0.1")])
            #expect(served == 1 && server.connectionCount == 1)
            first.close()
            second.close()
            server.closeAll()
        }
    }
}
