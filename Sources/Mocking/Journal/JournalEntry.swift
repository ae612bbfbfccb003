package import Scenarios

/// One request and what became of it. Refers to the request's bytes; copies none.
package struct JournalEntry {
    /// Counts from 1 over all addresses of an engine.
    package let id: Int
    package let request: IncomingRequest
    /// The bytes of the body as it came; `request.body` may be a prefix of it.
    package let bodyLength: Int
    /// FNV-1a (64 bits) of the whole body, when `request.body` is a prefix.
    package let bodyHash: UInt64?
    /// 404 for an unmatched request, 0 for `raw` bytes.
    package let status: Int
    package let delayMilliseconds: Int
    /// What answered; nil: nothing did.
    package var interaction: Interaction? { compiled?.definition }
    package var wasMatched: Bool { compiled != nil }
    package var receivedAt: Int64 { request.receivedAt }

    let compiled: CompiledInteraction?
    let space: Int
}
