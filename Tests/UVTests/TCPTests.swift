import Support
import Testing
import UV

@Suite struct TCPTests {
    /// Sends back what it gets.
    final class EchoServer {
        let listener: TCPListener
        private var streams = 0
        private var onEmpty: (() -> Void)?

        init(loop: Loop, host: String = "127.0.0.1") throws {
            var accepted: ((TCPStream) -> Void)?
            listener = try TCPListener(on: loop, host: host, port: 0) { accepted?($0) }
            accepted = { [unowned self] stream in serve(stream) }
        }

        private func serve(_ stream: TCPStream) {
            streams += 1
            stream.onBytes = { bytes in
                let count = (try? stream.tryWrite(bytes)) ?? 0
                if count < bytes.count { try? stream.write(bytes.extracting(count...)) }
            }
            stream.onEnd = { _ in stream.close() }
            stream.onClosed = { [unowned self] in
                streams -= 1
                if streams == 0 { onEmpty?() }
            }
            try? stream.startReading()
        }

        /// Calls `done` when all streams are closed.
        func whenEmpty(_ done: @escaping () -> Void) {
            if streams == 0 { done() } else { onEmpty = done }
        }
    }

    @Test func carriesBytesBothWays() async throws {
        try await withLoopThread {
            try EchoServer(loop: $0)
        } closing: {
            $0.listener.close()
        } _: { thread in
            let port = try await thread.perform { $0.listener.address.port }
            let client = try await RawClient(port: port)
            let bytes = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0) }
            for start in stride(from: 0, to: bytes.count, by: 50_000) {
                let part = Array(bytes[start..<(start + 50_000)])
                try await client.send(part)
                #expect(await client.read(part.count) == part)
            }
            client.finishSending()
            #expect(await client.readToEnd().ending == .closed)
            await withCheckedContinuation { done in
                thread.post { $0.whenEmpty { done.resume() } }
            }
        }
    }

    @Test func acceptsInLaterTurnsWhatATurnHasNoTimeFor() throws {
        try withLoop { loop in
            var accepted = 0
            var listener: TCPListener?
            listener = try TCPListener(on: loop, host: "127.0.0.1", port: 0, turnBudget: 0) { stream in
                accepted += 1
                stream.close()
                if accepted == 3 { listener?.close() }
            }
            let port = listener?.address.port ?? 0
            for _ in 0..<3 {
                try withLoop { clients in
                    _ = try TCPStream.connect(on: clients, host: "127.0.0.1", port: port) { stream, error in
                        #expect(error == nil)
                        stream.close()
                    }
                }
            }
            loop.run()
            #expect(accepted == 3)
        }
    }

    @Test("In a turn that has lasted long, streams with few bytes each read little")
    func readsLittleInALateTurn() throws {
        try withLoop { loop in
            var streams: [TCPStream] = []
            var counts: [Int] = []
            let listener = try TCPListener(on: loop, host: "127.0.0.1", port: 0) { streams.append($0) }
            let port = listener.address.port
            for _ in 0..<3 {
                try withLoop { clients in
                    _ = try TCPStream.connect(on: clients, host: "127.0.0.1", port: port) { stream, error in
                        #expect(error == nil)
                        #expect(throws: Never.self) { try stream.tryWrite([UInt8](repeating: 1, count: 9000).span) }
                        stream.close()
                    }
                }
            }
            while streams.count < 3 { loop.runOnce() }
            for stream in streams {
                stream.onBytes = { bytes in
                    counts.append(bytes.count)
                    while Loop.clock - loop.now <= 5 {}
                }
                try stream.startReading()
            }
            // All three are readable, so that one turn reads them.
            loop.runOnce()
            #expect(counts == [8192, 8192, 512])
            while counts.reduce(0, +) < 27_000 { loop.runOnce() }
            for stream in streams { stream.close() }
            listener.close()
        }
    }

    @Test func knowsWhetherThePeerHasLeft() throws {
        try withLoop { loop in
            var listener: TCPListener?
            var accepted: TCPStream?
            listener = try TCPListener(on: loop, host: "127.0.0.1", port: 0) { stream in
                accepted = stream
                #expect(!stream.hasPeerLeft)
                listener?.close()
            }
            let client = try TCPStream.connect(on: loop, host: "127.0.0.1", port: listener?.address.port ?? 0) { _, _ in
            }
            while accepted == nil { loop.runOnce() }
            // Unread bytes come before the end.
            while try client.tryWrite([1].span) == 0 { loop.runOnce() }
            client.close()
            loop.runOnce()
            #expect(accepted?.hasPeerLeft == true)
            accepted?.close()
            #expect(accepted?.hasPeerLeft == true)
        }
    }

    @Test func refusesConnectionsToAReservedPort() throws {
        try withLoop { loop in
            let reserved = try ReservedPort(on: loop)
            #expect(reserved.port > 0)
            var outcome: UVError?
            _ = try TCPStream.connect(on: loop, host: "127.0.0.1", port: reserved.port) { stream, error in
                outcome = error
                stream.close()
                reserved.close()
            }
            loop.run()
            #expect(outcome?.name == "ECONNREFUSED")
        }
    }

    @Test func saysThatAPortIsTaken() throws {
        try withLoop { loop in
            let first = try TCPListener(on: loop, host: "127.0.0.1", port: 0) { $0.close() }
            let error = #expect(throws: UVError.self) {
                _ = try TCPListener(on: loop, host: "127.0.0.1", port: first.address.port) { $0.close() }
            }
            #expect(error?.isAddressInUse == true)
            #expect(error?.description == "listen: address already in use (EADDRINUSE)")
            first.close()
        }
    }

    @Test func sharesAPortWhenAsked() throws {
        try withLoop { loop in
            let first = try TCPListener(on: loop, host: "127.0.0.1", port: 0, reusePort: true) { $0.close() }
            let port = first.address.port
            let second = try TCPListener(on: loop, host: "127.0.0.1", port: port, reusePort: true) { $0.close() }
            #expect(second.address.port == port)
            first.close()
            second.close()
        }
    }

    @Test(arguments: [("::1", true), ("localhost", nil), ("0.0.0.0", false)] as [(String, Bool?)])
    func listensOnAddressesAndNames(_ host: String, _ isIPv6: Bool?) throws {
        try withLoop { loop in
            let listener = try TCPListener(on: loop, host: host, port: 0) { $0.close() }
            #expect(listener.address.port > 0)
            if let isIPv6 { #expect(listener.address.isIPv6 == isIPv6) }
            if host == "::1" { #expect(listener.address.authority == "[::1]:\(listener.address.port)") }
            listener.close()
        }
    }

    @Test(arguments: [("no.such.host.invalid", 0), ("127.0.0.1", 70_000), ("127.0.0.1", -1), ("192.0.2.1", 0), ("", 0)])
    func refusesWhatItCannotListenOn(_ host: String, _ port: Int) throws {
        try withLoop { loop in
            #expect(throws: UVError.self) { _ = try TCPListener(on: loop, host: host, port: port) { $0.close() } }
        }
    }

    @Test func breaksAConnectionWithReset() async throws {
        final class Breaker {
            let listener: TCPListener
            init(loop: Loop) throws {
                listener = try TCPListener(on: loop, host: "127.0.0.1", port: 0) { stream in
                    stream.closeReset()
                    stream.close()
                }
            }
        }
        try await withLoopThread {
            try Breaker(loop: $0)
        } closing: {
            $0.listener.close()
        } _: { thread in
            let client = try await RawClient(port: try await thread.perform { $0.listener.address.port })
            #expect(await client.readToEnd().ending == .reset)
        }
    }
}
