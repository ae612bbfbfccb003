/// The requests of one address at one moment, newest first, for whoever looks at them on another thread.
package struct JournalSnapshot: Sendable {
    package let isJournalOn: Bool
    /// The address that the requests came to.
    package let place: RequestPlace
    private let page: JournalPage
    /// What the requests must look like; it is tried where they are looked at.
    private let pattern: PatternTest?

    init(_ query: JournalQuery, of mount: Mount, andAllOthers isWhole: Bool) {
        var query = query
        pattern = query.pattern.map(PatternTest.init)
        query.pattern = nil
        isJournalOn = mount.isJournalOn
        place = mount.place
        page = mount.journal(query, ofAllAddresses: isWhole)
    }

    /// The entries that the query lets through, and how many there are of them in all.
    package func entries() -> JournalPage {
        guard let pattern else { return page }
        let entries = page.entries.filter { pattern.holds(for: $0.request, place.target(of: $0.request)) }
        return JournalPage(entries: entries, total: entries.count)
    }
}

extension Mount {
    /// The requests that a query lets through, as they are now; a query for a pattern has no limit and no offset.
    package func snapshot(_ query: JournalQuery, ofAllAddresses isWhole: Bool = false) -> JournalSnapshot {
        JournalSnapshot(query, of: self, andAllOthers: isWhole)
    }
}
