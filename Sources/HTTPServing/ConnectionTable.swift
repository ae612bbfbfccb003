/// The connections of a server, and the choice of those that give way to new ones.
struct ConnectionTable {
    private struct Entry {
        let connection: any ServedConnection
        /// Its place among the openings; nil: it has a protocol, or its handshake is done.
        var ticket: WaitingLine<any ServedConnection>.Ticket?
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    /// Those whose protocol is not known yet, unfinished handshakes included.
    private var openings = WaitingLine<any ServedConnection>()
    /// The connections to close that the last search found, so that not each new one compares all.
    private var candidates = GivingWay()
    /// The number of connections that were looked at in a turn.
    private var search = (turn: Int.min, count: 0)
    /// Closed connections whose socket the loop closes at the end of the turn.
    private var closing = 0

    /// The most connections to look at in a turn, about 1 ms.
    private static let searchLimit = 20_000

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    var all: some Collection<any ServedConnection> { entries.values.lazy.map(\.connection) }

    /// Adds a new connection, whose protocol is not known.
    mutating func add(_ opening: any ServedConnection) {
        entries[ObjectIdentifier(opening)] = Entry(connection: opening, ticket: openings.append(opening))
    }

    /// Called when the TLS handshake of an opening is done.
    mutating func settle(_ opening: any ServedConnection) {
        guard let ticket = entries[ObjectIdentifier(opening)]?.ticket else { return }
        openings.remove(ticket)
        entries[ObjectIdentifier(opening)]?.ticket = nil
    }

    /// Continues a connection in another form, which has a protocol.
    mutating func replace(_ opening: any ServedConnection, with connection: any ServedConnection) {
        drop(opening)
        entries[ObjectIdentifier(connection)] = Entry(connection: connection, ticket: nil)
    }

    /// Called when a connection begins to close.
    mutating func beginClosing() {
        closing += 1
    }

    /// Removes a connection that has begun to close, and is closed now.
    mutating func remove(_ connection: any ServedConnection) {
        drop(connection)
        closing -= 1
        if isEmpty { candidates = GivingWay() }
    }

    private mutating func drop(_ connection: any ServedConnection) {
        guard let entry = entries.removeValue(forKey: ObjectIdentifier(connection)) else { return }
        if let ticket = entry.ticket { openings.remove(ticket) }
    }

    func hasRoom(limit: Int) -> Bool { entries.count - closing < limit }

    /// Returns the connection to close for a new one when there are `limit`; nil: none.
    ///
    /// If more than a quarter are incomplete, it is the one that has been so longest, so that unfinished handshakes and
    /// half-sent requests displace no client; else the one that has been idle longest, an incomplete one if none is idle,
    /// and at last an abandoned one. The search in one `turn`, a time of the loop, is limited.
    mutating func leastUseful(limit: Int, turn: Int) -> (any ServedConnection)? {
        let quarter = max(1, limit / 4)
        if openings.count > quarter {
            while let oldest = openings.takeOldest() {
                if !oldest.isClosed { return oldest }
            }
        }
        if let known = candidates.next() { return known }
        if turn != search.turn { search = (turn, 0) }
        guard search.count < Self.searchLimit else { return nil }
        search.count += entries.count
        candidates = GivingWay(all, incompleteLimit: quarter)
        return candidates.next()
    }
}
