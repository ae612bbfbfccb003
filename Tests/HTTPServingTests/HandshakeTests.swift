import Messages
import Support
import TLS
import Testing
import UV

@testable import HTTPServing

@Suite struct HandshakeTests {
    private static func handshake(within turns: TurnBudget) -> Handshake {
        Handshake(.none, within: turns)
    }

    @Test func thoseThatWaitHaveTheirTurnNewestFirst() throws {
        try withLoop { loop in
            let turns = TurnBudget(on: loop, TurnLimits(total: 0, share: 0))
            var order: [String] = []
            let handshakes = ["a", "b", "c"].map { name in
                let handshake = Self.handshake(within: turns)
                #expect(!handshake.isDue)
                handshake.keep([UInt8](name.utf8).span) { bytes in
                    order.append(String(copying: bytes))
                    #expect(turns.hasRoom == false)
                }
                return handshake
            }
            handshakes[1].leave()
            handshakes[0].keep([UInt8]("+".utf8).span) { _ in Issue.record("kept twice") }
            while order.count < 2 { loop.runOnce() }
            #expect(order == ["c", "a+"])
            turns.close()
        }
    }

    @Test func bytesOfOneThatWaitsAreLimited() throws {
        try withLoop { loop in
            let turns = TurnBudget(on: loop, TurnLimits(total: 0, share: 0))
            let handshake = Self.handshake(within: turns)
            handshake.keep([UInt8](repeating: 0, count: 16_383).span) { _ in }
            #expect(!handshake.isFull)
            handshake.keep([0].span) { _ in }
            #expect(handshake.isFull)
            handshake.leave()
            #expect(!handshake.isFull)
            turns.close()
        }
    }

    /// The responder of a server that is asked for nothing.
    private final class Recorder: Responder {
        private(set) var failures: [FailedHandshake] = []

        func respond(to request: consuming Request) -> Response { Response(status: 500) }
        func handshakeFailed(_ handshake: FailedHandshake) { failures.append(handshake) }
    }

    /// The first flight of a client.
    private static func clientHello() throws -> [UInt8] {
        let session = try TLSSession(TLSContext(.client), serverName: "localhost")
        _ = session.decrypt([UInt8]().span) { _ in }
        var bytes: [UInt8] = []
        _ = session.drain { span in
            bytes.append(copying: span)
            return span.count
        }
        return bytes
    }

    /// A client on its own loop, so that all that it sends has arrived before the server runs.
    private static func sendAndLeave(_ bytes: [UInt8], to port: Int) throws {
        try withLoop { loop in
            _ = try TCPStream.connect(on: loop, host: "127.0.0.1", port: port) { stream, error in
                #expect(error == nil)
                #expect(throws: Never.self) { try stream.tryWrite(bytes.span) }
                stream.close()
            }
        }
    }

    @Test("A client that has left costs no handshake", arguments: [5_000_000, 0])
    func skipsThoseThatHaveLeft(budget: Int) throws {
        let hello = try Self.clientHello()
        var tls = TLSServerConfiguration(authority: try CertificateAuthority())
        tls.upcomingFaults.set(.expired, count: 5)
        tls.protocols = []
        let offer = TLSOffer(server: try TLSServer(tls), isRequired: true)
        try withLoop { loop in
            var configuration = ServerConfiguration { _ in [] }
            configuration.handshakeTurns.total = budget
            let recorder = Recorder()
            let protocols = ServedProtocols { wire, server in Opening(wire, server: server, offer: offer) }
            let server = Server(loop: loop, configuration: configuration, protocols: protocols, responder: recorder)
            let port = try server.listen(host: "127.0.0.1", port: 0, tls: offer)
            for _ in 0..<3 { try Self.sendAndLeave(hello, to: port) }
            while recorder.failures.count < 3 { loop.runOnce() }
            #expect(recorder.failures.allSatisfy { $0.reason == nil })
            #expect(tls.upcomingFaults.next?.count == 5, "each handshake takes a fault")
            server.closeAll()
        }
    }
}

extension String {
    fileprivate init(copying bytes: Span<UInt8>) {
        self = bytes.indices.reduce(into: "") { $0.unicodeScalars.append(UnicodeScalar(bytes[$1])) }
    }
}
