import HAL

/// Puts nodes together from the events of a parser, whether YAML or JSON; without recursion.
struct NodeBuilder {
    /// Lists and objects inside each other; later steps recurse over them.
    static let maximumDepth = 200
    /// The maximum number of nodes that aliases refer to, in total.
    static let maximumExpansion = 100_000

    /// A list or object that is not complete yet.
    private struct Open {
        var node: Node
        var anchor: String?
        var isMapping: Bool
        var items: [Node] = []
        var pairs: [Node.Pair] = []
        var key: Node?
        /// Those of `pairs`, once there are many.
        var keys: Set<ExactText> = []
        /// The members that merge keys bring, each once.
        var merged: [Node.Pair] = []
        var mergedKeys: Set<ExactText> = []
        var size = 1
        var height = 1

        /// All members: those that are merged first, unless the object has them itself.
        var members: [Node.Pair] {
            guard !merged.isEmpty else { return pairs }
            let own = Set(pairs.map { ExactText($0.key.text) })
            return merged.filter { !own.contains(ExactText($0.key.text)) } + pairs
        }

        /// The place of the earlier key with this text; nil if the key is new.
        mutating func mark(of key: String) -> Mark? {
            if pairs.count >= 8 {
                if keys.isEmpty { keys = Set(pairs.map { ExactText($0.key.text) }) }
                guard !keys.insert(ExactText(key)).inserted else { return nil }
            }
            return pairs.first { $0.key.text.isExactly(key) }?.key.mark
        }
    }

    /// The node that an alias refers to, and the number of nodes that it adds.
    private struct Anchored {
        var node: Node
        var size: Int
        var height: Int
    }

    /// The problems that do not stop reading: keys that are defined twice.
    private(set) var problems: [SyntaxProblem] = []
    /// The whole document, once it is complete.
    private(set) var root: Node?

    private var open: [Open] = []
    private var anchors: [String: Anchored] = [:]
    private var expansion = 0

    mutating func scalar(_ scalar: Node.Scalar, at mark: Mark, length: Int, anchor: String? = nil) throws(SyntaxProblem)
    {
        let node = Node(
            content: .scalar(scalar),
            mark: mark,
            length: max(length, 1),
            hasPlaceholder: Placeholders.mayStand(in: scalar.text)
        )
        if let anchor { anchors[anchor] = Anchored(node: node, size: 1, height: 0) }
        try add(node, size: 1, height: 0)
    }

    mutating func begin(mapping: Bool, at mark: Mark, anchor: String? = nil) throws(SyntaxProblem) {
        guard open.count < Self.maximumDepth else { throw tooDeep(at: mark) }
        try refuseAsKey(mark)
        if let anchor { anchors[anchor] = nil }
        let node = Node(content: .sequence([]), mark: mark, length: 1, hasPlaceholder: false)
        open.append(Open(node: node, anchor: anchor, isMapping: mapping))
    }

    mutating func end() throws(SyntaxProblem) {
        guard let closed = open.popLast() else { return }
        var node = closed.node
        node.content = closed.isMapping ? .mapping(closed.members) : .sequence(closed.items)
        if let anchor = closed.anchor {
            anchors[anchor] = Anchored(node: node, size: closed.size, height: closed.height)
        }
        try add(node, size: closed.size, height: closed.height)
    }

    mutating func alias(_ name: String, at mark: Mark) throws(SyntaxProblem) {
        guard let anchored = anchors[name] else {
            let isInside = open.contains { $0.anchor == name }
            let reason = isInside ? "refers to a value that contains it" : "is not defined before this line"
            throw SyntaxProblem(
                message: "alias '*\(name)' \(reason)",
                mark: mark,
                length: name.count + 1,
                suggestion: isInside ? "write the value out" : "quote the value: '*\(name)'"
            )
        }
        expansion += anchored.size
        guard expansion <= Self.maximumExpansion else {
            throw SyntaxProblem(
                message: "aliases expand to more than \(Self.maximumExpansion) nodes",
                mark: mark,
                length: name.count + 1,
                suggestion: "use fewer aliases"
            )
        }
        guard open.count + anchored.height <= Self.maximumDepth else { throw tooDeep(at: mark) }
        if anchored.height > 0 { try refuseAsKey(mark) }
        try add(anchored.node, size: anchored.size, height: anchored.height)
    }

    private func tooDeep(at mark: Mark) -> SyntaxProblem {
        SyntaxProblem(
            message: "lists and objects are nested deeper than \(Self.maximumDepth)",
            mark: mark,
            suggestion: "is a closing bracket missing?"
        )
    }

    private func refuseAsKey(_ mark: Mark) throws(SyntaxProblem) {
        guard let parent = open.last, parent.isMapping, parent.key == nil else { return }
        throw SyntaxProblem(
            message: "a key must be a single value, not a list or an object",
            mark: mark,
            suggestion: "quote the key"
        )
    }

    private mutating func add(_ node: Node, size: Int, height: Int) throws(SyntaxProblem) {
        let last = open.count - 1
        guard last >= 0 else {
            root = node
            return
        }
        open[last].size += size
        open[last].height = max(open[last].height, height + 1)
        if node.hasPlaceholder { open[last].node.hasPlaceholder = true }
        if !open[last].isMapping {
            open[last].items.append(node)
        } else if let key = open[last].key {
            open[last].key = nil
            try add(node, under: key)
        } else {
            open[last].key = node
        }
    }

    private mutating func add(_ value: Node, under key: Node) throws(SyntaxProblem) {
        guard key.scalar != Node.Scalar(text: "<<", isPlain: true) else { return try merge(value) }
        let last = open.count - 1
        guard let first = open[last].mark(of: key.text) else {
            open[last].pairs.append(Node.Pair(key: key, value: value))
            return
        }
        problems.append(
            SyntaxProblem(
                message: "key '\(key.text)' is defined twice in this object",
                mark: key.mark,
                length: key.length,
                suggestion: "the first one is on line \(first.line)"
            )
        )
    }

    /// Adds the members of an object or of several, of which the first with a key wins, as YAML's merge key does.
    private mutating func merge(_ value: Node) throws(SyntaxProblem) {
        let objects = value.scalar == nil && !value.items.isEmpty ? value.items : [value]
        let last = open.count - 1
        for object in objects {
            guard case .mapping(let pairs) = object.content else {
                throw SyntaxProblem(
                    message: "a merge key ('<<') needs an object or a list of objects, not \(object.kind)",
                    mark: object.mark,
                    length: object.length,
                    suggestion: "quote the key if it is meant as it is: '<<'"
                )
            }
            for pair in pairs where open[last].mergedKeys.insert(ExactText(pair.key.text)).inserted {
                open[last].merged.append(pair)
            }
        }
    }
}
