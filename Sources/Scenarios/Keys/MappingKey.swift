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
    case responses, afterLast
    case schema = "$schema"

    static let owner = "a mapping"
    static let definition = "mapping"
    static let unsupported: Set<String> = ["postServeActions", "serveEventListeners"]
    static let table = makeTable()
    static let ofState: [Self] = [.requiredScenarioState, .newScenarioState]

    var shape: Shape {
        switch self {
        case .id, .uuid, .name, .scenarioName, .requiredScenarioState, .newScenarioState, .schema: .text
        case .priority: .integer(1...Int(Int32.max))
        case .persistent: .boolean
        case .request: .definition(RequestKey.definition)
        case .response: .definition(ResponseKey.definition)
        case .responses: .list(.definition(ResponseKey.definition))
        case .afterLast: .choice(ResponseSequence.Ending.allCases.map(\.rawValue))
        case .metadata: .anything
        case .insertionIndex: .integer(0...Int(Int32.max))
        }
    }

    var summary: String {
        switch self {
        case .id, .uuid: "The mapping's identifier, a UUID."
        case .name: "Shown in logs, in the journal and in diagnoses."
        case .priority: "1 is first, 5 is the default; among equals the later mapping wins."
        case .persistent: "Whether the mapping is kept in a file."
        case .request: "What requests look like; absent: any request."
        case .response: "The answer; absent: 200 without a body."
        case .responses: "Several answers, one after the other; WireMock itself has one."
        case .afterLast: "What follows the last of several answers."
        case .scenarioName: "The name of the state machine."
        case .requiredScenarioState: "The state in which the mapping applies."
        case .newScenarioState: "The state after the mapping was served."
        case .metadata: "Anything; not interpreted."
        case .insertionIndex: "WireMock's order; not interpreted."
        case .schema: "The schema for editors; not interpreted."
        }
    }
}
