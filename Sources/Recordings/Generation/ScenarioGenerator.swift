internal import Documents
package import HAL
internal import Scenarios

/// A scenario file and its body files, made from recorded exchanges.
package struct GeneratedScenario: Sendable {
    /// A file in the folder `__files` beside the scenario file.
    package struct BodyFile: Sendable, Hashable {
        package let name: String
        package let bytes: [UInt8]
    }

    /// The keys of the scenario file.
    package let content: JSONObject
    package let files: [BodyFile]
    /// The number of secrets that have placeholders.
    package let secrets: Int

    /// The scenario file that it is added to; nil for a new one.
    let existing: ExistingScenario?

    /// The scenario file in YAML.
    package var text: String { existing?.text(adding: content) ?? YAMLWriter.document(.object(content)) }

    /// The number of interactions.
    package var interactions: Int { content["interactions"]?.array?.count ?? 0 }

    /// The number of live resources.
    package var resources: Int { content["resources"]?.object?.members.count ?? 0 }

    /// The number of steps of the contract.
    package var steps: Int { content["contract"]?.array?.count ?? 0 }
}

/// Makes one scenario of the exchanges with one server.
package struct ScenarioGenerator: Sendable {
    /// The priority of interactions without a key for it.
    private static let usualPriority = 5

    /// The title of the scenario.
    package var title: String
    /// The name of the file without its extension; the names of body files begin with it.
    package var slug: String
    package var summary: String?
    package var tags: [String] = []
    /// Whether secrets are kept as they are.
    package var keepsSecrets = false
    /// Whether responses take as long as they did.
    package var keepsDelays = false
    /// Names of fields that are kept although they usually are not.
    package var keptFields: [String] = []
    /// Whether requests match whatever their query is.
    package var matchesAnyQuery = false
    /// Whether successful writes change the state of the scenario, on which the responses to others depend.
    package var isStateful = false
    /// The scenario file that gets what it does not have yet; nil for a new file.
    package var existing: ExistingScenario?

    package init(title: String, slug: String) {
        self.title = title
        self.slug = slug
    }

    /// The scenario of exchanges in the order of their requests, all with one origin.
    ///
    /// The result depends on the exchanges and the settings only.
    package func scenario(of exchanges: [Exchange], origin: String) -> GeneratedScenario {
        let policy = FieldPolicy(keeping: keptFields)
        let placeholder = max(Self.greatestPlaceholder(in: exchanges), existing?.greatestPlaceholder ?? 0)
        let pseudonyms = Pseudonyms(after: placeholder)
        var exchanges = exchanges.map { exchange in
            var recorded = policy.recorded(exchange)
            recorded.request.url = origin + exchange.request.target
            return recorded
        }
        if !keepsSecrets { exchanges = Self.withoutSecrets(exchanges, pseudonyms) }
        for exchange in exchanges { pseudonyms.noteSources(in: exchange) }
        let shapes = exchanges.map { RequestShape($0.request, pseudonyms, matchesAnyQuery: matchesAnyQuery) }
        let grouping = InteractionGrouping(exchanges: exchanges, isStateful: isStateful)
        var (interactions, states) = grouping.interactions(shapes)
        if let existing { keepNew(&interactions, &exchanges, beside: existing) }
        let contract = ContractDraft(exchanges, interactions, origin: origin)
        var files = BodyFiles(prefix: slug)
        let drafts = drafts(of: interactions, states, exchanges, unreached: Set(contract.unreached), &files)
        let unserved = UnservedLinks.targets(
            in: exchanges.map(\.response),
            origins: [origin],
            served: Self.served(
                by: drafts.compactMap { $0["request"] } + (existing?.requests ?? []).map { .object($0) }
            )
        )
        var content = head(origin: origin)
        content["recorded"] = unserved.isEmpty ? [:] : ["unserved": .array(unserved.map { .string($0) })]
        content["interactions"] = .array(drafts.map { .object($0) })
        if !contract.steps.isEmpty { content["contract"] = .array(contract.steps) }
        return GeneratedScenario(
            content: content,
            files: files.all,
            secrets: pseudonyms.secrets.count,
            existing: existing
        )
    }

    /// Leaves out the interactions that a file has already, and their exchanges.
    private func keepNew(
        _ interactions: inout [DraftInteraction],
        _ exchanges: inout [Exchange],
        beside existing: ExistingScenario
    ) {
        interactions.removeAll { existing.requests.contains($0.request) }
        let kept = interactions.flatMap(\.exchanges).sorted()
        let positions = Dictionary(zip(kept, kept.indices)) { first, _ in first }
        for index in interactions.indices {
            interactions[index].exchanges = interactions[index].exchanges.compactMap { positions[$0] }
        }
        exchanges = kept.map { exchanges[$0] }
    }

    private func head(origin: String) -> JSONObject {
        var content: JSONObject = ["scenario": .string(title)]
        if let summary { content["description"] = .string(summary) }
        if !tags.isEmpty { content["tags"] = .array(tags.map { .string($0) }) }
        content["origin"] = .string(origin)
        return content
    }

    private func drafts(
        of interactions: [DraftInteraction],
        _ states: [String],
        _ exchanges: [Exchange],
        unreached: Set<Int>,
        _ files: inout BodyFiles
    ) -> [JSONObject] {
        // Between two of these numbers there is one for interactions that come last in any state.
        let step = states.count > 1 ? 2 : 1
        let exactPlaces = Set(interactions.map(\.shape).filter { !$0.isGeneral }.map(\.place))
        var drafts: [JSONObject] = []
        for (index, interaction) in interactions.enumerated() {
            var draft = draft(of: interaction, exchanges, isReached: !unreached.contains(index), &files)
            let isLate = interaction.shape.isGeneral && exactPlaces.contains(interaction.shape.place)
            let rank = (isLate ? 1 : 0) - interaction.precedence
            let lateness = interaction.binding.isFallback ? 1 : 0
            let priority = max(Self.usualPriority + rank * step + lateness, 1)
            Self.add(interaction.binding, of: states, to: &draft)
            if priority != Self.usualPriority {
                draft.members.insert(.init("priority", .number(JSONNumber(priority))), at: 1)
            }
            drafts.append(draft)
        }
        return drafts
    }

    /// Adds the keys of the state before the request pattern, and the state to the name.
    private static func add(_ binding: ScenarioStates.Binding, of states: [String], to draft: inout JSONObject) {
        let keys = [("requiredScenarioState", binding.required), ("newScenarioState", binding.next)]
        let members = keys.compactMap { key, state in
            state.map { JSONObject.Member(key, .string(states[$0])) }
        }
        guard let position = draft.names.firstIndex(of: "request") else { return }
        draft.members.insert(contentsOf: members, at: position)
        guard let state = binding.required, state > 0, let name = draft["name"]?.string else { return }
        draft["name"] = .string("\(name), \(states[state])")
    }

    private func draft(
        of interaction: DraftInteraction,
        _ exchanges: [Exchange],
        isReached: Bool,
        _ files: inout BodyFiles
    ) -> JSONObject {
        let first = exchanges[interaction.exchanges[0]]
        var draft: JSONObject = ["name": .string("\(first.request.method) \(first.request.target)")]
        // A contract that must not request it says so.
        if !isReached { draft["times"] = 0 }
        draft["request"] = .object(interaction.request)
        var runs: [(exchange: Exchange, count: Int)] = []
        for exchange in interaction.exchanges.map({ exchanges[$0] }) {
            if let last = runs.last, last.exchange.response == exchange.response {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((exchange, 1))
            }
        }
        var responses: [JSONObject] = []
        for run in runs {
            responses.append(ResponseDraft(exchange: run.exchange, keepsDelay: keepsDelays).object(&files))
        }
        if responses.count == 1 {
            draft["response"] = .object(responses[0])
        } else {
            for index in responses.indices where runs[index].count > 1 {
                responses[index]["times"] = .number(JSONNumber(runs[index].count))
            }
            draft["responses"] = .array(responses.map { .object($0) })
        }
        return draft
    }

    /// The exchanges with placeholders in place of secrets.
    static func withoutSecrets(_ exchanges: [Exchange], _ pseudonyms: Pseudonyms) -> [Exchange] {
        let sites = SecretSites(pseudonyms: pseudonyms)
        let marked = exchanges.map(sites.replaced)
        let replacement = SecretReplacement(pseudonyms)
        let replaced = marked.map(replacement.replaced)
        return replaced
    }

    /// The greatest number of a placeholder that the exchanges contain.
    static func greatestPlaceholder(in exchanges: [Exchange]) -> Int {
        let texts = exchanges.flatMap { exchange in
            [exchange.request.url] + (exchange.request.fields + exchange.response.fields).map(\.value)
                + [exchange.request.body, exchange.response.body].compactMap { String(validating: $0, as: UTF8.self) }
        }
        let numbers = texts.flatMap(Pseudonyms.placeholders).compactMap { Int($0.dropFirst(Pseudonyms.prefix.count)) }
        return min(numbers.max() ?? 0, Int(Int32.max))
    }

    /// The addresses of interactions with these request patterns, whose responses do not matter.
    private static func served(by requests: [JSONValue]) -> ServedAddresses {
        let interactions = requests.map { request -> JSONValue in ["request": request, "response": ["status": 204]] }
        let skeleton: JSONValue = ["scenario": "addresses", "interactions": .array(interactions)]
        let result = ScenarioReader.read(skeleton.serializedBytes(), path: "addresses.json")
        return ServedAddresses(result.scenario?.variants.all.first?.interactions ?? [])
    }
}
