internal import Documents
internal import HAL
internal import Matching
internal import Messages
internal import Scenarios
internal import URITemplates

/// The scenario of a Pact, and its contract: a step for each interaction, in the state that the interaction names.
struct PactScenario {
    /// The path of the requests that enter a state.
    static let statePath = "/provider-states"
    private static let priority = (bound: 5, free: 6)

    private let interactions: [ReadPactInteraction]
    private let settings: ImportSettings
    private let pseudonyms: Pseudonyms
    /// The result with the reasons for what is left out.
    private(set) var result: ImportResult

    init(_ interactions: [ReadPactInteraction], _ settings: ImportSettings, _ result: ImportResult) {
        self.settings = settings
        self.result = result
        pseudonyms = Pseudonyms(after: settings.generator.existing?.greatestPlaceholder ?? 0)
        // Interactions without a state come first, while the scenario is in none.
        var ordered = interactions.filter(\.state.isEmpty)
        var states: [String] = []
        for interaction in interactions where !states.contains(interaction.state) { states.append(interaction.state) }
        let byState = Dictionary(grouping: interactions, by: \.state)
        for state in states where !state.isEmpty { ordered += byState[state] ?? [] }
        if let only = settings.only.map(Glob.init) {
            let all = ordered.count
            ordered.removeAll { !only.matches(URIReference($0.exchange.request.url).path) }
            if ordered.count < all { self.result.skipped.add("of another path than --only", all - ordered.count) }
        }
        if !settings.generator.keepsSecrets {
            let exchanges = ScenarioGenerator.withoutSecrets(ordered.map(\.exchange), pseudonyms)
            for index in ordered.indices { ordered[index].exchange = exchanges[index] }
        }
        self.interactions = ordered
    }

    /// The scenario; nil if nothing remains.
    mutating func generated(title: String) -> GeneratedScenario? {
        let generator = settings.generator
        let hasStates = interactions.contains { !$0.state.isEmpty }
        var drafts = interactions.map { draft($0, hasStates: hasStates) }
        let responders = PactResponders(drafts.map { ($0.interaction, $0.pattern, $0.priority) })
        let reachable = drafts.indices.filter { responders.responds($0, to: drafts[$0].interaction) }
        if reachable.count < drafts.count {
            result.skipped.add("with a request that another interaction matches", drafts.count - reachable.count)
        }
        drafts = reachable.map { drafts[$0] }.filter { generator.existing?.requests.contains($0.pattern) != true }
        guard !drafts.isEmpty else { return nil }
        var files = BodyFiles(prefix: generator.slug)
        var content: JSONObject = ["scenario": .string(title)]
        if let summary = generator.summary { content["description"] = .string(summary) }
        var steps: [JSONValue] = []
        var names = UniqueNames()
        var state = ""
        var states: [String] = []
        var written: [JSONValue] = []
        for draft in drafts {
            let wanted = draft.interaction.state
            let name = names.unique(draft.interaction.description)
            let step = step(of: draft, name)
            if wanted != state, step != nil {
                steps.append(Self.stateStep(wanted, names.unique("given: \(wanted)")))
                state = wanted
            }
            if !wanted.isEmpty, !states.contains(wanted) {
                states.append(wanted)
                // Requests that enter the state, of which a contract without steps makes none.
                written.append(Self.stateInteraction(wanted, isReached: step != nil || steps.isEmpty))
            }
            if let step { steps.append(step) } else { result.notes.add("interaction that no step requests") }
            written.append(interaction(of: draft, name, isReached: step != nil, &files))
        }
        let unserved = UnservedLinks.targets(
            in: drafts.map(\.interaction.exchange.response),
            origins: [],
            served: responders.addresses
        )
        content["recorded"] = unserved.isEmpty ? [:] : ["unserved": .array(unserved.map { .string($0) })]
        content["interactions"] = .array(written)
        if !steps.isEmpty { content["contract"] = .array(steps) }
        return GeneratedScenario(
            content: content,
            files: files.all,
            secrets: pseudonyms.secrets.count,
            existing: generator.existing
        )
    }

    // MARK: Interactions

    /// An interaction with its request pattern.
    private struct Draft {
        let interaction: ReadPactInteraction
        let pattern: JSONObject
        let priority: Int
    }

    private func draft(_ interaction: ReadPactInteraction, hasStates: Bool) -> Draft {
        let isFree = hasStates && interaction.state.isEmpty
        return Draft(
            interaction: interaction,
            pattern: PactRequestPattern(interaction).object,
            priority: isFree ? Self.priority.free : Self.priority.bound
        )
    }

    private func interaction(
        of draft: Draft,
        _ name: String,
        isReached: Bool,
        _ files: inout BodyFiles
    ) -> JSONValue {
        var object: JSONObject = ["name": .string(name)]
        if draft.priority != Self.priority.bound { object["priority"] = .number(JSONNumber(draft.priority)) }
        if !isReached { object["times"] = 0 }
        if !draft.interaction.state.isEmpty { object["requiredScenarioState"] = .string(draft.interaction.state) }
        object["request"] = .object(draft.pattern)
        let response = ResponseDraft(exchange: draft.interaction.exchange, keepsDelay: false)
        object["response"] = .object(response.object(&files))
        return .object(object)
    }

    private static func stateInteraction(_ state: String, isReached: Bool) -> JSONValue {
        var object: JSONObject = ["name": .string("given: \(state)"), "newScenarioState": .string(state)]
        if !isReached { object["times"] = 0 }
        object["request"] = [
            "method": "PUT", "urlPath": .string(statePath), "queryParameters": ["name": .string(state)],
        ]
        object["response"] = ["status": 204]
        return .object(object)
    }

    // MARK: Steps

    private static func stateStep(_ state: String, _ name: String) -> JSONValue {
        let url = statePath + "?name=" + PercentEncoding.encode(state, keepingReserved: false)
        return [
            "step": .string(name), "request": ["method": "PUT", "url": .string(url)],
            "expect": ["outcome": "success", "status": 204],
        ]
    }

    /// The step; nil for a request that a contract cannot make, and for a redirect, which a client follows.
    private func step(of draft: Draft, _ name: String) -> JSONValue? {
        let exchange = draft.interaction.exchange
        let isFollowed = (300...399).contains(exchange.response.status) && exchange.response.status != 304
        guard !isFollowed, var request = StepDraft(exchange, ["Prefer", "Cookie", "Range", "Accept-Language"]).object
        else { return nil }
        let known = ["accept", "content-type", "accept-language", "authorization"]
        var headers = request["headers"]?.object ?? JSONObject()
        for field in exchange.request.fields where headers[field.name] == nil {
            let name = field.name.lowercased()
            guard !known.contains(name), !name.hasPrefix("if-") else { continue }
            headers[field.name] = .string(field.value)
        }
        if !headers.isEmpty { request["headers"] = .object(headers) }
        request["url"] = .string(exchange.request.target)
        var expectation = ExpectationDraft(exchange, origin: PactInteractionReader.origin).object
        addRules(of: draft.interaction, to: &expectation)
        return ["step": .string(name), "request": .object(request), "expect": .object(expectation)]
    }

    /// Adds what the rules of a response allow, so that other servers pass too.
    private func addRules(of interaction: ReadPactInteraction, to expectation: inout JSONObject) {
        let (response, rules) = (interaction.exchange.response, interaction.responseRules)
        var headers = JSONObject()
        // The server completes the targets of links, so that their rules do not hold.
        let links = ["location", "content-location", "link"]
        for field in response.fields where !links.contains(field.name.lowercased()) {
            guard let match = rules.match(ofHeader: field.name), let matcher = PactValue.matcher(match, field.value)
            else {
                continue
            }
            headers[field.name] = matcher
        }
        if !headers.isEmpty { expectation["headers"] = .object(headers) }
        guard !rules.body.isEmpty, interaction.exchange.request.method != "HEAD",
            response.fields.mediaType?.isJSON == true, let body = try? JSONValue(parsing: response.body)
        else { return }
        expectation["body"] = [
            "matchesJsonSchema": PactSchema(rules: rules, allowsMembers: true).schema(of: body)
        ]
    }
}

/// Names of which none occurs twice.
private struct UniqueNames {
    private var used: Set<String> = []

    mutating func unique(_ name: String) -> String {
        var unique = name
        var number = 2
        while !used.insert(unique).inserted {
            unique = "\(name) (\(number))"
            number += 1
        }
        return unique
    }
}

/// The matcher of one value.
enum PactValue {
    /// The matcher; nil for a rule that requires the value itself, and for one that the example does not meet.
    static func matcher(_ match: PactRules.Match, _ example: String) -> JSONValue? {
        if case .includes(let text) = match { return ["contains": .string(text)] }
        guard let pattern = pattern(match), isFound("^(?:\(pattern))$", in: example) else { return nil }
        return ["matches": .string(pattern)]
    }

    private static func pattern(_ match: PactRules.Match) -> String? {
        switch match {
        case .regex(let pattern): anywhere(pattern)
        case .includes(let text): anywhere(RegularExpressionText.escaped(text))
        case .integer: #"[+-]?\d+"#
        case .decimal, .number: #"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?"#
        case .boolean: "true|false"
        case .type, .notEmpty, .elements, .content: #"[\s\S]+"#
        case .equality, .null: nil
        }
    }

    /// Whether a regular expression is found in a text.
    static func isFound(_ pattern: String, in text: String) -> Bool {
        (try? RegularExpression(anywhere(pattern)))?.matches(text) ?? false
    }

    /// A pattern of whole values that holds where a search finds the regular expression.
    static func anywhere(_ pattern: String) -> String {
        let isWhole = pattern.hasPrefix("^") && pattern.hasSuffix("$") && !pattern.hasSuffix("\\$")
        return isWhole && !pattern.contains("|") ? pattern : "[\\s\\S]*?(?:\(pattern))[\\s\\S]*"
    }
}

/// The interactions as the mock server tries them, in each state.
private struct PactResponders {
    private let conditions: [[RequestCondition]]
    private let states: [String]
    private let order: [Int]
    let addresses: ServedAddresses

    init(_ all: [(interaction: ReadPactInteraction, pattern: JSONObject, priority: Int)]) {
        let drafts = all.map { draft -> JSONValue in
            ["request": .object(draft.pattern), "response": ["status": 204]]
        }
        let skeleton: JSONValue = ["scenario": "requests", "interactions": .array(drafts)]
        let read = ScenarioReader.read(skeleton.serializedBytes(), path: "requests.json", rules: .firstVariant)
        let patterns = read.scenario?.variants.all.first?.interactions ?? []
        conditions = patterns.map(\.request.conditions)
        addresses = ServedAddresses(patterns)
        states = all.map(\.interaction.state)
        order = all.indices.sorted { (all[$0].priority, $0) < (all[$1].priority, $1) }
    }

    /// Whether an interaction is the one that responds to its request in its state.
    func responds(_ index: Int, to interaction: ReadPactInteraction) -> Bool {
        guard conditions.indices.contains(index) else { return false }
        let request = interaction.exchange.request
        let decoded = DecodedRequest(
            Request(
                method: request.method,
                target: request.target,
                fields: request.fields.map { ($0.name, $0.value) },
                body: request.body
            )
        )
        let first = order.first { other in
            (states[other].isEmpty || states[other] == states[index])
                && conditions[other].allSatisfy { $0.holds(for: decoded) }
        }
        return first == index
    }
}
