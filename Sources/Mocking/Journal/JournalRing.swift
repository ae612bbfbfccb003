/// A ring of records that drops the oldest ones when a limit is reached.
struct JournalRing {
    /// A body may take one of so many parts of the bytes; of a larger one the beginning is kept.
    private static let bodyShare = 16

    private let entryLimit: Int
    private let byteLimit: Int
    private var blocks: JournalBlocks
    /// Grows to `entryLimit`; a place that is not in use holds a record that is gone.
    private var records: [JournalRecord] = []
    private var start = 0
    private(set) var count = 0
    private(set) var bytes = 0
    private var lastID = 0

    init(entryLimit: Int, byteLimit: Int) {
        self.entryLimit = max(1, entryLimit)
        self.byteLimit = max(0, byteLimit)
        blocks = JournalBlocks(capacity: min(64 << 10, max(1 << 10, byteLimit / Self.bodyShare)))
    }

    /// Adds an entry; one that is larger than all of the ring is dropped itself.
    mutating func append(_ request: IncomingRequest, _ verdict: JournalEntry.Verdict, space: Int) {
        lastID += 1
        let (kept, hash) = request.body.isEmpty ? ([], nil) : kept(of: request.body)
        let cost = JournalRecord.cost(head: request.head.count, body: kept.count, fields: request.fields.count)
        guard cost <= byteLimit else { return }
        while count > 0, count == entryLimit || bytes + cost > byteLimit { removeOldest() }
        let isCopied = kept.count <= JournalRecord.copiedBodyLimit
        let (block, place) = blocks.append(request, body: isCopied ? kept : [])
        insert(
            JournalRecord(
                id: lastID,
                space: space,
                verdict: verdict,
                receivedAt: request.receivedAt,
                method: request.method,
                target: request.target,
                block: block,
                place: place,
                largeBody: isCopied ? [] : kept,
                bodyLength: request.body.count,
                bodyHash: hash
            )
        )
    }

    /// From the newest to the oldest, until `body` says false.
    func forEachNewestFirst(_ body: (JournalRecord) -> Bool) {
        for offset in stride(from: count - 1, through: 0, by: -1) {
            guard body(records[(start + offset) % records.count]) else { return }
        }
    }

    /// The request of a record, put together again.
    func entry(_ record: JournalRecord) -> JournalEntry {
        let block = blocks[record.block]
        let request = IncomingRequest(
            head: block.head(at: record.place),
            method: record.method,
            target: record.target,
            fields: block.fields(at: record.place),
            body: record.largeBody.isEmpty ? block.body(at: record.place) : record.largeBody,
            receivedAt: record.receivedAt
        )
        return JournalEntry(record, request)
    }

    mutating func removeAll(where isUnwanted: (JournalRecord) -> Bool) {
        let old = self
        records = []
        blocks = JournalBlocks(capacity: old.blocks.capacity)
        (start, count, bytes) = (0, 0, 0)
        for offset in 0..<old.count {
            let record = old.records[(old.start + offset) % old.records.count]
            if !isUnwanted(record) { insert(blocks.move(record, from: old.blocks)) }
        }
    }

    /// The body, or of a large one the beginning and the hash of all of it.
    private func kept(of body: [UInt8]) -> (bytes: [UInt8], hash: UInt64?) {
        guard body.count > byteLimit / Self.bodyShare else { return (body, nil) }
        return (Array(body.prefix(byteLimit / Self.bodyShare)), ByteHash(body).value)
    }

    private mutating func insert(_ record: consuming JournalRecord) {
        bytes += record.cost
        if count == records.count {
            straighten()
            records.append(record)
        } else {
            let place = start + count
            records[place < records.count ? place : place - records.count] = record
        }
        count += 1
    }

    private mutating func removeOldest() {
        bytes -= records[start].cost
        blocks.release(records[start].block)
        start = start + 1 == records.count ? 0 : start + 1
        count -= 1
    }

    /// Puts the oldest record first, so that the next one can be appended.
    private mutating func straighten() {
        guard start > 0 else { return }
        records = Array(records[start...] + records[..<start])
        start = 0
    }
}
