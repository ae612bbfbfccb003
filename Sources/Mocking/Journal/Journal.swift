import Matching
import Messages

/// The requests of an engine, oldest first, limited by number and by bytes.
///
/// One for all addresses, so that the limits hold for the whole server; each address has its own entries. They form a
/// chain, and the address keeps its end: the id of its newest entry, or 0.
final class Journal {
    let isOn: Bool
    private var ring: JournalRing
    /// The ids of removed entries; nil if nobody asks for them.
    private var removed: [Int]?
    /// The number of removals on request.
    private(set) var removals = 0
    private var notes = JournalNotes()
    private let configuration: EngineConfiguration

    init(_ configuration: EngineConfiguration) {
        ring = JournalRing(entryLimit: configuration.journalEntries, byteLimit: configuration.journalBytes)
        self.configuration = configuration
        removed = configuration.isShared ? [] : nil
        isOn = configuration.isJournalOn
    }

    var count: Int { ring.count }

    /// The number of entries that were removed for newer ones.
    var evicted: Int { ring.evicted }
    var newestID: Int { ring.lastID }
    var oldestID: Int { ring.firstID }

    /// The id that the next entry gets; nil if there will be none, or if other servers add entries too.
    var nextID: Int? { isOn && !configuration.isShared ? ring.lastID + 1 : nil }

    /// The approximate size of the entries in memory, in bytes.
    var bytes: Int { ring.bytes }

    /// Adds an entry to the chain that ends with `last`, and returns its new end.
    func append(_ request: Request, _ served: JournalEntry.ServedResponse, after last: Int) -> Int {
        isOn ? ring.append(request, served, after: last) : last
    }

    /// Changes the status of an entry that is still in the journal.
    func settle(_ id: Int, status: Int) {
        ring.settle(id, status: status)
    }

    /// Adds a note to an entry.
    func note(_ id: Int, _ note: JournalNote) {
        notes.add(note, to: id, oldestID: ring.firstID)
    }

    /// The note of an entry; nil if it has none.
    func note(of id: Int) -> JournalNote? { notes[id] }

    /// Visits the entries of one chain, the newest first, until `body` returns false.
    func forEach(endingWith last: Int, _ body: (JournalRecord) -> Bool) {
        ring.forEach(endingWith: last, body)
    }

    /// Visits the entries of all chains, the newest first, until `body` returns false.
    func forEach(_ body: (JournalRecord) -> Bool) {
        ring.forEach(body)
    }

    /// Counts the memory of interactions that are no longer served as long as entries refer to them.
    func retire(_ interactions: some Sequence<CompiledInteraction>) {
        guard isOn, ring.count > 0 else { return }
        let sources = interactions.map(\.source)
        if !sources.isEmpty { ring.retire(sources) }
    }

    /// The entry of a record, with the bytes of its request.
    func entry(_ record: JournalRecord) -> JournalEntry {
        var entry = ring.entry(record)
        entry.note = notes[record.id]
        return entry
    }

    /// Removes the entries of one chain that `isUnwanted`, and returns its new end.
    func remove(endingWith last: Int, where isUnwanted: (JournalRecord) -> Bool) -> Int {
        if last > 0 { removals += 1 }
        guard removed != nil else { return ring.forget(endingWith: last, where: isUnwanted) }
        return ring.forget(endingWith: last) { record in
            let isRemoved = isUnwanted(record)
            if isRemoved { removed?.append(record.id) }
            return isRemoved
        }
    }

    // MARK: Entries of several engines

    /// The id of the newest entry.
    var lastID: Int { ring.lastID }

    /// Adds an entry with an id that is greater than those before; see `append(_:_:after:)`.
    func append(
        _ received: JournaledRequest,
        id: Int,
        _ served: JournalEntry.ServedResponse,
        after last: Int
    ) -> Int {
        isOn ? ring.append(received, id: id, served, after: last) : last
    }

    /// Returns the ids of the entries that were removed since the last call.
    func takeRemoved() -> [Int] {
        defer { removed = removed.map { _ in [] } }
        return removed ?? []
    }

    /// Forgets all entries; ids begin at 1 again.
    func restart() {
        ring = JournalRing(entryLimit: configuration.journalEntries, byteLimit: configuration.journalBytes)
        notes = JournalNotes()
        removed = removed.map { _ in [] }
    }
}

extension Mount {
    package var isJournalOn: Bool { journalStore.isOn }

    /// The requests to this address, or to all addresses, newest first.
    package func journal(_ query: JournalQuery = JournalQuery(), ofAllAddresses isWhole: Bool = false) -> JournalPage {
        var page = JournalPage(entries: [], total: 0)
        forEach(query, ofAllAddresses: isWhole) { record in
            if page.total >= query.offset, page.entries.count < query.limit ?? .max {
                page.entries.append(journalStore.entry(record))
            }
            page.total += 1
        }
        if query.hasRetries, !isWhole { addRetries(to: &page.entries) }
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

    /// Removes the requests with these ids from the journal.
    package func removeFromJournal(_ ids: Set<Int>) {
        removeFromJournal { ids.contains($0.id) }
    }

    /// Removes all requests to this address from the journal.
    package func clearJournal() {
        removeFromJournal { _ in true }
    }

    /// Separates this address from the rest in the targets of requests.
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
            if filter.includes(record) { body(record) }
            return true
        }
        if isWhole { journalStore.forEach(visit) } else { journalStore.forEach(endingWith: lastEntry, visit) }
    }
}
