import Documents
import Matching

/// The parts of an interaction that those of the file have if they do not say otherwise.
struct InteractionDefaults: Sendable {
    static let requestKey = "request"
    static let responseKey = "response"
    private static let responsesKey = "responses"

    private let node: Node

    init(_ node: Node) {
        self.node = node
    }

    /// The defaults, those of another file under them.
    func over(_ others: InteractionDefaults) -> InteractionDefaults {
        InteractionDefaults(others.interaction(from: node))
    }

    /// An interaction with the defaults under it: what it has itself wins, and null removes a default.
    func interaction(from interaction: Node) -> Node {
        guard case .mapping = interaction.content else { return interaction }
        var pairs = interaction.pairs
        for index in pairs.indices {
            let own = pairs[index].value
            switch pairs[index].key.text {
            case Self.requestKey: pairs[index].value = request(from: own)
            case Self.responseKey: pairs[index].value = response(from: own)
            case Self.responsesKey where !own.items.isEmpty:
                pairs[index].value = Node(own.items.map(response), at: own)
            default: break
            }
        }
        let names = Set(pairs.map(\.key.text))
        if !names.contains(Self.requestKey), let request = node.pair(Self.requestKey) { pairs.append(request) }
        if names.isDisjoint(with: [Self.responseKey, Self.responsesKey]), let response = node.pair(Self.responseKey) {
            pairs.append(response)
        }
        return Node(pairs, at: interaction)
    }

    private func request(from own: Node) -> Node {
        node[Self.requestKey].map { Self.merged(own, over: $0, RequestPattern.codec.table) } ?? own
    }

    private func response(from own: Node) -> Node {
        guard let defaults = node[Self.responseKey], own["raw"] == nil, own["rawBase64"] == nil else { return own }
        return Self.merged(own, over: defaults, ResponseDefinition.codec.table)
    }

    /// An object over its default; those of its members that have free names, such as headers, are merged as well.
    private static func merged(_ own: Node, over defaults: Node, _ table: KeyTable) -> Node {
        guard case .mapping = own.content else { return own }
        let names = Set(own.pairs.map(\.key.text))
        let excluded = table.options.exclusive.filter { !names.isDisjoint(with: $0.names) }.flatMap(\.names)
        let merged = Node(
            own.pairs.map { pair in
                guard let others = defaults[pair.key.text], let position = table.position(of: pair.key.text),
                    case .map = table.keys[position].shape, case .mapping = pair.value.content
                else { return pair }
                let isOfFields = pair.key.text == ResponseDefinition.headersKey
                let value = pair.value.over(others.pairs) {
                    isOfFields ? $0.lowercased() == $1.lowercased() : $0 == $1
                }
                return Node.Pair(key: pair.key, value: value)
            },
            at: own
        )
        return merged.over(defaults.pairs.filter { !excluded.contains($0.key.text) }) { $0 == $1 }
    }

    static let codec = ObjectCodec(
        "defaults",
        "defaults",
        Interaction(responses: ResponseSequence([])),
        KeyTable.Options(parents: [requestKey, responseKey]),
        keys: [
            Key(
                ignored: requestKey,
                RequestPattern.codec.codec,
                "What every request must match.",
                example: "request: { headers: { Accept: { contains: json } } }"
            ),
            Key(
                ignored: responseKey,
                ResponseDefinition.codec.codec,
                "What every response has, except a raw one.",
                example: "response: { headers: { Vary: Accept } }"
            ),
        ]
    )

    static let key = Key<SharedParts>(
        "defaults",
        Codec<Node>(reading: .definition(codec.table)) { _, node, _ in node },
        "Keys of every interaction that does not have them; null removes one.",
        example: "defaults: { response: { headers: { Vary: Accept } } }",
        set: { $0.defaults = $1 }
    )
}
