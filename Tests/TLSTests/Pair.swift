import TLS

/// A client and a server session that hand each other their bytes.
struct Pair {
    let client: TLSSession
    let server: TLSSession
    var clientReceived: [UInt8] = []
    var serverReceived: [UInt8] = []
    var clientProgress = TLSSession.Progress.goesOn
    var serverProgress = TLSSession.Progress.goesOn

    init(client: TLSContext, server: TLSContext, serverName: String? = "localhost") throws(TLSError) {
        self.client = try TLSSession(client, serverName: serverName)
        self.server = try TLSSession(server)
    }

    init(client: TLSSession, server: TLSSession) {
        self.client = client
        self.server = server
    }

    /// Hands the client bytes that its server's session has not sent.
    mutating func feedClient(_ bytes: [UInt8]) {
        clientProgress = Self.feed(bytes, to: client, into: &clientReceived, piece: .max, before: clientProgress)
    }

    /// Passes bytes on until neither side has any left, `piece` at a time.
    mutating func pump(piece: Int = .max) {
        clientProgress = Self.feed([], to: client, into: &clientReceived, piece: piece, before: clientProgress)
        while true {
            let up = Self.take(client)
            serverProgress = Self.feed(up, to: server, into: &serverReceived, piece: piece, before: serverProgress)
            let down = Self.take(server)
            clientProgress = Self.feed(down, to: client, into: &clientReceived, piece: piece, before: clientProgress)
            if up.isEmpty, down.isEmpty { return }
        }
    }

    /// Hands a session bytes that arrived; the plain ones are ignored.
    static func feed(_ bytes: some Sequence<UInt8>, to session: TLSSession) -> TLSSession.Progress {
        session.decrypt(Array(bytes).span) { _ in }
    }

    /// The number of bytes that a session encrypts.
    static func encrypt(_ text: String, with session: TLSSession) -> Int {
        session.encrypt(Array(text.utf8).span)
    }

    static func take(_ session: TLSSession) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = session.drain { span in
            for index in span.indices { bytes.append(span[index]) }
            return span.count
        }
        return bytes
    }

    private static func feed(
        _ bytes: [UInt8],
        to session: TLSSession,
        into received: inout [UInt8],
        piece: Int,
        before: TLSSession.Progress
    ) -> TLSSession.Progress {
        var progress = before
        var offset = 0
        repeat {
            guard progress == .goesOn else { return progress }
            let end = offset + min(piece, bytes.count - offset)
            progress = session.decrypt(bytes[offset..<end].span) { plain in
                for index in plain.indices { received.append(plain[index]) }
            }
            offset = end
        } while offset < bytes.count
        return progress
    }
}
