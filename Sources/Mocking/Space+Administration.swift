package import Scenarios

extension Space {
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
        /// The scenario that it comes from.
        package var slug: String
        package var served: Int
    }

    /// The interactions in rank order.
    package var interactions: [Usage] {
        zip(state.index.interactions, state.served).map { Usage(interaction: $0.definition, slug: $0.slug, served: $1) }
    }

    package var interactionCount: Int { state.index.interactions.count }

    package var machines: [Machine] {
        zip(state.index.machines, state.states).map {
            Machine(name: $0.name, state: $0.states[Int($1)], states: $0.states)
        }
    }

    /// Puts a machine into a state; false when no interaction mentions the machine or the state.
    package func setState(of machine: String, to state: String) -> Bool {
        let machines = self.state.index.machines
        guard let number = machines.firstIndex(where: { $0.name == machine }),
            let place = machines[number].states.firstIndex(of: state)
        else { return false }
        self.state.set(machine: number, to: place)
        return true
    }

    /// Puts all machines to `Started` and all sequences to their first response.
    package func resetState() {
        state.reset()
    }

    package var isJournalOn: Bool { journalStore.isOn }

    /// The requests that came to this address, newest first.
    package func journal(_ query: JournalQuery = JournalQuery()) -> JournalPage {
        var page = JournalPage(entries: [], total: 0)
        journalStore.forEach(endingWith: lastEntry) { record in
            guard query.lets(record) else { return true }
            if page.total >= query.offset, page.entries.count < query.limit ?? .max {
                page.entries.append(journalStore.entry(record))
            }
            page.total += 1
            return true
        }
        return page
    }

    package func journalEntry(id: Int) -> JournalEntry? {
        var found: JournalEntry?
        journalStore.forEach(endingWith: lastEntry) { record in
            if record.id == id { found = journalStore.entry(record) }
            return record.id > id
        }
        return found
    }
}
