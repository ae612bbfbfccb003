internal import HAL

/// What was read from nodes that look the same in every variant, by the place of the node.
struct NodeCache {
    var interactions: [Mark: Interaction] = [:]
    var requests: [Mark: RequestPattern] = [:]
    var responses: [Mark: ResponseDefinition] = [:]
    var values: [Mark: JSONValue] = [:]
    var steps: [Mark: Step] = [:]
}

extension NodeReader {
    /// What `read` makes of the node; once only if no placeholder stands in it.
    func cached<Value>(
        _ node: Node,
        in path: WritableKeyPath<NodeCache, [Mark: Value]>,
        _ read: () -> Value?
    ) -> Value? {
        guard !values.isEmpty, !node.hasPlaceholder else { return read() }
        if let known = cache[keyPath: path][node.mark] { return known }
        let value = read()
        cache[keyPath: path][node.mark] = value
        return value
    }
}
