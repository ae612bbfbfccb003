/// What is served under one address: its interactions, their state, and its part of the journal.
package final class Space {
    package let address: Address
    /// The end of its chain in the journal.
    private(set) var lastEntry = 0
    /// The path that the address begins with; empty for the root.
    let prefix: [UInt8]
    let journalStore: Journal
    var state: SpaceState
    /// Which set of scenarios `state` is of.
    private(set) var generation: Int
    /// The place among the sandboxes; -1 for what is none.
    var recency = -1
    /// In milliseconds since 1970.
    var lastUsed: Int64 = 0
    private let publicURL: String?

    init(
        _ address: Address,
        index: InteractionIndex,
        generation: Int,
        journal: Journal,
        publicURL: String?
    ) {
        self.address = address
        self.generation = generation
        self.publicURL = publicURL
        prefix = address.prefixBytes
        journalStore = journal
        state = SpaceState(index, prefix: prefix, publicURL: publicURL)
    }

    /// Takes the interactions of another set; all counts and states begin anew.
    func install(_ index: InteractionIndex, generation: Int) {
        self.generation = generation
        state = SpaceState(index, prefix: prefix, publicURL: publicURL)
    }

    /// Selects, advances and journals in one step.
    func respond(to request: IncomingRequest, _ target: RequestTarget, _ dice: DelayDice) -> Reply {
        guard let reply = state.reply(to: request, target, dice) else {
            record(request, .unmatched)
            return .unmatched(DiagnosisBuilder(self, request, target).build())
        }
        let verdict = JournalEntry.Verdict(
            interaction: reply.compiled,
            status: reply.response.status,
            delayMilliseconds: reply.delayMilliseconds
        )
        record(request, verdict)
        return .mock(reply)
    }

    /// Puts a request that came to this address into the journal.
    func record(_ request: IncomingRequest, _ verdict: JournalEntry.Verdict) {
        lastEntry = journalStore.append(request, verdict, after: lastEntry)
    }

    /// Drops the requests that the journal has of this address.
    package func clearJournal() {
        journalStore.removeAll(endingWith: lastEntry)
        lastEntry = 0
    }
}
