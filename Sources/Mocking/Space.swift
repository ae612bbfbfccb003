package import Scenarios

/// What is served under one address: its interactions, their state, and its part of the journal.
package final class Space {
    /// One machine of the state of a space.
    package struct Machine: Sendable, Hashable {
        package var name: String
        package var state: String
        /// Every state that an interaction mentions, `Started` first.
        package var states: [String]
    }

    /// One interaction and how often it has answered.
    package struct Usage: Sendable {
        package var interaction: Interaction
        package var served: Int
    }

    package let address: Address

    init(address: Address) { self.address = address }

    /// The interactions in rank order.
    package var interactions: [Usage] { [] }
    package var machines: [Machine] { [] }
    /// False when the machine or the state is unknown.
    package func setState(of machine: String, to state: String) -> Bool { false }
    /// Puts all machines to `Started` and all sequences to their first response.
    package func resetState() {}
    package var isJournalOn: Bool { true }
    package func journal(_ query: JournalQuery) -> JournalPage { JournalPage(entries: [], total: 0) }
    package func journalEntry(id: Int) -> JournalEntry? { nil }
    package func clearJournal() {}
}
