package import Scenarios

/// One request and what became of it; refers to the request's bytes and copies none.
package struct JournalEntry {
    /// What became of a request.
    struct Verdict {
        /// Nil: nothing answered.
        var interaction: CompiledInteraction?
        var status: Int
        var delayMilliseconds = 0

        static var unmatched: Verdict { Verdict(interaction: nil, status: 404) }
    }

    /// Counts from 1 over all addresses of an engine.
    package let id: Int
    package let request: IncomingRequest
    /// The bytes of the body as it came; `request.body` may be a prefix of it.
    package let bodyLength: Int
    /// FNV-1a (64 bits) of the whole body, when `request.body` is a prefix.
    package let bodyHash: UInt64?
    /// 404 for an unmatched request, 0 for `raw` bytes.
    package var status: Int { verdict.status }
    package var delayMilliseconds: Int { verdict.delayMilliseconds }
    /// What answered; nil: nothing did.
    package var interaction: Interaction? { verdict.interaction?.definition }
    package var wasMatched: Bool { verdict.interaction != nil }
    package var receivedAt: Int64 { request.receivedAt }

    let verdict: Verdict
    /// The number of the address.
    let space: Int

    init(_ id: Int, _ request: IncomingRequest, _ verdict: Verdict, space: Int, bodyLimit: Int) {
        self.id = id
        self.verdict = verdict
        self.space = space
        bodyLength = request.body.count
        guard request.body.count > bodyLimit else {
            self.request = request
            bodyHash = nil
            return
        }
        var cut = request
        cut.body = Array(request.body.prefix(bodyLimit))
        self.request = cut
        bodyHash = ByteHash(request.body).value
    }

    /// Holds nothing; fills places that are not in use.
    static var blank: JournalEntry {
        let request = IncomingRequest(
            head: [],
            method: 0..<0,
            target: 0..<0,
            fields: [],
            body: [],
            receivedAt: 0
        )
        return JournalEntry(0, request, .unmatched, space: -1, bodyLimit: 0)
    }
}
