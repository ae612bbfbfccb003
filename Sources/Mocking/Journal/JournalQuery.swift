/// Which entries of a journal are wanted.
package struct JournalQuery: Sendable {
    /// The most entries; nil: all.
    package var limit: Int?
    /// How many of the newest to pass over.
    package var offset = 0
    /// In milliseconds since 1970, included.
    package var since: Int64?
    package var unmatchedOnly = false

    package init() {}

    func lets(_ record: JournalRecord) -> Bool {
        guard record.receivedAt >= since ?? .min else { return false }
        return !(unmatchedOnly && record.verdict.interaction != nil)
    }
}

/// Entries, newest first, and how many there are in all that the query's filters let through.
package struct JournalPage {
    package var entries: [JournalEntry]
    package var total: Int
}
