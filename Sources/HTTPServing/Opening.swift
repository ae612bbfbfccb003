import Messages
import TLS
import UV

/// A connection whose protocol is not known yet: its first bytes decide.
///
/// A TLS handshake begins with the byte 0x16 (RFC 8446 §5.1), HTTP/2 with a preface (RFC 9113 §3.4), and everything else
/// is HTTP/1.1. It can always be closed without losing a request.
final class Opening: ServedConnection {
    private let wire: Wire
    private let server: Server
    private let offer: TLSOffer
    /// Bytes that may become the preface of HTTP/2.
    private var start: [UInt8] = []
    private var hasBegun = false
    private var limit: Int
    /// Whether the output has ended, after a response in the clear on a port for TLS only, or after an alert.
    ///
    /// The input is ignored.
    private var isLingering = false
    /// The beginning of what the server waits for: the first bytes, or the rest of them.
    private var since: Int
    private var isSettled = false
    private(set) var isClosed = false

    /// RFC 9113 §3.4.
    private static let preface = [UInt8]("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let handshake: UInt8 = 0x16

    init(_ wire: Wire, server: Server, offer: TLSOffer) {
        self.wire = wire
        self.server = server
        self.offer = offer
        since = wire.loop.now
        limit = since + server.configuration.timeouts.idle
    }

    /// A handshake that stalls on purpose has no deadline.
    var deadline: Int { wire.isStalled ? .max : limit }

    /// Without bytes of a request, the connection is incomplete until its handshake is done, and idle then.
    var use: ConnectionUse {
        if isLingering { return .abandoned(since: since) }
        return isSettled && start.isEmpty ? .idle(since: since) : .incomplete(since: since)
    }

    func received(_ bytes: Span<UInt8>) {
        guard !isLingering else { return }
        if !hasBegun {
            since = wire.loop.now
            limit = since + server.configuration.timeouts.header
        }
        hasBegun = true
        guard wire.isSecure || !beginsTLS(bytes) else { return }
        guard !isClosed else { return }
        choose(bytes)
    }

    /// The client may wait with its first request, as between two others.
    func handshakeSucceeded() {
        guard start.isEmpty, !isClosed else { return }
        server.settle(self)
        isSettled = true
        hasBegun = false
        since = wire.loop.now
        limit = since + server.configuration.timeouts.idle
    }

    /// Begins TLS if the client does, or refuses the request if the client must and does not.
    ///
    /// - Returns: Whether the bytes are used.
    private func beginsTLS(_ bytes: Span<UInt8>) -> Bool {
        let isHandshake = start.isEmpty && bytes[0] == Self.handshake
        guard isHandshake, offer.server != nil else {
            if isHandshake { report(.tlsOnPlainPort) }
            if offer.isRequired { refusePlain() }
            return offer.isRequired
        }
        wire.secure(Handshake(offer, within: server.handshakes), bytes)
        return true
    }

    /// Responds in HTTP/1.1, which clients of HTTP/2 recognize too, and ends the connection.
    private func refusePlain() {
        report(.plainOnSecurePort)
        let reason = "this port speaks HTTPS: begin the URL with https:// instead of http://"
        server.refreshDate()
        let response = server.responder.refusal(Refusal(status: 400, reason: reason, target: []))
        wire.append(response.rendered, hasBody: true, .close, server.dates)
        do {
            _ = try wire.flush()
            linger()
        } catch {
            close()
        }
    }

    private func report(_ kind: ConnectionProblem.Kind) {
        server.responder.connectionHasProblem(ConnectionProblem(kind, peer: wire.peerHost))
    }

    /// Continues with HTTP/2 if all of its preface has arrived, and with HTTP/1.1 at the first other byte.
    private func choose(_ bytes: Span<UInt8>) {
        let http2 = wire.isSecure ? server.protocols.http2OverTLS : server.protocols.http2
        guard let http2, mayBePreface(bytes) else {
            if http2 == nil, bytes.count >= 3, mayBePreface(bytes) { report(.http2IsOff) }
            return becomes(server.protocols.http1, bytes)
        }
        guard start.count + bytes.count >= Self.preface.count else { return start.append(copying: bytes) }
        becomes(http2, bytes)
    }

    private func mayBePreface(_ bytes: Span<UInt8>) -> Bool {
        for index in 0..<min(bytes.count, Self.preface.count - start.count) {
            guard bytes[index] == Self.preface[start.count + index] else { return false }
        }
        return true
    }

    private func becomes(_ connect: ServedProtocols.Connect, _ bytes: Span<UInt8>) {
        let connection = connect(wire, server)
        server.replace(self, with: connection)
        wire.handOver(to: connection)
        let start = start
        if !start.isEmpty { connection.received(start.span) }
        connection.received(bytes)
    }

    func ended(isClean: Bool) {
        guard !isLingering, let failure = wire.failedHandshake else { return close() }
        server.responder.handshakeFailed(failure)
        failure.reason == nil ? close() : linger()
    }

    /// Ends the output, and waits for the client: with unread input, `close` sends RST, which overtakes the output.
    private func linger() {
        isLingering = true
        since = wire.loop.now
        limit = since + server.configuration.timeouts.linger
        wire.shutdown()
    }

    func wrote(isDelivered: Bool) {
        if !isDelivered { close() }
    }

    func expire() {
        close()
    }

    func drain() {
        close()
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        wire.close()
    }

    func cancelPending(group: Int) {}

    func resume(_ token: ResponseToken, with response: Response) {}
}
