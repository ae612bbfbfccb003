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

    var defaultValue: JSONValue? {
        switch self {
        case .root, .allowUnmatched: false
        case .scenario, .description, .tags, .origin, .otherOrigin, .matrix, .interactions, .contract: nil
        }
    }

    var shape: Shape {
        switch self {
        case .scenario, .description, .origin, .otherOrigin: .text
        case .tags: .list(.text)
        case .root, .allowUnmatched: .boolean
        case .matrix: .definition("matrix")
        case .interactions: .list(.definition(InteractionKey.definition))
        case .contract: .list(.definition(StepKey.definition))
        }
    }

    var summary: String {
        switch self {
        case .scenario: "The title, shown to people."
        case .description: "What the scenario is about."
        case .tags: "Words to choose scenarios by."
        case .origin: "The origin that links in this file begin with; they are served under the live address instead."
        case .otherOrigin: "An origin whose links are served too, under another name of this machine."
        case .root: "Whether the scenario is served at / too."
        case .matrix: "Names with lists of values; one variant for each combination."
        case .interactions: "What the server answers."
        case .contract: "What a client must make of it, step by step."
        case .allowUnmatched: "Whether the contract tolerates requests that no interaction answers."
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

    var defaultValue: JSONValue? {
        switch self {
        case .priority: JSONValue.number(JSONNumber(Interaction.defaultPriority))
        case .afterLast: .string(ResponseSequence.Ending.repeatLast.rawValue)
        case .name, .request, .response, .responses, .requiredScenarioState, .newScenarioState, .scenarioName, .times,
            .metadata:
            nil
        }
    }

    static func parents(of key: String) -> [Self] {
        (RequestKey.table[key] == nil ? [] : [.request]) + (ResponseKey.table[key] == nil ? [] : [.response])
    }

    var shape: Shape {
        switch self {
        case .name, .requiredScenarioState, .newScenarioState, .scenarioName: .text
        case .request: .definition(RequestKey.definition)
        case .response: .definition(ResponseKey.definition)
        case .responses: .list(.definition(ResponseKey.definition))
        case .afterLast: .choice(ResponseSequence.Ending.allCases.map(\.rawValue))
        case .priority: .integer(1...Int(Int32.max))
        case .times: .either([.integer(0...Int(Int32.max)), .definition(CountKey.definition)])
        case .metadata: .anything
        }
    }

    var summary: String {
        switch self {
        case .name: "Shown in logs, in the journal and in diagnoses."
        case .request: "What requests look like; absent: any request."
        case .response: "The answer."
        case .responses: "Several answers, one after the other."
        case .afterLast: "What follows the last of several answers."
        case .priority: "1 is first, 5 is the default; among equals the earlier interaction wins."
        case .requiredScenarioState: "The state in which the interaction applies."
        case .newScenarioState: "The state after the interaction was served."
        case .scenarioName: "The name of the state machine; the file's name by default."
        case .times: "How often the interaction must have been served when a contract ends."
        case .metadata: "Anything; not interpreted."
        }
    }
}

/// The keys of a range of counts or durations.
enum CountKey: String, KnownKey {
    case atLeast, atMost

    static let owner = "a range"
    static let definition = "range"
    static let table = makeTable()

    var shape: Shape { .integer(0...Int(Int32.max)) }

    var summary: String {
        switch self {
        case .atLeast: "The smallest number that is allowed."
        case .atMost: "The greatest number that is allowed."
        }
    }
}
