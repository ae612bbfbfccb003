import HAL
package import Scenarios

/// Which entries of a journal are wanted.
package struct JournalQuery: Sendable {
    /// The most entries; nil: all.
    package var limit: Int?
    /// How many of the newest to pass over.
    package var offset = 0
    /// In milliseconds since 1970, included.
    package var since: Int64?
    package var unmatchedOnly = false
    /// The identifier of the interaction that must have answered.
    package var answeredBy: String?
    /// The metadata of that interaction.
    package var metadata: Matcher?
    /// What the requests must look like.
    package var pattern: RequestPattern?

    package init() {}

    /// A query for requests that look like that.
    package init(matching pattern: RequestPattern) {
        self.pattern = pattern
    }
}

/// Entries, newest first, and how many there are in all that the query's filters let through.
package struct JournalPage: Sendable {
    package var entries: [JournalEntry]
    package var total: Int
}

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

/// Decides which entries of a mount a query lets through; what is expensive is found out once for each interaction.
struct JournalFilter {
    private let query: JournalQuery
    private let mount: Mount
    private let pattern: PatternTest?
    private var verdicts: [ObjectIdentifier: Bool] = [:]

    init(_ query: JournalQuery, in mount: Mount) {
        self.query = query
        self.mount = mount
        pattern = query.pattern.map(PatternTest.init)
    }

    mutating func lets(_ record: JournalRecord) -> Bool {
        guard record.receivedAt >= query.since ?? .min else { return false }
        if query.unmatchedOnly, record.verdict.source != nil { return false }
        if query.answeredBy != nil || query.metadata != nil {
            guard let source = record.verdict.source, isWanted(source) else { return false }
        }
        guard let pattern else { return true }
        let request = mount.journalStore.entry(record).request
        return pattern.holds(for: request, mount.target(of: request))
    }

    private mutating func isWanted(_ source: InteractionSource) -> Bool {
        if let known = verdicts[ObjectIdentifier(source)] { return known }
        let definition = source.definition
        let isWanted =
            (query.answeredBy.map { $0 == definition.identifier } ?? true)
            && (query.metadata.map { definition.hasMetadata($0) } ?? true)
        verdicts[ObjectIdentifier(source)] = isWanted
        return isWanted
    }
}

extension Interaction {
    /// Whether the metadata, none being absent, are as the matcher says.
    package func hasMetadata(_ matcher: Matcher) -> Bool {
        matcher.matches(metadata?.serialized(), json: metadata)
    }
}
