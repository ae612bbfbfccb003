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
