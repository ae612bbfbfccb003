/// A ring of entries that drops the oldest ones when a limit is reached.
struct JournalRing {
    /// What an entry costs besides the bytes it refers to.
    private static let overhead = 256
    /// A body may take one of so many parts of the bytes; of a larger one the beginning is kept.
    private static let bodyShare = 16

    private let entryLimit: Int
    private let byteLimit: Int
    /// Grows to `entryLimit`; what is not in use holds nothing.
    private var entries: [JournalEntry] = []
    private var start = 0
    private(set) var count = 0
    private(set) var bytes = 0
    private var lastID = 0

    init(entryLimit: Int, byteLimit: Int) {
        self.entryLimit = max(1, entryLimit)
        self.byteLimit = max(0, byteLimit)
    }

    /// Adds an entry; one that is larger than all of the ring is dropped itself.
    mutating func append(_ request: IncomingRequest, _ verdict: JournalEntry.Verdict, space: Int) {
        lastID += 1
        let entry = JournalEntry(lastID, request, verdict, space: space, bodyLimit: byteLimit / Self.bodyShare)
        let cost = Self.cost(of: entry.request)
        guard cost <= byteLimit else { return }
        while bytes + cost > byteLimit { removeOldest() }
        bytes += cost
        if count == entryLimit {
            bytes -= Self.cost(of: entries[start].request)
            entries[start] = entry
            start = start + 1 == entries.count ? 0 : start + 1
            return
        }
        if count == entries.count { straighten() }
        guard count < entries.count else {
            entries.append(entry)
            count += 1
            return
        }
        let place = start + count
        entries[place < entries.count ? place : place - entries.count] = entry
        count += 1
    }

    /// From the newest to the oldest, until `body` says false.
    func forEachNewestFirst(_ body: (JournalEntry) -> Bool) {
        for offset in stride(from: count - 1, through: 0, by: -1) {
            guard body(entries[(start + offset) % entries.count]) else { return }
        }
    }

    mutating func removeAll(where isUnwanted: (JournalEntry) -> Bool) {
        var kept: [JournalEntry] = []
        forEachNewestFirst { entry in
            if !isUnwanted(entry) { kept.append(entry) }
            return true
        }
        entries = kept.reversed()
        start = 0
        count = entries.count
        bytes = entries.reduce(0) { $0 + Self.cost(of: $1.request) }
    }

    private mutating func removeOldest() {
        bytes -= Self.cost(of: entries[start].request)
        entries[start] = .blank
        start = start + 1 == entries.count ? 0 : start + 1
        count -= 1
    }

    /// Puts the oldest entry first, so that the next one can be appended.
    private mutating func straighten() {
        guard start > 0 else { return }
        entries = Array(entries[start...] + entries[..<start])
        start = 0
    }

    private static func cost(of request: IncomingRequest) -> Int {
        overhead + request.head.capacity + request.body.capacity
            + request.fields.capacity * MemoryLayout<IncomingRequest.FieldRange>.stride
    }
}
