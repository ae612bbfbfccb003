/// The requests of an engine, oldest first: a ring that is bounded in entries and in bytes.
///
/// One for all addresses, so that the limits hold for the whole server; each address sees its own entries.
final class Journal {
    /// What an entry costs besides the bytes it refers to.
    private static let overhead = 256
    /// A body may take that part of the bytes; of a larger one the beginning is kept.
    static let bodyShare = 16

    let isOn: Bool
    private let entryLimit: Int
    private let byteLimit: Int
    private var ring: [JournalEntry?] = []
    private var start = 0
    private(set) var count = 0
    private(set) var bytes = 0
    private var lastID = 0

    init(_ configuration: EngineConfiguration) {
        entryLimit = max(0, configuration.journalEntries)
        byteLimit = max(0, configuration.journalBytes)
        isOn = entryLimit > 0 && byteLimit > 0
    }

    /// Adds an entry and drops the oldest ones as the limits demand; an entry that is larger than all of them is dropped itself.
    func append(_ request: IncomingRequest, _ verdict: JournalEntry.Verdict, space: Int) {
        guard isOn else { return }
        lastID += 1
        let entry = JournalEntry(lastID, request, verdict, space: space, bodyLimit: byteLimit / Self.bodyShare)
        let cost = Self.cost(of: entry)
        guard cost <= byteLimit else { return }
        while count == entryLimit || bytes + cost > byteLimit { removeOldest() }
        if count == ring.count { grow() }
        var place = start + count
        if place >= ring.count { place -= ring.count }
        ring[place] = entry
        count += 1
        bytes += cost
    }

    /// From the newest to the oldest, until `body` says false.
    func forEachNewestFirst(_ body: (JournalEntry) -> Bool) {
        for offset in stride(from: count - 1, through: 0, by: -1) {
            guard let entry = ring[(start + offset) % ring.count] else { continue }
            guard body(entry) else { return }
        }
    }

    /// Drops the entries of one address.
    func removeAll(of space: Int) {
        var kept: [JournalEntry?] = []
        forEachNewestFirst { entry in
            if entry.space != space { kept.append(entry) }
            return true
        }
        ring = kept.reversed()
        start = 0
        count = ring.count
        bytes = ring.reduce(0) { $0 + ($1.map(Self.cost) ?? 0) }
    }

    private func removeOldest() {
        if let entry = ring[start] { bytes -= Self.cost(of: entry) }
        ring[start] = nil
        start = start + 1 == ring.count ? 0 : start + 1
        count -= 1
    }

    private func grow() {
        let size = min(entryLimit, max(64, ring.count * 2))
        ring = Array(ring[start...] + ring[..<start])
        start = 0
        ring.reserveCapacity(size)
        while ring.count < size { ring.append(nil) }
    }

    private static func cost(of entry: JournalEntry) -> Int {
        let request = entry.request
        return overhead + request.head.capacity + request.body.capacity
            + request.fields.capacity * MemoryLayout<IncomingRequest.FieldRange>.stride
    }
}
