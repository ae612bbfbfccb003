/// The connections that give way to new ones, the least useful first, as of one search.
struct GivingWay {
    /// The connections that have been in a kind of use longest.
    private struct Oldest {
        private(set) var found: [(connection: any ServedConnection, use: ConnectionUse, since: Int)] = []
        private(set) var count = 0

        /// The number of connections that are found at a time.
        static let limit = 64

        /// Inserts a connection, the longest last.
        mutating func add(_ connection: any ServedConnection, _ use: ConnectionUse, since: Int) {
            count += 1
            guard found.count < Self.limit || since < found[0].since else { return }
            if found.count == Self.limit { found.removeFirst() }
            let index = found.firstIndex { $0.since < since } ?? found.count
            found.insert((connection, use, since), at: index)
        }

        /// Keeps the `count` longest.
        mutating func keep(_ count: Int) {
            found.removeFirst(max(0, found.count - count))
        }

        mutating func takeLast() -> (connection: any ServedConnection, use: ConnectionUse, since: Int)? {
            found.popLast()
        }
    }

    private var chosen = Oldest()

    init() {}

    /// Searches all connections; incomplete ones come first if they are more than `incompleteLimit`.
    init(_ connections: some Sequence<any ServedConnection>, incompleteLimit: Int) {
        var (incomplete, idle, abandoned) = (Oldest(), Oldest(), Oldest())
        for connection in connections where !connection.isClosed {
            let use = connection.use
            switch use {
            case .incomplete(let since): incomplete.add(connection, use, since: since)
            case .idle(let since): idle.add(connection, use, since: since)
            case .abandoned(let since): abandoned.add(connection, use, since: since)
            case .busy: break
            }
        }
        if incomplete.count > incompleteLimit {
            // A few more than the excess, because each new connection begins as an incomplete one.
            incomplete.keep(max(1, incomplete.count - incompleteLimit, incompleteLimit / 16))
            chosen = incomplete
        } else {
            // No more than may give way before incomplete ones are too many, because each new one begins as such.
            idle.keep(max(1, incompleteLimit + 1 - incomplete.count))
            chosen = [idle, incomplete, abandoned].first { $0.count > 0 } ?? idle
        }
    }

    /// Takes the next connection whose use has not changed since the search.
    mutating func next() -> (any ServedConnection)? {
        while let (connection, use, _) = chosen.takeLast() {
            if !connection.isClosed, connection.use == use { return connection }
        }
        return nil
    }
}
