/// The connections of a server, and the choice of those that give way to new ones.
struct ConnectionTable {
    private struct Entry {
        let connection: any ServedConnection
        /// Its place among the openings; nil: it has a protocol.
        let ticket: WaitingLine<any ServedConnection>.Ticket?
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    /// Those whose protocol is not known yet, handshakes included.
    private var openings = WaitingLine<any ServedConnection>()
    /// The connections that had been idle longest at one time, the longest last, so that not each new one compares all.
    private var idle: [(connection: any ServedConnection, since: Int)] = []
    /// The number of connections that were looked at in a turn.
    private var search = (turn: Int.min, count: 0)
    /// Closed connections whose socket the loop closes at the end of the turn.
    private var closing = 0

    /// The number of idle connections that are found at a time.
    private static let found = 64
    /// The most connections to look at in a turn, about 1 ms.
    private static let searchLimit = 20_000

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    var all: some Collection<any ServedConnection> { entries.values.lazy.map(\.connection) }

    /// Adds a new connection, whose protocol is not known.
    mutating func add(_ opening: any ServedConnection) {
        entries[ObjectIdentifier(opening)] = Entry(connection: opening, ticket: openings.append(opening))
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
        if isEmpty { idle = [] }
    }

    private mutating func drop(_ connection: any ServedConnection) {
        guard let entry = entries.removeValue(forKey: ObjectIdentifier(connection)) else { return }
        if let ticket = entry.ticket { openings.remove(ticket) }
    }

    func hasRoom(limit: Int) -> Bool { entries.count - closing < limit }

    /// Returns the connection to close for a new one when there are `limit`; nil: none.
    ///
    /// It is the oldest one without a protocol if these are more than a quarter, so that unfinished handshakes displace no
    /// client; else the one that has been idle longest. If all are busy, it is one whose client has shut down its side.
    /// The search in one `turn`, a time of the loop, is limited.
    mutating func leastUseful(limit: Int, turn: Int) -> (any ServedConnection)? {
        if openings.count > max(1, limit / 4) {
            while let oldest = openings.takeOldest() {
                if !oldest.isClosed { return oldest }
            }
        }
        if let known = knownIdle() { return known }
        if turn != search.turn { search = (turn, 0) }
        guard search.count < Self.searchLimit else { return nil }
        search.count += entries.count
        let abandoned = findIdle()
        return knownIdle() ?? abandoned
    }

    /// Takes the longest idle connection of the last search that has been idle since.
    private mutating func knownIdle() -> (any ServedConnection)? {
        while let (connection, since) = idle.popLast() {
            if !connection.isClosed, connection.isIdle, connection.lastActivity == since { return connection }
        }
        return nil
    }

    /// Finds the connections that have been idle longest.
    ///
    /// - Returns: The one that was abandoned first.
    private mutating func findIdle() -> (any ServedConnection)? {
        var abandoned: (connection: any ServedConnection, since: Int)?
        for connection in all where !connection.isClosed {
            let since = connection.lastActivity
            if connection.isIdle {
                guard idle.count < Self.found || since < idle[0].since else { continue }
                if idle.count == Self.found { idle.removeFirst() }
                let index = idle.firstIndex { $0.since < since } ?? idle.count
                idle.insert((connection, since), at: index)
            } else if connection.isAbandoned, since < abandoned?.since ?? .max {
                abandoned = (connection, since)
            }
        }
        return abandoned?.connection
    }
}
