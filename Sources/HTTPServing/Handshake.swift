import TLS
import UV

/// The TLS handshake of one connection, which waits for its turn when others have used up the time.
final class Handshake {
    private let offer: TLSOffer
    private let turns: TurnBudget
    /// Made when the handshake has its turn: those that wait need no memory of OpenSSL.
    private(set) var session: TLSSession?
    private var waiting: [UInt8] = []
    private var place: TurnBudget.Place?

    /// The number of waiting bytes from which no more are read: a ClientHello, or the client's certificates.
    private static let limit = 16_384

    init(_ offer: TLSOffer, within turns: TurnBudget) {
        self.offer = offer
        self.turns = turns
    }

    /// Whether bytes that arrive are processed now.
    var isDue: Bool { place == nil && turns.hasRoom }

    var isFull: Bool { waiting.count >= Self.limit }

    /// Keeps bytes, and calls `work` with all that are kept when it is the connection's turn.
    func keep(_ bytes: Span<UInt8>, _ work: @escaping (Span<UInt8>) -> Void) {
        waiting.append(copying: bytes)
        guard place == nil else { return }
        place = turns.wait(.bothEnds) { [self] in
            place = nil
            let bytes = waiting
            waiting = []
            work(bytes.span)
        }
    }

    /// Calls `body` with the session, which it makes at the first call, and counts the time; nothing happens if it cannot be
    /// made.
    func measure(_ body: (TLSSession) -> Void) {
        let start = Loop.nanoseconds
        if session == nil { session = offer.session() }
        if let session { body(session) }
        turns.spend(Loop.nanoseconds - start)
    }

    /// Called when the connection is closed.
    func leave() {
        if let place { turns.leave(place) }
        place = nil
        waiting = []
    }
}
