import Matching
import Messages

/// A ring of records that drops the oldest when a limit is reached.
struct JournalRing {
    /// The fraction of the bytes that a body may use; of a larger one the beginning is kept.
    private static let bodyShare = 16

    private let entryLimit: Int
    private let byteLimit: Int
    private var blocks: JournalBlocks
    /// Grows to `entryLimit`; an unused slot contains a released record.
    private var records: [JournalRecord] = []
    private var start = 0
    private(set) var count = 0
    /// The size of the entries, in bytes.
    private var entryBytes = 0
    /// The part of `entryBytes` that belongs to removed entries.
    private var forgottenBytes = 0
    /// The interactions that only entries refer to.
    private var retired = RetiredSources()
    /// The number of entries that were removed for newer ones, without those that an address had removed.
    private(set) var evicted = 0
    /// The id of the newest entry ever; 0 before the first.
    private(set) var lastID = 0

    init(entryLimit: Int, byteLimit: Int) {
        self.entryLimit = max(1, entryLimit)
        self.byteLimit = max(0, byteLimit)
        blocks = JournalBlocks(capacity: min(64 << 10, max(1 << 10, byteLimit / Self.bodyShare)))
    }

    /// The id of the oldest entry in the ring, or of the next one if there is none.
    var firstID: Int { count > 0 ? records[start].id : lastID + 1 }

    /// The size of the entries and of the interactions that only they refer to, in bytes.
    var bytes: Int { entryBytes + retired.bytes }

    /// Adds an entry to the chain that ends with `last`, and returns its new end.
    ///
    /// An entry that exceeds the limit of the ring is not added.
    mutating func append(_ request: Request, _ served: JournalEntry.ServedResponse, after last: Int) -> Int {
        lastID += 1
        let (kept, hash) = request.body.isEmpty ? ([], nil) : kept(of: request.body)
        return append(request, kept, bodyLength: request.body.count, hash, served, after: last)
    }

    /// Adds an entry with an id that is greater than those before; see `append(_:_:after:)`.
    mutating func append(
        _ received: JournaledRequest,
        id: Int,
        _ served: JournalEntry.ServedResponse,
        after last: Int
    ) -> Int {
        guard id > lastID else { return last }
        lastID = id
        let (request, body) = (received.request, received.request.body)
        return append(request, body, bodyLength: received.bodyLength, received.bodyHash, served, after: last)
    }

    @inline(__always)
    private mutating func append(
        _ request: Request,
        _ kept: [UInt8],
        bodyLength: Int,
        _ hash: UInt64?,
        _ served: JournalEntry.ServedResponse,
        after last: Int
    ) -> Int {
        let cost = JournalRecord.cost(
            head: request.head.count,
            body: kept.count,
            fields: request.fields.count,
            served
        )
        guard cost <= byteLimit else { return last }
        while count > 0, count == entryLimit || bytes + cost > byteLimit { removeOldest() }
        let isCopied = kept.count <= JournalRecord.copiedBodyLimit
        let (block, place) = blocks.append(request, body: isCopied ? kept : [])
        insert(
            JournalRecord(
                id: lastID,
                previous: last,
                served: served,
                receivedAt: request.receivedAt,
                peer: request.peer,
                method: request.method,
                target: request.target,
                block: block,
                place: place,
                largeBody: isCopied ? [] : kept,
                bodyLength: bodyLength,
                bodyHash: hash,
                version: request.version,
                scheme: request.scheme,
                security: request.security
            )
        )
        return lastID
    }

    /// Changes the status of an entry that is still in the ring.
    mutating func settle(_ id: Int, status: Int) {
        guard let place = place(of: id) else { return }
        records[place].settle(status: status)
    }

    /// Visits the entries of one chain, the newest first, until `body` returns false.
    func forEach(endingWith last: Int, _ body: (JournalRecord) -> Bool) {
        var next = place(of: last)
        while let place = next, body(records[place]) { next = self.place(of: records[place].previous) }
    }

    /// Visits the entries of all chains, the newest first, until `body` returns false.
    func forEach(_ body: (JournalRecord) -> Bool) {
        for offset in (0..<count).reversed() {
            let record = records[place(atOffset: offset)]
            guard record.isForgotten || body(record) else { return }
        }
    }

    /// Counts the memory of interactions that only entries refer to from now on.
    mutating func retire(_ sources: [InteractionSource]) {
        guard count > 0 else { return }
        var references: [ObjectIdentifier: Int] = Dictionary(minimumCapacity: sources.count)
        for source in sources { references[ObjectIdentifier(source)] = 0 }
        for offset in 0..<count {
            guard let source = records[place(atOffset: offset)].served.source else { continue }
            references[ObjectIdentifier(source)]? += 1
        }
        for source in sources { retired.add(source, references: references[ObjectIdentifier(source)] ?? 0) }
        while count > 0, bytes > byteLimit { removeOldest() }
    }

    /// Removes the entries of one chain that `isUnwanted`, and returns the chain's new end.
    ///
    /// Their memory is released when they are half of the ring, so that each entry is moved rarely.
    mutating func forget(endingWith last: Int, where isUnwanted: (JournalRecord) -> Bool) -> Int {
        var newLast = 0
        var kept: Int?
        var next = place(of: last)
        while let place = next {
            next = self.place(of: records[place].previous)
            if isUnwanted(records[place]) {
                records[place].isForgotten = true
                forgottenBytes += records[place].cost
                continue
            }
            if let kept { records[kept].previous = records[place].id } else { newLast = records[place].id }
            kept = place
        }
        if let kept { records[kept].previous = 0 }
        if forgottenBytes > 0, forgottenBytes >= entryBytes / 2 { removeForgotten() }
        return newLast
    }

    /// The entry of a record, with its request.
    func entry(_ record: JournalRecord) -> JournalEntry {
        let block = blocks[record.block]
        var request = Request(
            head: block.head(at: record.place),
            method: record.method,
            target: record.target,
            fields: block.fields(at: record.place),
            body: record.largeBody.isEmpty ? block.body(at: record.place) : record.largeBody,
            version: record.version,
            scheme: record.scheme,
            receivedAt: record.receivedAt,
            peer: record.peer
        )
        request.security = record.security
        return JournalEntry(record, request)
    }

    /// The capacity of the large bodies in memory, in bytes, needed or not.
    var keptBodyBytes: Int { records.reduce(0) { $0 + $1.largeBody.capacity } }

    private mutating func removeForgotten() {
        let old = self
        records = []
        blocks = JournalBlocks(capacity: old.blocks.capacity)
        (start, count, entryBytes, forgottenBytes) = (0, 0, 0, 0)
        for offset in 0..<old.count {
            let record = old.records[old.place(atOffset: offset)]
            if record.isForgotten {
                retired.release(record.served.source)
            } else {
                insert(blocks.move(record, from: old.blocks))
            }
        }
    }

    /// The position of an entry in `records`; nil if it is gone.
    ///
    /// Ids ascend, mostly by one.
    private func place(of id: Int) -> Int? {
        guard count > 0, id >= records[start].id else { return nil }
        var range = 0..<min(id - records[start].id + 1, count)
        while let last = range.last {
            let place = place(atOffset: last)
            if records[place].id == id { return place }
            let middle = range.lowerBound + range.count / 2
            range = records[self.place(atOffset: middle)].id > id ? range.lowerBound..<middle : middle..<last
        }
        return nil
    }

    private func place(atOffset offset: Int) -> Int {
        let place = start + offset
        return place < records.count ? place : place - records.count
    }

    /// Returns the body without spare capacity, or the beginning and the hash of a large one.
    private func kept(of body: [UInt8]) -> (bytes: [UInt8], hash: UInt64?) {
        guard body.count > byteLimit / Self.bodyShare else {
            let hasRoom = body.capacity - body.count > max(JournalRecord.copiedBodyLimit, body.count / 8)
            return (hasRoom ? Array(body[...]) : body, nil)
        }
        return (Array(body.prefix(byteLimit / Self.bodyShare)), ByteHash(body).value)
    }

    private mutating func insert(_ record: consuming JournalRecord) {
        entryBytes += record.cost
        if count == records.count {
            straighten()
            records.append(record)
        } else {
            records[place(atOffset: count)] = record
        }
        count += 1
    }

    private mutating func removeOldest() {
        let cost = records[start].cost
        entryBytes -= cost
        if records[start].isForgotten { forgottenBytes -= cost } else { evicted += 1 }
        retired.release(records[start].served.source)
        blocks.release(records[start].block)
        records[start].release()
        start = start + 1 == records.count ? 0 : start + 1
        count -= 1
    }

    /// Moves the oldest record to the front, so that the next one can be appended.
    private mutating func straighten() {
        guard start > 0 else { return }
        records = Array(records[start...] + records[..<start])
        start = 0
    }
}
