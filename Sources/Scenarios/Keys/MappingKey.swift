internal import HAL

/// The keys of a file with several of WireMock's mappings.
enum MappingsKey: String, KnownKey {
    case mappings, meta
    case schema = "$schema"

    static let owner = "a list of mappings"
    static let definition = "mappings"
    static let unsupported: Set<String> = ["importOptions"]
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .mappings:
            KeyEntry(
                .list(.definition(MappingKey.keyTable)),
                "Mappings of WireMock.",
                example: "mappings: [{ request: { url: / }, response: { status: 204 } }]"
            )
        case .meta:
            KeyEntry(
                .object,
                "Ignored; a listing of WireMock has it.",
                example: "mappings: [], meta: { total: 0 }"
            )
        case .schema:
            KeyEntry(
                .text,
                "The JSON Schema for editors; ignored.",
                example: "mappings: [], $schema: mappings.schema.json"
            )
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

    var entry: KeyEntry {
        switch self {
        case .id:
            KeyEntry(
                .text,
                "The identifier, a UUID.",
                example: "id: 8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7, request: { url: / }, response: { status: 204 }"
            )
        case .uuid:
            KeyEntry(
                .text,
                "The identifier; the same as `id`.",
                example: "uuid: 8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7, request: { url: / }, response: { status: 204 }"
            )
        case .name:
            KeyEntry(
                .text,
                "A name for logs, the journal and explanations.",
                example: "name: the fuel station, request: { url: / }, response: { status: 204 }"
            )
        case .priority:
            KeyEntry(
                .integer(1...Int(Int32.max)),
                default: .number(JSONNumber(Interaction.defaultPriority)),
                "1 is tried first, 5 is the default; among equals, the later mapping.",
                example: "priority: 1, request: { url: / }, response: { status: 204 }"
            )
        case .persistent:
            KeyEntry(
                .boolean,
                "Whether the admin API keeps the mapping in a file.",
                example: "persistent: true, request: { url: / }, response: { status: 204 }"
            )
        case .request:
            KeyEntry(
                .definition(RequestKey.keyTable),
                "The requests to match; any request if omitted.",
                example: "request: { url: / }, response: { status: 204 }"
            )
        case .response:
            KeyEntry(
                .definition(ResponseKey.keyTable),
                "The response; 200 without a body if omitted.",
                example: "request: { url: / }, response: { status: 204 }"
            )
        case .scenarioName:
            KeyEntry(
                .text,
                "The name of the state machine.",
                example:
                    "scenarioName: purchase, newScenarioState: Started, request: { url: / }, response: { status: 204 }"
            )
        case .requiredScenarioState:
            KeyEntry(
                .text,
                "The state in which the mapping matches.",
                example:
                    "scenarioName: purchase, requiredScenarioState: Started, request: { url: / }, response: { status: 204 }"
            )
        case .newScenarioState:
            KeyEntry(
                .text,
                "The state after the response.",
                example:
                    "scenarioName: purchase, newScenarioState: Started, request: { url: / }, response: { status: 204 }"
            )
        case .metadata:
            KeyEntry(
                .anything,
                "Any value; the admin API finds mappings by it.",
                example: "metadata: { owner: payments }, request: { url: / }, response: { status: 204 }"
            )
        case .insertionIndex:
            KeyEntry(
                .integer(0...Int(Int32.max)),
                "Ignored; WireMock's order.",
                example: "insertionIndex: 3, request: { url: / }, response: { status: 204 }"
            )
        case .responses:
            KeyEntry(
                .list(.definition(ResponseKey.keyTable)),
                "Responses in sequence; Hypermock only.",
                example: "request: { url: / }, responses: [{ status: 503 }, { status: 200 }]"
            )
        case .afterLast:
            KeyEntry(
                .choice(ResponseSequence.Ending.allCases.map(\.rawValue)),
                "The response after the last one of `responses`; Hypermock only.",
                example: "request: { url: / }, responses: [{ status: 503 }, { status: 200 }], afterLast: loop"
            )
        case .schema:
            KeyEntry(
                .text,
                "The JSON Schema for editors; ignored.",
                example: "$schema: mapping.schema.json, request: { url: / }, response: { status: 204 }"
            )
        }
    }
}
