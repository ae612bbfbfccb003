internal import HAL

/// The keys at the top of a scenario file.
enum ScenarioKey: String, KnownKey {
    case scenario, description, tags, origin, otherOrigin, root, matrix, interactions, contract, allowUnmatched

    static let owner = "a scenario file"
    static let definition = "scenario"
    static let required: [Self] = [.scenario, .interactions]
    static let synonyms = [
        "title": "scenario", "name": "scenario", "stubs": "interactions", "mappings": "interactions",
        "routes": "interactions", "endpoints": "interactions", "requests": "interactions", "baseurl": "origin",
        "base": "origin", "server": "origin", "steps": "contract", "tests": "contract", "variables": "matrix",
    ]
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .scenario: KeyEntry(.text, "The title, shown in reports and lists.", example: "scenario: A fuel station")
        case .description:
            KeyEntry(
                .text,
                "A longer text for people.",
                example: "description: Prices change twice a day."
            )
        case .tags:
            KeyEntry(
                .list(.text),
                "Words to select scenarios by, as in `hypermock verify --tag`.",
                example: "tags: [smoke, hal]"
            )
        case .origin:
            KeyEntry(
                .text,
                "The origin of links in this file; the server rewrites it to its own address.",
                example: "origin: https://api.example.com"
            )
        case .otherOrigin:
            KeyEntry(
                .text,
                "A second origin; its links are rewritten to the other loopback name of the server, so that following them crosses an origin.",
                example: "otherOrigin: https://cards.example.com"
            )
        case .root:
            KeyEntry(
                .boolean,
                default: false,
                "Whether the scenario is also served at `/`.",
                example: "root: true"
            )
        case .matrix:
            KeyEntry(
                .matrix,
                "Lists of values by name; the scenario has one variant for each combination, and `${name}` inserts a value.",
                example: "matrix: { status: [404, 410], exclude: [{ status: 410 }] }"
            )
        case .interactions:
            KeyEntry(
                .list(.definition(InteractionKey.keyTable)),
                "The requests that the server responds to, in the order in which they are tried.",
                example: "interactions: [{ request: { url: / }, response: { status: 204 } }]"
            )
        case .contract:
            KeyEntry(
                .list(.definition(StepKey.keyTable)),
                "The calls of a client and the outcomes that it must report, in order.",
                example: "contract: [{ step: read, request: { url: / }, expect: { outcome: success } }]"
            )
        case .allowUnmatched:
            KeyEntry(
                .boolean,
                default: false,
                "Whether the contract tolerates requests that no interaction matches.",
                example: "allowUnmatched: true"
            )
        }
    }
}

/// The keys of an interaction.
enum InteractionKey: String, KnownKey {
    case name, request, response, responses, afterLast, priority
    case requiredScenarioState, newScenarioState, scenarioName, times, metadata

    static let owner = "an interaction"
    static let definition = "interaction"
    static let synonyms = [
        "reply": "response", "answer": "response", "result": "response", "replies": "responses",
        "answers": "responses", "sequence": "responses", "when": "request", "match": "request",
        "state": "requiredScenarioState", "nextstate": "newScenarioState", "newstate": "newScenarioState",
    ]
    static let table = makeTable()

    static let exclusive: [[Self]] = [[.response, .responses]]

    static func parents(of key: String) -> [Self] {
        (RequestKey.table[key] == nil ? [] : [.request]) + (ResponseKey.table[key] == nil ? [] : [.response])
    }

    var entry: KeyEntry {
        switch self {
        case .name:
            KeyEntry(
                .text,
                "A name for logs, the journal and explanations.",
                example: "name: the fuel station, response: { status: 204 }"
            )
        case .request:
            KeyEntry(
                .definition(RequestKey.keyTable),
                "The requests to match; any request if omitted.",
                example: "request: { method: GET, urlPath: /stations }, response: { status: 204 }"
            )
        case .response:
            KeyEntry(
                .definition(ResponseKey.keyTable),
                "The response.",
                example: "response: { status: 204 }"
            )
        case .responses:
            KeyEntry(
                .list(.definition(ResponseKey.keyTable)),
                "Responses in sequence: the first request gets the first one.",
                example: "responses: [{ status: 503 }, { status: 200 }]"
            )
        case .afterLast:
            KeyEntry(
                .choice(ResponseSequence.Ending.allCases.map(\.rawValue)),
                default: .string(ResponseSequence.Ending.repeatLast.rawValue),
                "The response after the last one of `responses`: again the last, again from the first, or no match.",
                example: "responses: [{ status: 503 }, { status: 200 }], afterLast: loop"
            )
        case .priority:
            KeyEntry(
                .integer(1...Int(Int32.max)),
                default: JSONValue.number(JSONNumber(Interaction.defaultPriority)),
                "1 is tried first; among equals, the earlier interaction.",
                example: "priority: 1, response: { status: 204 }"
            )
        case .requiredScenarioState:
            KeyEntry(
                .text,
                "The state in which the interaction matches; a machine begins at `Started`.",
                example: "requiredScenarioState: Started, newScenarioState: Started, response: { status: 204 }"
            )
        case .newScenarioState:
            KeyEntry(
                .text,
                "The state after the response.",
                example: "requiredScenarioState: Started, newScenarioState: Started, response: { status: 204 }"
            )
        case .scenarioName:
            KeyEntry(
                .text,
                "The name of the state machine; by default the name of the file.",
                example: "scenarioName: purchase, requiredScenarioState: Started, response: { status: 204 }"
            )
        case .times:
            KeyEntry(
                .either([.integer(0...Int(Int32.max)), .definition(CountKey.keyTable)]),
                "How often the contract must use the interaction.",
                example: "times: { atLeast: 1 }, response: { status: 204 }"
            )
        case .metadata:
            KeyEntry(
                .anything,
                "Any value; not interpreted.",
                example: "metadata: { owner: payments }, response: { status: 204 }"
            )
        }
    }
}

/// The keys of a range of counts or durations.
enum CountKey: String, KnownKey {
    case atLeast, atMost

    static let owner = "a range"
    static let definition = "range"
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .atLeast: KeyEntry(.integer(0...Int(Int32.max)), "The minimum.", example: "atLeast: 1")
        case .atMost: KeyEntry(.integer(0...Int(Int32.max)), "The maximum.", example: "atMost: 3")
        }
    }
}
