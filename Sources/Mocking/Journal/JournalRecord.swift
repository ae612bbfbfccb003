/// What the ring keeps of one request besides its bytes.
struct JournalRecord {
    /// A body up to this size is copied into a block; of a larger one the array itself is kept.
    static let copiedBodyLimit = 1024

    let id: Int
    let space: Int
    let verdict: JournalEntry.Verdict
    let receivedAt: Int64
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

    /// What the entry is counted as.
    var cost: Int {
        Self.cost(head: place.headLength, body: place.bodyLength + largeBody.count, fields: place.fieldCount)
    }

    static func cost(head: Int, body: Int, fields: Int) -> Int {
        MemoryLayout<JournalRecord>.stride + head + body
            + fields * MemoryLayout<IncomingRequest.FieldRange>.stride
    }
}
