import Messages
import Scenarios

/// What the ring keeps of one request besides its bytes.
struct JournalRecord {
    /// A body up to this size is copied into a block; of a larger one the array itself is kept.
    static let copiedBodyLimit = 1024

    let id: Int
    /// The id of the entry of the same address before this one, which may be gone already; 0: there is none.
    var previous: Int
    private(set) var verdict: JournalEntry.Verdict
    let receivedAt: Int64
    let peer: String
    let method: Range<Int>
    let target: Range<Int>
    /// The number of the block, counted from the first one ever.
    var block: Int
    var place: JournalBlock.Place
    /// What is kept of a large body.
    private(set) var largeBody: [UInt8]
    let bodyLength: Int
    /// Of the whole body, when only its beginning is kept.
    let bodyHash: UInt64?
    /// Whether its address has dropped it; it then waits to be removed.
    var isForgotten = false

    /// What the entry is counted as.
    var cost: Int {
        Self.cost(
            head: place.headLength,
            body: place.bodyLength + largeBody.count,
            fields: place.fieldCount,
            verdict
        )
    }

    static func cost(head: Int, body: Int, fields: Int, _ verdict: JournalEntry.Verdict) -> Int {
        let source = verdict.source?.isForOneRequest == true ? InteractionSource.costForOneRequest : 0
        return MemoryLayout<JournalRecord>.stride + head + body + source
            + fields * MemoryLayout<FieldRange>.stride
    }

    /// Takes the status of an answer that was made later.
    mutating func settle(status: Int) {
        verdict.status = status
    }

    /// Gives up what it refers to; its place in the ring is not in use from now on.
    mutating func release() {
        verdict.source = nil
        largeBody = []
    }
}
