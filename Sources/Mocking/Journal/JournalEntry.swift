package import Messages
package import Scenarios

/// One request and what became of it.
package struct JournalEntry: Sendable {
    /// What became of a request.
    struct Verdict: Sendable {
        /// What answered; nil: nothing did.
        var source: InteractionSource?
        /// Which of its responses.
        var response: Int32 = 0
        var status: Int
        var delayMilliseconds = 0

        static var unmatched: Verdict { Verdict(source: nil, status: 404) }
    }

    /// Counts from 1 over all addresses of an engine.
    package let id: Int
    package let request: Request
    /// The bytes of the body as it came; `request.body` may be a prefix of it.
    package let bodyLength: Int
    /// FNV-1a (64 bits) of the whole body, when `request.body` is a prefix.
    package let bodyHash: UInt64?
    /// 404 for an unmatched request, 0 for `raw` bytes.
    package var status: Int { verdict.status }
    package var delayMilliseconds: Int { verdict.delayMilliseconds }
    /// What answered; nil: nothing did.
    package var interaction: Interaction? { verdict.source?.definition }
    /// Which of the interaction's responses.
    package var responseNumber: Int { Int(verdict.response) }
    package var wasMatched: Bool { verdict.source != nil }
    package var receivedAt: Int64 { request.receivedAt }

    private let verdict: Verdict

    init(_ record: JournalRecord, _ request: Request) {
        id = record.id
        verdict = record.verdict
        bodyLength = record.bodyLength
        bodyHash = record.bodyHash
        self.request = request
    }
}

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

/// The name of a journal's entry for WireMock's clients, which want a UUID: made of its number, and read back to it.
///
/// Version 8 (RFC 9562 §5.8), so that nothing has to be drawn or kept while a request is answered.
package enum JournalID {
    private static let prefix = "68797065-726d-8000-8000-"

    /// The UUID of an entry's number.
    package static func text(of number: Int) -> String {
        let digits = String(number, radix: 16)
        return prefix + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    /// The number that a UUID stands for, whatever its case; nil when no entry has that UUID.
    package static func number(of text: String) -> Int? {
        let text = text.lowercased()
        guard text.utf8.count == prefix.utf8.count + 12, text.hasPrefix(prefix) else { return nil }
        return Int(text.dropFirst(prefix.count), radix: 16).flatMap { $0 > 0 ? $0 : nil }
    }
}
