extension NodeReader {
    /// One mapping or a list of them as a scenario named after the file.
    ///
    /// WireMock lets the mapping that was added last win; here the earlier interaction does, so the order is turned.
    func wireMockScenario(_ root: Node) -> Scenario? {
        var mappings = [root]
        if root["mappings"] != nil {
            guard let members = members(of: root, as: MappingsKey.self) else { return nil }
            for member in members {
                switch member.key {
                case .mappings: mappings = items(member.value, "'mappings'") ?? []
                case .meta, .schema: break
                }
            }
        }
        var scenario = Scenario(slug: slug, title: slug, file: log.file.path)
        let variant = Variant(interactions: mappings.compactMap(mapping).reversed())
        scenario.variants = [variant]
        check(variant, of: scenario, nodes: mappings.reversed())
        return scenario
    }

    private func mapping(_ node: Node) -> Interaction? {
        guard let members = members(of: node, as: MappingKey.self) else { return nil }
        var interaction = Interaction(responses: ResponseSequence([ResponseDefinition()]), location: location(of: node))
        var machine: String?
        var state = StateCondition(machine: slug)
        for member in members {
            let value = member.value
            let name = "'\(member.key.rawValue)'"
            switch member.key {
            case .id, .uuid: interaction.id = text(value, name)
            case .name: interaction.name = text(value, name)
            case .priority: interaction.priority = integer(value, name, in: 1...Int(Int32.max)) ?? 5
            case .request: interaction.request = requestPattern(value) ?? interaction.request
            case .response: interaction.responses.responses = response(value).map { [$0] } ?? []
            case .scenarioName: machine = text(value, name)
            case .requiredScenarioState: state.required = text(value, name)
            case .newScenarioState: state.next = text(value, name)
            case .metadata: interaction.metadata = json(value)
            case .persistent: _ = boolean(value, name)
            case .insertionIndex: _ = integer(value, name, in: 0...Int(Int32.max))
            case .schema: break
            }
        }
        if let machine {
            state.machine = machine
            interaction.state = state
        } else if let member = members.first(where: { $0.key == .requiredScenarioState || $0.key == .newScenarioState })
        {
            log.error("'\(member.key.rawValue)' needs 'scenarioName'", at: member.keyNode)
        }
        return interaction
    }
}

/// The keys of a file with several of WireMock's mappings.
enum MappingsKey: String, KnownKey {
    case mappings, meta
    case schema = "$schema"

    static let owner = "a list of mappings"
    static let definition = "mappings"
    static let unsupported: Set<String> = ["importOptions"]
    static let table = makeTable()

    var shape: Shape {
        switch self {
        case .mappings: .list(.definition(MappingKey.definition))
        case .meta: .object
        case .schema: .text
        }
    }

    var summary: String {
        switch self {
        case .mappings: "WireMock's mappings."
        case .meta: "What a listing says about itself; not interpreted."
        case .schema: "The schema for editors; not interpreted."
        }
    }
}

/// The keys of one of WireMock's mappings.
enum MappingKey: String, KnownKey {
    case id, uuid, name, priority, persistent, request, response
    case scenarioName, requiredScenarioState, newScenarioState, metadata, insertionIndex
    case schema = "$schema"

    static let owner = "a mapping"
    static let definition = "mapping"
    static let unsupported: Set<String> = ["postServeActions", "serveEventListeners"]
    static let table = makeTable()

    var shape: Shape {
        switch self {
        case .id, .uuid, .name, .scenarioName, .requiredScenarioState, .newScenarioState, .schema: .text
        case .priority: .integer(1...Int(Int32.max))
        case .persistent: .boolean
        case .request: .definition(RequestKey.definition)
        case .response: .definition(ResponseKey.definition)
        case .metadata: .anything
        case .insertionIndex: .integer(0...Int(Int32.max))
        }
    }

    var summary: String {
        switch self {
        case .id, .uuid: "The mapping's identifier."
        case .name: "Shown in logs, in the journal and in diagnoses."
        case .priority: "1 is first, 5 is the default; among equals the later mapping wins."
        case .persistent: "Whether WireMock keeps the mapping in a file; not interpreted."
        case .request: "What requests look like; absent: any request."
        case .response: "The answer; absent: 200 without a body."
        case .scenarioName: "The name of the state machine."
        case .requiredScenarioState: "The state in which the mapping applies."
        case .newScenarioState: "The state after the mapping was served."
        case .metadata: "Anything; not interpreted."
        case .insertionIndex: "WireMock's order; not interpreted."
        case .schema: "The schema for editors; not interpreted."
        }
    }
}
