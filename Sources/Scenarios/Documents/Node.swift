/// One value of a scenario file with its place in the source.
struct Node: Sendable {
    /// A text; a plain one, without quotes, may be a number, a boolean or null.
    struct Scalar: Sendable, Hashable {
        var text: String
        var isPlain: Bool
    }

    struct Pair: Sendable {
        var key: Node
        var value: Node
    }

    enum Content: Sendable {
        case scalar(Scalar)
        case sequence([Node])
        /// In the order of the file; keys are scalars and differ.
        case mapping([Pair])
    }

    var content: Content
    var mark: Mark
    /// The number of columns to underline; at least 1.
    var length: Int
    /// Whether this node or a node below it contains `${`.
    var hasPlaceholder: Bool
}

/// A place in a file; lines and columns count from 1, columns in Unicode scalars.
struct Mark: Sendable, Hashable {
    var line: Int
    var column: Int
}

extension Node {
    /// The scalar, or nil for a list or an object.
    var scalar: Scalar? {
        guard case .scalar(let scalar) = content else { return nil }
        return scalar
    }

    /// The text of a scalar, whatever its style; else an empty one.
    var text: String {
        scalar?.text ?? ""
    }

    /// The members of an object; empty for other nodes.
    var pairs: [Pair] {
        guard case .mapping(let pairs) = content else { return [] }
        return pairs
    }

    /// The items of a list; empty for other nodes.
    var items: [Node] {
        guard case .sequence(let items) = content else { return [] }
        return items
    }

    /// The value of a key of an object, or nil.
    subscript(key: String) -> Node? {
        pairs.first { $0.key.text == key }?.value
    }

    /// The kind of the node with its article, for messages.
    var kind: String {
        switch content {
        case .scalar(let scalar): scalar.resolved.kind
        case .sequence: "a list"
        case .mapping: "an object"
        }
    }
}

/// Why a file cannot be read as YAML or JSON, or an object is not accepted as it is, and where.
struct SyntaxProblem: Error, Sendable, Hashable {
    var message: String
    var mark: Mark
    var length = 1
    /// A suggestion, for example `quote the value: 'a: b'`.
    var suggestion: String?
}
