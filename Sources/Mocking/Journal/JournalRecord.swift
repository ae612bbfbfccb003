/// What the ring keeps of one request besides its bytes.
struct JournalRecord {
    /// A body up to this size is copied into a block; of a larger one the array itself is kept.
    static let copiedBodyLimit = 1024

    let id: Int
    /// The id of the entry of the same address before this one, which may be gone already; 0: there is none.
    var previous: Int
    let verdict: JournalEntry.Verdict
    let receivedAt: Int64
    let peer: String
    let method: Range<Int>
    let target: Range<Int>
    /// The number of the block, counted from the first one ever.
    var block: Int
    var place: JournalBlock.Place
    /// What is kept of a large body.
    let largeBody: [UInt8]
    let bodyLength: Int
    /// Of the whole body, when only its beginning is kept.
    let bodyHash: UInt64?
    /// Whether its address has dropped it; it then waits to be removed.
    var isForgotten = false

    /// What the entry is counted as.
    var cost: Int {
        Self.cost(head: place.headLength, body: place.bodyLength + largeBody.count, fields: place.fieldCount)
    }

    static func cost(head: Int, body: Int, fields: Int) -> Int {
        MemoryLayout<JournalRecord>.stride + head + body
            + fields * MemoryLayout<IncomingRequest.FieldRange>.stride
    }
}
