import Messages
import TLS

/// The server's side of TLS: no plain byte that the client has not sent, and the same end however the bytes arrive.
enum TLSTarget {
    private struct Sides {
        let server: TLSServer
        let client: TLSContext
    }

    /// Two ends of a connection whose handshake is done.
    private struct Pair {
        let client: TLSSession
        let server: TLSSession
    }

    private nonisolated(unsafe) static let sides: Sides? = try? make()
    /// Used again until a record is changed, because a handshake takes longer than all else.
    private nonisolated(unsafe) static var pair: Pair?
    /// More than two records hold.
    private static let text = (0..<40_000).map { UInt8(truncatingIfNeeded: $0) }

    private static func make() throws(TLSError) -> Sides {
        var configuration = TLSServerConfiguration(authority: try CertificateAuthority())
        configuration.protocols = ["h2", "http/1.1"]
        configuration.clientAuthoritiesPEM = Array(try configuration.authority.get().identity.certificatePEM.utf8)
        configuration.clientCertificates = .optional
        let client = try TLSContext(.client)
        try client.trust(configuration.clientAuthoritiesPEM, .none)
        try client.offer(configuration.protocols)
        return Sides(server: try TLSServer(configuration), client: client)
    }

    static func take(_ bytes: [UInt8]) {
        guard let sides = unsafe sides else { preconditionFailure("no OpenSSL") }
        guard let mode = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        do throws(TLSError) {
            switch mode % 3 {
            case 0: try takeRaw(rest, sides)
            case 1: try takeChanged(rest, sides)
            default: try takeRecords(rest, sides)
            }
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// The bytes are all that arrives.
    private static func takeRaw(_ bytes: [UInt8], _ sides: Sides) throws(TLSError) {
        let whole = try sides.server.session()
        let cut = try sides.server.session()
        let progress = decrypt(bytes, whole, pieces: max(1, bytes.count))
        let size = max(1, bytes.count / 100)
        precondition(kind(decrypt(bytes, cut, pieces: size)) == kind(progress), "in pieces")
        precondition(whole.fault == cut.fault && whole.interruption == cut.interruption, "faults")
        if whole.interruption != nil { precondition(take(whole).isEmpty, "output of a stopped handshake") }
    }

    private static func decrypt(
        _ bytes: [UInt8],
        _ session: TLSSession,
        pieces size: Int,
        _ body: (Span<UInt8>) -> Void = { _ in preconditionFailure("plain bytes without a handshake") }
    ) -> TLSSession.Progress {
        var progress = TLSSession.Progress.goesOn
        for start in stride(from: 0, to: bytes.count, by: size) where progress == .goesOn {
            let piece = bytes.span.extracting(start..<min(bytes.count, start + size))
            progress = session.decrypt(piece, body)
        }
        return progress
    }

    private static func kind(_ progress: TLSSession.Progress) -> Int {
        switch progress {
        case .goesOn: 0
        case .closed: 1
        case .failed: 2
        }
    }

    /// The bytes are changes of what a real client sends.
    private static func takeChanged(_ bytes: [UInt8], _ sides: Sides) throws(TLSError) {
        var choices = Choices(bytes)
        let names = ["localhost", "expired.localhost", "stall.localhost", "a.example", "127.0.0.1"]
        let client = try TLSSession(sides.client, serverName: choices.one(of: names))
        let server = try sides.server.session(fault: choices.isYes() ? choices.one(of: TLSFault.allCases) : nil)
        let text = [UInt8](repeating: 0x61, count: choices.one(of: [0, 1, 100, 20_000]))
        let greeting = Array("hello".utf8)
        var isOver = false
        for _ in 0..<6 where !isOver {
            let response = take(server)
            _ = client.decrypt(response.span) { _ in }
            if client.isEstablished { _ = client.encrypt(text.span) }
            if choices.number(below: 8) == 7 { client.close() }
            let flight = change(take(client), &choices)
            isOver =
                server.decrypt(flight.span) { plain in
                    let isSent = unsafe plain.withUnsafeBufferPointer { unsafe $0.allSatisfy { $0 == 0x61 } }
                    precondition(isSent, "bytes that nobody sent")
                } != .goesOn
            if let facts = server.facts { precondition(!facts.cipher.isEmpty) }
            _ = server.encrypt(greeting.span)
        }
        _ = take(server)
    }

    /// The bytes say how records after a handshake arrive: whole, in pieces, or changed.
    private static func takeRecords(_ bytes: [UInt8], _ sides: Sides) throws(TLSError) {
        var choices = Choices(bytes)
        let known = unsafe Self.pair
        let pair = if let known { known } else { try establish(sides) }
        unsafe Self.pair = pair
        for _ in 0..<4 where !choices.isAtEnd {
            let text = Array(text[..<choices.one(of: [0, 1, 100, 16_384, 16_385, 40_000])])
            precondition(pair.client.encrypt(text.span) == text.count, "a client whose session is open")
            let records = take(pair.client)
            let changed = choices.number(below: 4) == 3 ? change(records, &choices) : records
            var received: [UInt8] = []
            // Many small pieces would take most of the time.
            let size = max(choices.one(of: [1, 4, 5, 21, 1_000, 16_406, 100_000]), changed.count / 100)
            let progress = decrypt(changed, pair.server, pieces: size) { plain in
                unsafe plain.withUnsafeBufferPointer { unsafe received.append(contentsOf: $0) }
            }
            precondition(received == Array(text.prefix(received.count)), "bytes that nobody sent")
            guard changed == records else {
                unsafe Self.pair = nil
                return
            }
            precondition(progress == .goesOn && received == text, "all that the client has sent")
        }
    }

    private static func establish(_ sides: Sides) throws(TLSError) -> Pair {
        let pair = Pair(
            client: try TLSSession(sides.client, serverName: "localhost"),
            server: try sides.server.session()
        )
        for _ in 0..<3 {
            _ = pair.client.decrypt(take(pair.server).span) { _ in }
            _ = pair.server.decrypt(take(pair.client).span) { _ in preconditionFailure("no bytes yet") }
        }
        precondition(pair.client.isEstablished && pair.server.isEstablished, "a handshake without faults")
        return pair
    }

    private static func change(_ flight: [UInt8], _ choices: inout Choices) -> [UInt8] {
        var flight = flight
        for _ in 0..<choices.number(below: 4) where !flight.isEmpty && !choices.isAtEnd {
            let position = choices.number(below: flight.count)
            switch choices.number(below: 4) {
            case 0: flight[position] ^= UInt8(1 << choices.number(below: 8))
            case 1: flight.removeSubrange(position...)
            case 2: flight.insert(contentsOf: flight[..<min(position, 300)], at: position)
            default: flight.insert(UInt8(choices.number(below: 256)), at: position)
            }
        }
        return flight
    }

    private static func take(_ session: TLSSession) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = session.drain { span in
            unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
            return span.count
        }
        return bytes
    }
}
