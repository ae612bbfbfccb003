package import Scenarios

extension Mount {
    /// A state machine of a mount.
    package struct Machine: Sendable, Hashable {
        package var name: String
        package var state: String
        /// The states that interactions mention, `Started` first.
        package var states: [String]
    }

    /// An interaction and the number of its responses.
    package struct Usage: Sendable {
        package var interaction: Interaction
        /// The scenario that it is from; empty for an added mapping.
        package var slug: String
        package var served: Int
        /// The number of responses since its sequence began.
        package var position: Int
    }

    /// The interactions in rank order.
    package var interactions: [Usage] {
        settle()
        let state = contents.state
        return index.interactions.indices.map { rank in
            let interaction = index.interactions[rank]
            return Usage(
                interaction: interaction.definition,
                slug: interaction.slug,
                served: state.served[rank],
                position: state.positions[rank]
            )
        }
    }

    package var machines: [Machine] {
        settle()
        return zip(index.machines, contents.state.states).map {
            Machine(name: $0.name, state: $0.states[Int($1)], states: $0.states)
        }
    }

    /// Puts a machine into a state; returns false if no interaction mentions the machine or the state.
    package func setState(of machine: String, to state: String) -> Bool {
        settle()
        guard let number = index.machines.firstIndex(where: { $0.name == machine }),
            let place = index.machines[number].states.firstIndex(of: state)
        else { return false }
        contents.state.set(machine: number, to: place)
        return true
    }

    /// Returns all machines to `Started`, all sequences to their first response, and all resources to their first items;
    /// outages and quotas begin anew.
    package func resetState() {
        contents.state.reset()
        world?.reset()
        // A failure comes with the next change too, whose response has the reason.
        try? world?.save()
        timing?.rules.reset()
    }
}
