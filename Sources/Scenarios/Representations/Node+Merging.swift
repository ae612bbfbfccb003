import Documents

extension Node {
    /// An object of these members, at the place of another node.
    init(_ pairs: [Pair], at place: Node) {
        self.init(
            content: .mapping(pairs),
            mark: place.mark,
            length: place.length,
            hasPlaceholder: pairs.contains { $0.key.hasPlaceholder || $0.value.hasPlaceholder }
        )
    }

    /// A list of these items, at the place of another node.
    init(_ items: [Node], at place: Node) {
        self.init(
            content: .sequence(items),
            mark: place.mark,
            length: place.length,
            hasPlaceholder: items.contains(where: \.hasPlaceholder)
        )
    }

    /// A plain text at the place of another node.
    init(_ text: String, at place: Node) {
        self.init(
            content: .scalar(Scalar(text: text, isPlain: false)),
            mark: place.mark,
            length: place.length,
            hasPlaceholder: place.hasPlaceholder
        )
    }

    static func emptyObject(at place: Node) -> Node {
        let none: [Pair] = []
        return Node(none, at: place)
    }

    var isNull: Bool { scalar?.resolved == .null }

    /// The member under a key, with the key.
    func pair(_ key: String) -> Pair? { pairs.first { $0.key.text == key } }

    /// The object without the members under some keys.
    func without(_ keys: Set<String>) -> Node {
        Node(pairs.filter { !keys.contains($0.key.text) }, at: self)
    }

    /// The object with the value under a key replaced, if it has the key.
    func replacing(_ key: String, by change: (Node) -> Node) -> Node {
        guard pair(key) != nil else { return self }
        return Node(
            pairs.map { $0.key.text == key ? Pair(key: $0.key, value: change($0.value)) : $0 },
            at: self
        )
    }

    /// The result of a merge patch (RFC 7396 §2): objects are merged, null removes, all else replaces.
    func patched(with patch: Node) -> Node {
        guard case .mapping(let changes) = patch.content else { return patch }
        var members = pairs
        for change in changes {
            let index = members.firstIndex { $0.key.text == change.key.text }
            if change.value.isNull {
                if let index { members.remove(at: index) }
            } else if let index {
                members[index].value = members[index].value.patched(with: change.value)
            } else {
                let empty = Node.emptyObject(at: change.value)
                members.append(Pair(key: change.key, value: empty.patched(with: change.value)))
            }
        }
        return Node(members, at: patch)
    }

    /// Members over those of a default: the own ones win, and null removes.
    func over(_ defaults: [Pair], isSame: (String, String) -> Bool) -> Node {
        let inherited = defaults.filter { pair in !pairs.contains { isSame($0.key.text, pair.key.text) } }
        let own = pairs.filter { pair in
            !pair.value.isNull || !defaults.contains { isSame($0.key.text, pair.key.text) }
        }
        return Node(inherited + own, at: self)
    }

    /// An estimate of the memory that a copy needs, in bytes.
    var weight: Int {
        switch content {
        case .scalar(let scalar): 64 + scalar.text.utf8.count
        case .sequence(let items): items.reduce(64) { $0 + $1.weight }
        case .mapping(let pairs): pairs.reduce(64) { $0 + $1.key.weight + $1.value.weight }
        }
    }
}
