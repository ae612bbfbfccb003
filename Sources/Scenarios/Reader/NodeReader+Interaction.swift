extension NodeReader {
    func interaction(_ node: Node) -> Interaction? {
        cached(node, in: \.interactions) { readInteraction(node) }
    }

    private func readInteraction(_ node: Node) -> Interaction? {
        guard let members = members(of: node, as: InteractionKey.self) else { return nil }
        var interaction = Interaction(responses: ResponseSequence([]), location: location(of: node))
        var machine: String?
        var state = StateCondition(machine: slug)
        for member in members {
            let value = member.value
            let name = "'\(member.key.rawValue)'"
            switch member.key {
            case .name: interaction.name = text(value, name)
            case .request: interaction.request = requestPattern(value) ?? interaction.request
            case .response: interaction.responses.responses = response(value).map { [$0] } ?? []
            case .responses: interaction.responses.responses = responses(value)
            case .afterLast:
                interaction.responses.ending = choice(value, name, of: ResponseSequence.Ending.self) ?? .repeatLast
            case .priority: interaction.priority = integer(value, name, in: 1...Int(Int32.max)) ?? 5
            case .requiredScenarioState: state.required = text(value, name)
            case .newScenarioState: state.next = text(value, name)
            case .scenarioName: machine = text(value, name)
            case .times: interaction.expectedCount = count(value, name)
            case .metadata: interaction.metadata = json(value)
            }
        }
        checkResponses(members, of: node)
        state.machine = machine ?? slug
        if state.required != nil || state.next != nil || machine != nil { interaction.state = state }
        return interaction
    }

    func responses(_ node: Node) -> [ResponseDefinition] {
        guard let items = items(node, "'responses'") else { return [] }
        if items.isEmpty { log.error("'responses' is empty", at: node) }
        return items.compactMap(response)
    }

    private func checkResponses(_ members: [Member<InteractionKey>], of node: Node) {
        let one = members.first { $0.key == .response }
        let several = members.first { $0.key == .responses }
        if one != nil, let several {
            log.error("either 'response' or 'responses', not both", at: several.keyNode)
        } else if one == nil, several == nil {
            guard !hasMisspelling(of: [InteractionKey.response, .responses], in: node) else { return }
            log.error("an interaction needs 'response' or 'responses'", at: node)
        } else if one != nil, let ending = members.first(where: { $0.key == .afterLast }),
            ending.value.text != ResponseSequence.Ending.noMatch.rawValue
        {
            log.error("'afterLast' needs 'responses'", at: ending.keyNode)
        }
    }

    /// A number, or a range.
    func count(_ node: Node, _ name: String) -> CountExpectation? {
        let numbers = 0...Int(Int32.max)
        guard case .mapping = node.content else {
            return integer(node, name, in: numbers).map { CountExpectation(atLeast: $0, atMost: $0) }
        }
        return range(node)
    }

    func range(_ node: Node) -> CountExpectation? {
        guard let members = members(of: node, as: CountKey.self) else { return nil }
        if members.isEmpty, node.pairs.isEmpty { log.error("a range needs 'atLeast' or 'atMost'", at: node) }
        var count = CountExpectation()
        for member in members {
            let number = integer(member.value, "'\(member.key.rawValue)'", in: 0...Int(Int32.max))
            switch member.key {
            case .atLeast: count.atLeast = number ?? 0
            case .atMost: count.atMost = number
            }
        }
        if let atMost = count.atMost, atMost < count.atLeast {
            log.error("'atMost' is less than 'atLeast'", at: node)
        }
        return count
    }
}
