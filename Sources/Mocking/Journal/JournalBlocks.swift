import Messages
import Scenarios

/// The blocks of a journal, oldest first; entries are added to the last one and released from the first.
struct JournalBlocks {
    let capacity: Int

    /// The full ones.
    private var full: [JournalBlock] = []
    /// The one that is being filled.
    private var current: JournalBlock
    /// A block that is not needed, whose memory is.
    private var spare: JournalBlock?
    /// The number of the first one of `full`, counted from the first one ever.
    private var firstNumber = 0

    init(capacity: Int) {
        self.capacity = capacity
        current = JournalBlock(capacity: 0)
    }

    subscript(number: Int) -> JournalBlock {
        number - firstNumber < full.count ? full[number - firstNumber] : current
    }

    /// Takes the bytes of a request and says in which block they are, and where.
    mutating func append(_ request: Request, body: [UInt8]) -> (block: Int, place: JournalBlock.Place) {
        let count = request.head.count + body.count
        if !current.hasRoom(for: count) { beginNext(atLeast: count) }
        return (firstNumber + full.count, current.append(request, body: body))
    }

    /// An entry of that block is gone; blocks that nobody needs are given up, oldest first.
    mutating func release(_ number: Int) {
        guard number - firstNumber < full.count else {
            current.entryCount -= 1
            return
        }
        full[number - firstNumber].entryCount -= 1
        while let first = full.first, first.entryCount == 0 {
            if first.bytes.capacity <= 2 * capacity { spare = first }
            full.removeFirst()
            firstNumber += 1
        }
    }

    /// The record with its bytes moved here from other blocks.
    mutating func move(_ record: JournalRecord, from old: JournalBlocks) -> JournalRecord {
        let source = old[record.block]
        let request = Request(
            head: source.head(at: record.place),
            method: record.method,
            target: record.target,
            fields: source.fields(at: record.place),
            body: [],
            receivedAt: record.receivedAt
        )
        let (block, place) = append(request, body: source.body(at: record.place))
        var moved = record
        (moved.block, moved.place) = (block, place)
        return moved
    }

    private mutating func beginNext(atLeast count: Int) {
        if current.entryCount > 0 { full.append(current) }
        if count <= capacity, var block = spare.take() {
            block.clear()
            current = block
        } else {
            current = JournalBlock(capacity: max(capacity, count))
        }
    }
}

/// The heads and small bodies of many requests, one after the other.
///
/// Kept each in a block of its own, thousands of requests would be cold memory by the time they are freed, and every
/// request would pay for that. Filled from front to back and given up as a whole, memory costs next to nothing.
struct JournalBlock {
    private(set) var bytes: [UInt8] = []
    private(set) var fields: [FieldRange] = []
    /// How many entries still need it.
    var entryCount = 0

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Whether so many bytes can be added without moving the others.
    func hasRoom(for count: Int) -> Bool {
        bytes.capacity - bytes.count >= count
    }

    mutating func append(_ request: Request, body: [UInt8]) -> Place {
        let place = Place(
            bytes: bytes.count,
            headLength: request.head.count,
            bodyLength: body.count,
            fields: fields.count,
            fieldCount: request.fields.count
        )
        bytes.append(contentsOf: request.head)
        if !body.isEmpty { bytes.append(contentsOf: body) }
        fields.append(contentsOf: request.fields)
        entryCount += 1
        return place
    }

    /// Empty again, with its memory.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        entryCount = 0
    }

    /// Where in a block a request stands.
    struct Place {
        let bytes: Int
        let headLength: Int
        let bodyLength: Int
        let fields: Int
        let fieldCount: Int
    }

    func head(at place: Place) -> [UInt8] {
        Array(bytes[place.bytes..<place.bytes + place.headLength])
    }

    func body(at place: Place) -> [UInt8] {
        let start = place.bytes + place.headLength
        return Array(bytes[start..<start + place.bodyLength])
    }

    func fields(at place: Place) -> [FieldRange] {
        Array(fields[place.fields..<place.fields + place.fieldCount])
    }
}
