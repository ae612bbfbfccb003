extension NodeReader {
    /// One mapping or a list of them as a scenario named after the file.
    ///
    /// WireMock lets the mapping that was added last win; here the earlier interaction does, so the order is turned.
    func wireMockScenario(_ root: Node) -> Scenario? {
        guard let nodes = mappingNodes(root) else { return nil }
        var scenario = Scenario(slug: slug, title: slug, file: log.file.path)
        let variant = Variant(interactions: mappings(nodes).reversed())
        scenario.variants = [variant]
        check(variant, of: scenario, nodes: nodes.reversed())
        return scenario
    }

    /// The mappings of a file that has one or a list of them.
    func mappingNodes(_ root: Node) -> [Node]? {
        dialect = .wireMock
        guard root["mappings"] != nil else { return [root] }
        guard let members = members(of: root, as: MappingsKey.self) else { return nil }
        return members.first { $0.key == .mappings }.flatMap { items($0.value, "'mappings'") } ?? []
    }

    /// Mappings in the order of the file; those without an identifier get one that stays the same at each load.
    func mappings(_ nodes: [Node]) -> [Interaction] {
        nodes.enumerated().compactMap { number, node in
            guard var interaction = mapping(node) else { return nil }
            interaction.id = interaction.id ?? StableIdentifier.uuid(of: "\(slug)/\(number)")
            return interaction
        }
    }

    func mapping(_ node: Node) -> Interaction? {
        dialect = .wireMock
        guard let members = members(of: node, as: MappingKey.self) else { return nil }
        var interaction = Interaction(responses: ResponseSequence([ResponseDefinition()]), location: location(of: node))
        var machine: String?
        var state = StateCondition(machine: slug)
        for member in members {
            let value = member.value
            let name = "'\(member.key.rawValue)'"
            switch member.key {
            case .id: interaction.id = identifier(value, name)
            case .uuid: interaction.id = interaction.id ?? identifier(value, name)
            case .name: interaction.name = text(value, name)
            case .priority: interaction.priority = integer(value, name, in: 1...Int(Int32.max)) ?? 5
            case .request: interaction.request = requestPattern(value) ?? interaction.request
            case .response: interaction.responses.responses = response(value).map { [$0] } ?? []
            case .responses: interaction.responses.responses = responses(value)
            case .afterLast:
                interaction.responses.ending = choice(value, name, of: ResponseSequence.Ending.self) ?? .repeatLast
            case .scenarioName: machine = text(value, name)
            case .requiredScenarioState: state.required = text(value, name)
            case .newScenarioState: state.next = text(value, name)
            case .metadata: interaction.metadata = json(value)
            case .persistent: interaction.isPersistent = boolean(value, name) ?? false
            case .insertionIndex: _ = integer(value, name, in: 0...Int(Int32.max))
            case .schema: _ = text(value, name)
            }
        }
        if let response = members.first(where: { $0.key == .response }),
            members.contains(where: { $0.key == .responses })
        {
            log.error("either 'response' or 'responses', not both", at: response.keyNode)
        }
        interaction.state = machine.map { StateCondition(machine: $0, required: state.required, next: state.next) }
        if machine == nil, let member = members.first(where: { MappingKey.ofState.contains($0.key) }) {
            log.error("'\(member.key.rawValue)' needs 'scenarioName'", at: member.keyNode)
        }
        return interaction
    }

    /// A UUID in lower case: some clients write it in upper case and ask for it in lower case.
    private func identifier(_ node: Node, _ name: String) -> String? {
        guard let text = text(node, name)?.lowercased() else { return nil }
        guard StableIdentifier.isUUID(text) else {
            log.error("\(name) must be a UUID", at: node)
            return nil
        }
        return text
    }
}
