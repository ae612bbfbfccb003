import HAL
import HTTPTypes
import Matching
import Messages
import Scenarios

/// The wait before a request that repeats one whose response asked the client to wait.
package struct RetryRecord: Sendable, Hashable {
    /// How long the client should have waited, in milliseconds.
    package let advisedMilliseconds: Int64
    /// The time between the response and the repeated request by the clock of the address, in milliseconds.
    package let waitedMilliseconds: Int64
    /// Whether the client has waited long enough.
    package var isObeyed: Bool { waitedMilliseconds >= advisedMilliseconds }
}

extension Mount {
    /// Adds to entries of this address, newest first, how long their clients have waited.
    ///
    /// A request repeats an earlier one if both have the same method, target, client address and `Authorization`.
    func addRetries(to entries: inout [JournalEntry]) {
        let places = Dictionary(entries.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
        guard let oldest = entries.last?.id else { return }
        // The place of the request that repeats the next one of the same kind.
        var pending: [RequestIdentity: Int] = [:]
        journalStore.forEach(endingWith: lastEntry) { record in
            let entry = journalStore.entry(record)
            let identity = RequestIdentity(entry.request)
            if let place = pending.removeValue(forKey: identity), let advised = entry.advisedMilliseconds {
                let waited = entries[place].time - entry.time - Int64(entry.delayMilliseconds)
                entries[place].retry = RetryRecord(advisedMilliseconds: advised, waitedMilliseconds: max(0, waited))
            }
            if let place = places[record.id] { pending[identity] = place }
            return record.id > oldest || !pending.isEmpty
        }
    }
}

/// The parts of a request that a repetition has in common with it.
private struct RequestIdentity: Hashable {
    private static let authorization = Array("authorization".utf8)

    private let line: [UInt8]
    private let client: String
    private let credentials: [UInt8]

    init(_ request: Request) {
        line = Array(request.head[request.method]) + [UInt8(ascii: " ")] + request.head[request.target]
        client = request.peer
        credentials =
            request.fields.first { request.head.isName(Self.authorization, at: $0.name) }
            .map { Array(request.head[$0.value]) } ?? []
    }
}

extension JournalEntry {
    /// The time of the request by the clock of the address, in milliseconds since 1970.
    fileprivate var time: Int64 { note?.time ?? receivedAt }

    /// How long the response has asked the client to wait, in milliseconds; nil: it has not.
    fileprivate var advisedMilliseconds: Int64? {
        let advised = note?.advisedMilliseconds ?? definedAdvice
        return advised.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The advice of the response as its file defines it.
    private var definedAdvice: Int64? {
        guard let response = definition else { return nil }
        let sent = time + Int64(delayMilliseconds)
        switch response.retryAfter {
        case .seconds(let seconds): return Int64(seconds) * 1000
        case .date(let ahead): return (sent / 1000 + Int64(ahead)) * 1000 - sent
        case nil: break
        }
        guard let text = response.fields.first(where: { $0.name == .retryAfter })?.value else { return nil }
        if let seconds = UInt32(text.trimmingSpaces) { return Int64(seconds) * 1000 }
        return HTTPDate(text).map { Int64($0.secondsSinceEpoch) * 1000 - sent }
    }
}
