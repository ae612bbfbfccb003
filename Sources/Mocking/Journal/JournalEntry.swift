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
