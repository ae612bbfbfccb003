/// What is served under one address: its interactions, their state, and its part of the journal.
package final class Space {
    package let address: Address
    /// Sets its entries apart in the journal.
    let number: Int
    /// The path that the address begins with; empty for the root.
    let prefix: [UInt8]
    let journalStore: Journal
    private(set) var index: InteractionIndex
    /// Which set of scenarios `index` is of.
    private(set) var generation: Int
    /// The place among the sandboxes; -1 for what is none.
    var recency = -1
    /// In milliseconds since 1970.
    var lastUsed: Int64 = 0

    /// How often each rank has answered.
    var served: [Int]
    /// How often each rank has answered since its sequence was at its beginning.
    var positions: [Int]
    /// The state of each machine, by number.
    var states: [Int32]
    var links: LiveLinks

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
        self.index = index
        self.generation = generation
        prefix = address.prefixBytes
        journalStore = journal
        served = []
        positions = []
        states = []
        links = LiveLinks(prefix: prefix, publicURL: publicURL)
        resetAll()
    }

    /// Takes the interactions of another set; all counts and states begin anew.
    func install(_ index: InteractionIndex, generation: Int) {
        self.index = index
        self.generation = generation
        resetAll()
    }

    /// Puts all machines to `Started` and all sequences to their first response.
    package func resetState() {
        positions = Array(repeating: 0, count: index.interactions.count)
        states = Array(repeating: 0, count: index.machines.count)
    }

    private func resetAll() {
        served = Array(repeating: 0, count: index.interactions.count)
        links.forgetAll(responseCount: index.responseCount)
        resetState()
    }
}
