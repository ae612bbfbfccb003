import Documents

/// A state that an interaction requires but no interaction sets, or one that is set but never required.
///
/// A state that is set and not required is fine beside interactions that require another one: it turns those off.
enum UnreachedStateRule: Rule {
    private struct Machine {
        var required: Set<String> = []
        var set: Set<String> = []
    }

    static func check(_ subject: RuleSubject) {
        var machines: [String: Machine] = [:]
        for state in subject.variant.interactions.compactMap(\.state) {
            if let required = state.required { machines[state.machine, default: Machine()].required.insert(required) }
            if let next = state.next { machines[state.machine, default: Machine()].set.insert(next) }
        }
        for (interaction, node) in zip(subject.variant.interactions, subject.nodes) {
            guard let state = interaction.state, let machine = machines[state.machine] else { continue }
            check(state, of: machine, at: node, subject.log)
        }
    }

    private static func check(_ state: StateCondition, of machine: Machine, at node: Node, _ log: IssueLog) {
        if let required = state.required, required != StateCondition.started, !machine.set.contains(required) {
            let known = machine.set.union([StateCondition.started]).sorted()
            log.warning(
                "no interaction sets the state '\(required)', so this one never matches",
                at: node[Interaction.requiredStateKey] ?? node,
                suggestion: Spelling.suggestion(for: required, among: known) ?? setBy(machine)
            )
        }
        if let next = state.next, machine.required.isEmpty {
            log.warning(
                "the state '\(next)' has no effect: no interaction requires a state",
                at: node[Interaction.newStateKey] ?? node,
                suggestion: "add 'requiredScenarioState' to the interactions that depend on it"
            )
        }
    }

    private static func setBy(_ machine: Machine) -> String {
        guard !machine.set.isEmpty else { return "set it with 'newScenarioState' in another interaction" }
        return "states that are set: " + machine.set.sorted().joined(separator: ", ")
    }
}
