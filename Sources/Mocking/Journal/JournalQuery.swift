import HAL
package import Matching
package import Scenarios

/// A filter of journal entries.
package struct JournalQuery: Sendable {
    /// The maximum number of entries; nil: unlimited.
    package var limit: Int?
    /// The number of newest entries to skip.
    package var offset = 0
    /// The earliest time, in milliseconds since 1970.
    package var since: Int64?
    package var unmatchedOnly = false
    /// The identifier of the interaction that responded.
    package var answeredBy: String?
    /// The metadata of the interaction that responded.
    package var metadata: Matcher?
    /// The pattern that the requests match.
    package var pattern: RequestPattern?
    /// Whether entries of one address say how long their clients have waited.
    package var hasRetries = false

    package init() {}

    /// A query for requests that match a pattern.
    package init(matching pattern: RequestPattern) {
        self.pattern = pattern
    }
}

/// Entries, newest first, and the number of all entries that pass the query's filters.
package struct JournalPage: Sendable {
    package var entries: [JournalEntry]
    package var total: Int
}

/// The requests of one address at one moment, newest first, for another thread.
package struct JournalSnapshot: Sendable {
    package let isJournalOn: Bool
    /// Separates the address from the rest in the targets.
    package let place: RequestPlace
    private let page: JournalPage
    /// The pattern that the requests match, evaluated by `entries()`.
    private let pattern: PatternTest?

    init(_ query: JournalQuery, of mount: Mount, andAllOthers isWhole: Bool) {
        var query = query
        pattern = query.pattern.map(PatternTest.init)
        query.pattern = nil
        isJournalOn = mount.isJournalOn
        place = mount.place
        page = mount.journal(query, ofAllAddresses: isWhole)
    }

    /// The entries that pass the query, with their total number.
    package func entries() -> JournalPage {
        guard let pattern else { return page }
        let entries = page.entries.filter { pattern.holds(for: $0.request, place.target(of: $0.request)) }
        return JournalPage(entries: entries, total: entries.count)
    }
}

extension Mount {
    /// The current requests that pass a query; a query with a pattern has neither limit nor offset.
    package func snapshot(_ query: JournalQuery, ofAllAddresses isWhole: Bool = false) -> JournalSnapshot {
        JournalSnapshot(query, of: self, andAllOthers: isWhole)
    }
}

/// Decides which entries of a mount pass a query; expensive conditions are evaluated once per interaction.
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

    mutating func includes(_ record: JournalRecord) -> Bool {
        guard record.receivedAt >= query.since ?? .min else { return false }
        if query.unmatchedOnly, record.served.source != nil { return false }
        if query.answeredBy != nil || query.metadata != nil {
            guard let source = record.served.source, isWanted(source) else { return false }
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
    /// Whether the matcher accepts the metadata, which may be absent.
    package func hasMetadata(_ matcher: Matcher) -> Bool {
        matcher.matches(metadata?.serialized(), json: metadata)
    }
}
