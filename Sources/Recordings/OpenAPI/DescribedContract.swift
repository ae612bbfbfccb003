internal import Documents
internal import HAL
internal import Matching
internal import Messages
internal import Scenarios

/// The contract of a description: a request for each interaction, and the outcome of its response.
struct DescribedContract {
    /// The most steps, as in recordings.
    private static let mostSteps = 2000

    /// The steps, as in a scenario file.
    private(set) var steps: [JSONValue] = []
    /// The interactions that no step reaches, by their positions.
    private(set) var unreached: Set<Int> = []

    private let interactions: [DescribedInteraction]
    private let origin: String
    private let followsLinks: Bool
    private let served: ServedRequests
    private var names: [String: Int] = [:]
    /// Steps whose responses have a link to a target, and its relation.
    private var sources: [String: (step: String, relation: String)] = [:]

    init(_ interactions: [DescribedInteraction], origin: String, followsLinks: Bool) {
        self.interactions = interactions
        self.origin = origin
        self.followsLinks = followsLinks
        served = ServedRequests(interactions)
        var reached = Set<Int>()
        for (index, interaction) in interactions.enumerated() where interaction.isStep && steps.count < Self.mostSteps {
            // The request of one may be that of another, which comes first.
            guard served.responder(to: interaction.exchange.request) == index else { continue }
            guard addStep(for: interaction) else { continue }
            reached.formUnion(served.reached(by: interaction.exchange.request))
        }
        unreached = Set(interactions.indices).subtracting(reached)
    }

    private mutating func addStep(for interaction: DescribedInteraction) -> Bool {
        let exchange = interaction.exchange
        guard var request = StepDraft(exchange, ["Prefer", "Cookie"]).object else { return false }
        var headers = request["headers"]?.object ?? JSONObject()
        for name in interaction.ownFields where headers[name] == nil {
            if let value = exchange.request.fields[name] { headers[name] = .string(value) }
        }
        if !headers.isEmpty { request["headers"] = .object(headers) }
        let name = uniqueName(interaction.name)
        if let source = sources[exchange.request.target] {
            request["follow"] = ["relation": .string(source.relation), "from": .string(source.step)]
        } else {
            request["url"] = .string(exchange.request.target)
        }
        let expectation = ExpectationDraft(exchange, origin: origin)
        steps.append(["step": .string(name), "request": .object(request), "expect": .object(expectation.object)])
        if followsLinks, expectation.outcome == .success, let resource = expectation.resource?.resource {
            noteLinks(of: resource, name)
        }
        return true
    }

    private mutating func noteLinks(of resource: HALResource, _ step: String) {
        for entry in resource.links.entries where !["self", "curies"].contains(entry.relation.rawValue) {
            guard resource.embedded(entry.relation).isEmpty, let link = entry.links.elements.first, !link.isTemplated,
                sources[link.href] == nil
            else { continue }
            sources[link.href] = (step, entry.relation.rawValue)
        }
    }

    private mutating func uniqueName(_ name: String) -> String {
        names[name, default: 0] += 1
        guard let count = names[name], count > 1 else { return name }
        return uniqueName("\(name) (\(count))")
    }

    /// The targets of links in responses that no interaction serves.
    func unserved(origins: [String]) -> [String] {
        UnservedLinks.targets(in: interactions.map(\.exchange.response), origins: origins, served: served.addresses)
    }
}

/// The interactions of a description as the mock server tries them.
private struct ServedRequests {
    /// Interactions whose addresses have the same form.
    private struct Group {
        /// The segments of the path; nil for those that vary.
        let segments: [String?]
        /// Positions in the order in which they are tried.
        var members: [Int] = []

        func mayMatch(_ other: [String]) -> Bool {
            segments.count == other.count && zip(segments, other).allSatisfy { $0 == nil || $0 == $1 }
        }
    }

    private let patterns: [Interaction]
    private let conditions: [[RequestCondition]]
    private let ranks: [Int]
    private var groups: [String: [Group]] = [:]
    let addresses: ServedAddresses

    init(_ interactions: [DescribedInteraction]) {
        let drafts = interactions.map { interaction -> JSONValue in
            [
                "priority": .number(JSONNumber(interaction.priority)), "request": .object(interaction.pattern),
                "response": ["status": 204],
            ]
        }
        let skeleton: JSONValue = ["scenario": "requests", "interactions": .array(drafts)]
        let read = ScenarioReader.read(skeleton.serializedBytes(), path: "requests.json", rules: .firstVariant)
        let all = read.scenario?.variants.all.first?.interactions ?? []
        patterns = all.count == interactions.count ? all : []
        conditions = patterns.map(\.request.conditions)
        addresses = ServedAddresses(patterns)
        ranks = interactions.map(\.priority)
        var positions: [String: Int] = [:]
        for index in patterns.indices {
            let method = interactions[index].exchange.request.method
            let segments = interactions[index].path.segments
            let key = "\(method) \(segments.map { $0 ?? "{" }.joined(separator: "/"))"
            let position = positions[key] ?? groups[method]?.count ?? 0
            if positions[key] == nil { groups[method, default: []].append(Group(segments: segments)) }
            positions[key] = position
            groups[method]?[position].members.append(index)
        }
    }

    /// The positions of those whose address may be that of the request, in the order in which they are tried.
    private func candidates(for request: Exchange.Request) -> [Int] {
        let path = request.target.prefix { $0 != "?" }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return (groups[request.method] ?? []).filter { $0.mayMatch(segments) }.flatMap(\.members)
            .sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    }

    /// The position of the interaction that responds; nil if none does.
    func responder(to request: Exchange.Request) -> Int? {
        let decoded = Self.decoded(request)
        return candidates(for: request).first { index in conditions[index].allSatisfy { $0.holds(for: decoded) } }
    }

    /// The positions of those with the method and the address.
    func reached(by request: Exchange.Request) -> [Int] {
        let decoded = Self.decoded(request)
        return candidates(for: request).filter { decoded.matches(patterns[$0].request.url) }
    }

    private static func decoded(_ request: Exchange.Request) -> DecodedRequest {
        DecodedRequest(
            Request(
                method: request.method,
                target: request.target,
                fields: request.fields.map { ($0.name, $0.value) },
                body: request.body
            )
        )
    }
}
