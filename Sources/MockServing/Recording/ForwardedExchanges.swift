import Messages
import UV

/// The latest requests that were forwarded and the responses to them, by the ids of their entries in the journal.
///
/// The limits hold for all addresses together; the oldest leave first.
final class ForwardedExchanges: Sendable {
    /// The maximum number of exchanges.
    static let most = 10_000
    /// The maximum number of bytes that they keep.
    static let mostBytes = 32 << 20

    /// A request as it was received, and the response as it came, with the fields that its mapping adds.
    struct Kept: Sendable {
        let request: Request
        let response: IncomingResponse

        /// The bytes in memory, approximately.
        fileprivate var byteCount: Int {
            response.fields.reduce(512 + request.head.count + request.body.count + response.body.count) {
                $0 + $1.name.utf8.count + $1.value.utf8.count + 64
            }
        }
    }

    private struct State {
        var kept: [Int: Kept] = [:]
        /// The ids in the order of the responses; those before `first` have left.
        var order: [Int] = []
        var first = 0
        var bytes = 0

        mutating func removeOldest() {
            let id = order[first]
            first += 1
            if let old = kept.removeValue(forKey: id) { bytes -= old.byteCount }
            guard first >= 1024, first > order.count / 2 else { return }
            order.removeFirst(first)
            first = 0
        }
    }

    private let state = Guarded(State())

    /// Keeps an exchange; one that is larger than all together may be is left out.
    func add(_ exchange: Kept, id: Int) {
        let bytes = exchange.byteCount
        guard id > 0, bytes <= Self.mostBytes else { return }
        state.withLock { state in
            while state.kept.count >= Self.most || state.bytes + bytes > Self.mostBytes { state.removeOldest() }
            guard state.kept.updateValue(exchange, forKey: id) == nil else { return }
            state.order.append(id)
            state.bytes += bytes
        }
    }

    /// The exchanges of these entries that are still kept.
    func exchanges(of ids: some Sequence<Int>) -> [Int: Kept] {
        state.withLock { state in
            var found: [Int: Kept] = [:]
            for id in ids { found[id] = state.kept[id] }
            return found
        }
    }
}

/// The parts of a server that recordings need.
struct RecordingService: Sendable {
    let forwarder: Forwarder
    let exchanges: ForwardedExchanges
    /// Whether recordings may be started.
    let isPermitted: Bool
}
