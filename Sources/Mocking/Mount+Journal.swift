import Messages
import Scenarios

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
