/// What is served under one address: its interactions, their state, and its part of the journal.
package final class Space {
    package let address: Address
    /// Sets its entries apart in the journal.
    let number: Int
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
        number: Int,
        index: InteractionIndex,
        generation: Int,
        journal: Journal,
        publicURL: String?
    ) {
        self.address = address
        self.number = number
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
            journalStore.append(request, .unmatched, space: number)
            return .unmatched(DiagnosisBuilder(self, request, target).build())
        }
        let verdict = JournalEntry.Verdict(
            interaction: reply.compiled,
            status: reply.response.status,
            delayMilliseconds: reply.delayMilliseconds
        )
        journalStore.append(request, verdict, space: number)
        return .mock(reply)
    }
}
