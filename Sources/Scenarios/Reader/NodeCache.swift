internal import HAL

/// The values that were read from nodes, by the place of the node and by the values of the matrix in it.
struct NodeCache: Sendable {
    /// A node with one choice of the values that its placeholders name.
    struct Key: Hashable, Sendable {
        let mark: Mark
        let choice: Int
    }

    /// The names of the matrix in a node, by their positions.
    struct Use: Sendable {
        let names: [Int]
        /// The number of different values that the node can become.
        let choices: Int
    }

    typealias Entries<Value> = [Key: Value]

    /// Nodes that become more values are read each time.
    static let maximumChoices = 1_000
    static let maximumExpressions = 256

    var interactions: Entries<Interaction> = [:]
    var requests: Entries<RequestPattern> = [:]
    var responses: Entries<ResponseDefinition> = [:]
    var values: Entries<JSONValue> = [:]
    var steps: Entries<Step> = [:]
    var stepRequests: Entries<StepRequest> = [:]
    var expectations: Entries<Expectation> = [:]
    /// Compiled expressions by their patterns: variants mostly share them.
    var expressions: [String: RegularExpression] = [:]
    /// The contents of body files by their names.
    var bodies: [String: [UInt8]] = [:]
    var uses: [Mark: Use] = [:]

    /// The cache without values that hold for some variants only, except body files.
    var lasting: NodeCache {
        var lasting = self
        lasting.interactions = withoutChoices(interactions)
        lasting.requests = withoutChoices(requests)
        lasting.responses = withoutChoices(responses)
        lasting.values = withoutChoices(values)
        lasting.steps = withoutChoices(steps)
        lasting.stepRequests = withoutChoices(stepRequests)
        lasting.expectations = withoutChoices(expectations)
        return lasting
    }

    private func withoutChoices<Value>(_ entries: Entries<Value>) -> Entries<Value> {
        entries.filter { uses[$0.key.mark]?.names.isEmpty ?? true }
    }
}

extension NodeReader {
    /// Reads the node once for all variants in which it has the same text.
    func cached<Value>(
        _ node: Node,
        in path: WritableKeyPath<NodeCache, NodeCache.Entries<Value>>,
        _ read: () -> Value?
    ) -> Value? {
        guard hasMatrix, let key = key(of: node) else { return read() }
        if let known = cache[keyPath: path][key] { return known }
        let value = read()
        cache[keyPath: path][key] = value
        return value
    }

    /// Nil if caching would not pay.
    private func key(of node: Node) -> NodeCache.Key? {
        guard node.hasPlaceholder else { return NodeCache.Key(mark: node.mark, choice: 0) }
        let use = use(of: node)
        guard use.choices <= NodeCache.maximumChoices, use.names.count < matrix.names.count else { return nil }
        return NodeCache.Key(mark: node.mark, choice: matrix.choice(of: use.names, places))
    }

    func use(of node: Node) -> NodeCache.Use {
        guard node.hasPlaceholder else { return NodeCache.Use(names: [], choices: 1) }
        if let known = cache.uses[node.mark] { return known }
        var found: Set<Int> = []
        collectNames(in: node, &found)
        let names = found.sorted()
        let use = NodeCache.Use(names: names, choices: matrix.choices(of: names))
        cache.uses[node.mark] = use
        return use
    }

    private func collectNames(in node: Node, _ found: inout Set<Int>) {
        guard node.hasPlaceholder else { return }
        switch node.content {
        case .scalar(let scalar):
            _ = Placeholders.filled(scalar) { name in
                if let position = matrix.names.firstIndex(where: { $0.name == name }) { found.insert(position) }
                return nil
            }
        case .sequence(let items):
            for item in items { collectNames(in: item, &found) }
        case .mapping(let pairs):
            for pair in pairs {
                collectNames(in: pair.key, &found)
                collectNames(in: pair.value, &found)
            }
        }
    }
}
