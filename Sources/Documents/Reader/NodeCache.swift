/// The values that were read from nodes, by the place of the node and by the values of the matrix in it.
@usableFromInline
package struct NodeCache: Sendable {
    /// A node with one choice of the values that its placeholders name, read as one type.
    @usableFromInline struct Key: Hashable, Sendable {
        let type: ObjectIdentifier
        let mark: Mark
        let choice: Int
    }

    /// A text, read as one type.
    private struct TextKey: Hashable {
        let type: ObjectIdentifier
        let text: String
    }

    /// The names of the matrix in a node, by their positions.
    package struct Use: Sendable {
        package let names: [Int]
        /// The number of different values that the node can become.
        let choices: Int
    }

    /// Nodes that become more values are read each time.
    static let maximumChoices = 1_000
    private static let maximumTexts = 256

    private var values: [Key: any Sendable] = [:]
    private var texts: [TextKey: any Sendable] = [:]
    fileprivate var uses: [Mark: Use] = [:]

    /// The cache without values that hold for some variants only.
    package var lasting: NodeCache {
        var lasting = self
        lasting.values = values.filter { uses[$0.key.mark]?.names.isEmpty ?? true }
        return lasting
    }

    @usableFromInline
    subscript(key: Key) -> (any Sendable)? {
        get { values[key] }
        set { values[key] = newValue }
    }

    /// The value that is made from a text alone, such as a compiled expression: variants mostly share them.
    fileprivate subscript<Value: Sendable>(text: String) -> Value? {
        get { texts[TextKey(type: ObjectIdentifier(Value.self), text: text)] as? Value }
        set {
            guard texts.count < Self.maximumTexts else { return }
            texts[TextKey(type: ObjectIdentifier(Value.self), text: text)] = newValue
        }
    }
}

extension NodeReader {
    /// Reads the node once for all variants in which it has the same text.
    @inlinable
    public func cached<Value: Sendable>(_ node: Node, _ read: () -> Value?) -> Value? {
        guard hasMatrix, let key = cacheKey(of: node, as: ObjectIdentifier(Value.self)) else { return read() }
        if let known = cache[key] as? Value { return known }
        let value = read()
        cache[key] = value
        return value
    }

    /// Makes a value of a text once.
    package func cached<Value: Sendable>(text: String, _ make: () -> Value?) -> Value? {
        if let known: Value = cache[text] { return known }
        let value = make()
        cache[text] = value
        return value
    }

    /// Nil if caching would not pay.
    @usableFromInline
    func cacheKey(of node: Node, as type: ObjectIdentifier) -> NodeCache.Key? {
        guard node.hasPlaceholder else { return NodeCache.Key(type: type, mark: node.mark, choice: 0) }
        let use = use(of: node)
        guard use.choices <= NodeCache.maximumChoices, use.names.count < matrix.names.count else { return nil }
        return NodeCache.Key(type: type, mark: node.mark, choice: matrix.choice(of: use.names, places))
    }

    package func use(of node: Node) -> NodeCache.Use {
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
