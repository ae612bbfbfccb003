extension Space {
    package var isJournalOn: Bool { journalStore.isOn }

    /// The requests that came to this address, newest first.
    package func journal(_ query: JournalQuery = JournalQuery()) -> JournalPage {
        var page = JournalPage(entries: [], total: 0)
        forEach(query) { record in
            if page.total >= query.offset, page.entries.count < query.limit ?? .max {
                page.entries.append(journalStore.entry(record))
            }
            page.total += 1
        }
        return page
    }

    /// How many requests a query lets through.
    package func journalCount(_ query: JournalQuery) -> Int {
        var count = 0
        forEach(query) { _ in count += 1 }
        return count
    }

    package func journalEntry(id: Int) -> JournalEntry? {
        var found: JournalEntry?
        journalStore.forEach(endingWith: lastEntry) { record in
            if record.id == id { found = journalStore.entry(record) }
            return record.id > id
        }
        return found
    }

    /// Drops the requests that a query lets through, and returns them, newest first.
    package func removeFromJournal(_ query: JournalQuery) -> [JournalEntry] {
        let entries = journal(query).entries
        removeFromJournal(Set(entries.map(\.id)))
        return entries
    }

    /// Drops the requests with these numbers.
    package func removeFromJournal(_ ids: Set<Int>) {
        removeFromJournal { ids.contains($0.id) }
    }

    /// Drops the requests that the journal has of this address.
    package func clearJournal() {
        removeFromJournal { _ in true }
    }

    /// The path and query of a request to this address, below it.
    package func url(of request: IncomingRequest) -> String {
        String(decoding: request.head[localRange(of: request)], as: UTF8.self)
    }

    func target(of request: IncomingRequest) -> RequestTarget {
        RequestTarget(request.head, localRange(of: request))
    }

    private func localRange(of request: IncomingRequest) -> Range<Int> {
        let range = OriginForm.range(of: request.target, in: request.head)
        guard !prefix.isEmpty, !range.isEmpty else { return range }
        let ends = [UInt8(ascii: "/"), UInt8(ascii: "?")]
        let end = request.head[(range.lowerBound + 1)..<range.upperBound].firstIndex { ends.contains($0) }
        return (end ?? range.upperBound)..<range.upperBound
    }

    private func forEach(_ query: JournalQuery, _ body: (JournalRecord) -> Void) {
        var filter = JournalFilter(query, in: self)
        journalStore.forEach(endingWith: lastEntry) { record in
            if filter.lets(record) { body(record) }
            return true
        }
    }
}
