import Messages
import Scenarios

/// The requests of an engine, oldest first, bounded in entries and in bytes.
///
/// One for all addresses, so that the limits hold for the whole server; each address sees its own entries. They are a
/// chain, of which the address keeps the end: the id of its newest entry, or 0.
final class Journal {
    let isOn: Bool
    private var ring: JournalRing

    init(_ configuration: EngineConfiguration) {
        ring = JournalRing(entryLimit: configuration.journalEntries, byteLimit: configuration.journalBytes)
        isOn = configuration.journalEntries > 0 && configuration.journalBytes > 0
    }

    var count: Int { ring.count }

    /// What the entries keep in memory, about.
    var bytes: Int { ring.bytes }

    /// Adds an entry to the chain that ends with `last`, and returns its new end.
    func append(_ request: Request, _ verdict: JournalEntry.Verdict, after last: Int) -> Int {
        isOn ? ring.append(request, verdict, after: last) : last
    }

    /// Changes the status of an entry that is still there.
    func settle(_ id: Int, status: Int) {
        ring.settle(id, status: status)
    }

    /// The entries of one chain from the newest to the oldest, until `body` says false.
    func forEach(endingWith last: Int, _ body: (JournalRecord) -> Bool) {
        ring.forEach(endingWith: last, body)
    }

    /// The entries of all chains from the newest to the oldest, until `body` says false.
    func forEach(_ body: (JournalRecord) -> Bool) {
        ring.forEach(body)
    }

    /// Counts interactions that are served no more as long as entries refer to them.
    func retire(_ interactions: some Sequence<CompiledInteraction>) {
        guard isOn, ring.count > 0 else { return }
        let sources = interactions.map(\.source)
        if !sources.isEmpty { ring.retire(sources) }
    }

    /// The request of a record, with its bytes.
    func entry(_ record: JournalRecord) -> JournalEntry {
        ring.entry(record)
    }

    /// Drops those entries of one chain that `isUnwanted`, and returns its new end.
    func remove(endingWith last: Int, where isUnwanted: (JournalRecord) -> Bool) -> Int {
        ring.forget(endingWith: last, where: isUnwanted)
    }
}

extension Mount {
    package var isJournalOn: Bool { journalStore.isOn }

    /// The requests that came to this address, or to all of them, newest first.
    package func journal(_ query: JournalQuery = JournalQuery(), ofAllAddresses isWhole: Bool = false) -> JournalPage {
        var page = JournalPage(entries: [], total: 0)
        forEach(query, ofAllAddresses: isWhole) { record in
            if page.total >= query.offset, page.entries.count < query.limit ?? .max {
                page.entries.append(journalStore.entry(record))
            }
            page.total += 1
        }
        return page
    }

    package func journalEntry(id: Int) -> JournalEntry? {
        var found: JournalEntry?
        journalStore.forEach(endingWith: lastEntry) { record in
            if record.id == id { found = journalStore.entry(record) }
            return record.id > id
        }
        return found
    }

    /// Drops the requests with these numbers.
    package func removeFromJournal(_ ids: Set<Int>) {
        removeFromJournal { ids.contains($0.id) }
    }

    /// Drops the requests that the journal has of this address.
    package func clearJournal() {
        removeFromJournal { _ in true }
    }

    /// What tells an address from what follows it in targets.
    package var place: RequestPlace { RequestPlace(isPrefixed: !prefix.isEmpty) }

    func target(of request: Request) -> RequestTarget {
        place.target(of: request)
    }

    private func forEach(
        _ query: JournalQuery,
        ofAllAddresses isWhole: Bool = false,
        _ body: (JournalRecord) -> Void
    ) {
        var filter = JournalFilter(query, in: self)
        let visit = { (record: JournalRecord) in
            if filter.lets(record) { body(record) }
            return true
        }
        if isWhole { journalStore.forEach(visit) } else { journalStore.forEach(endingWith: lastEntry, visit) }
    }
}
