import Messages

/// The blocks of a journal, oldest first; entries are added to the last block and released from the first.
struct JournalBlocks {
    let capacity: Int

    /// The full blocks.
    private var full: [JournalBlock] = []
    /// The block that is being filled.
    private var current: JournalBlock
    /// A released block, whose memory the next block uses.
    private var spare: JournalBlock?
    /// The number of the first block of `full`, counted from the first one ever.
    private var firstNumber = 0

    init(capacity: Int) {
        self.capacity = capacity
        current = JournalBlock(capacity: 0)
    }

    subscript(number: Int) -> JournalBlock {
        number - firstNumber < full.count ? full[number - firstNumber] : current
    }

    /// Copies the bytes of a request, and returns the number of their block and their place.
    mutating func append(_ request: Request, body: [UInt8]) -> (block: Int, place: JournalBlock.Place) {
        let count = request.head.count + body.count
        if !current.hasRoom(for: count) { beginNext(atLeast: count) }
        return (firstNumber + full.count, current.append(request, body: body))
    }

    /// Removes an entry from a block; blocks without entries are released, oldest first.
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

    /// Returns the record after moving its bytes here from other blocks.
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
/// With a block for each request, thousands of them would be cold memory by the time they are freed, and every request
/// would pay for that. Filling blocks in order and releasing them as a whole costs next to nothing.
struct JournalBlock {
    private(set) var bytes: [UInt8] = []
    private(set) var fields: [FieldRange] = []
    /// The number of entries in the block.
    var entryCount = 0

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Whether the bytes can be added without reallocation.
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

    /// Removes everything but keeps the memory.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        entryCount = 0
    }

    /// The place of a request in a block.
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
