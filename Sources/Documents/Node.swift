/// One value of a scenario file with its place in the source.
public struct Node: Sendable {
    /// A text; a plain one, without quotes, may be a number, a boolean or null.
    package struct Scalar: Sendable, Hashable {
        package var text: String
        package var isPlain: Bool

        package init(text: String, isPlain: Bool) {
            self.text = text
            self.isPlain = isPlain
        }
    }

    package struct Pair: Sendable {
        package var key: Node
        package var value: Node

        package init(key: Node, value: Node) {
            self.key = key
            self.value = value
        }
    }

    package enum Content: Sendable {
        case scalar(Scalar)
        case sequence([Node])
        /// In the order of the file; keys are scalars and differ.
        case mapping([Pair])
    }

    package var content: Content
    package var mark: Mark
    /// The number of columns to underline; at least 1.
    package var length: Int
    /// Whether this node or a node below it contains `${`.
    package var hasPlaceholder: Bool

    package init(content: Content, mark: Mark, length: Int, hasPlaceholder: Bool) {
        self.content = content
        self.mark = mark
        self.length = length
        self.hasPlaceholder = hasPlaceholder
    }
}

/// A place in a file; lines and columns count from 1, columns in Unicode scalars.
package struct Mark: Sendable, Hashable {
    private let storedLine: UInt32
    private var storedColumn: UInt32
    /// The number of the file among those of its ``IssueLog``: 0, or that of an included file.
    package var file: UInt32

    package init(line: Int, column: Int, file: UInt32 = 0) {
        storedLine = UInt32(clamping: line)
        storedColumn = UInt32(clamping: column)
        self.file = file
    }

    package var line: Int { Int(storedLine) }
    package var column: Int {
        get { Int(storedColumn) }
        set { storedColumn = UInt32(clamping: newValue) }
    }
}

extension Node {
    /// The scalar, or nil for a list or an object.
    package var scalar: Scalar? {
        guard case .scalar(let scalar) = content else { return nil }
        return scalar
    }

    /// The text of a scalar, whatever its style; else an empty one.
    package var text: String {
        scalar?.text ?? ""
    }

    /// The members of an object; empty for other nodes.
    package var pairs: [Pair] {
        guard case .mapping(let pairs) = content else { return [] }
        return pairs
    }

    /// The items of a list; empty for other nodes.
    package var items: [Node] {
        guard case .sequence(let items) = content else { return [] }
        return items
    }

    /// The value of a key of an object, or nil.
    package subscript(key: String) -> Node? {
        pairs.first { $0.key.text == key }?.value
    }

    /// The node, with all nodes in it at places of another file.
    package func placed(inFile number: UInt32) -> Node {
        var node = self
        node.mark.file = number
        switch content {
        case .scalar: break
        case .sequence(let items): node.content = .sequence(items.map { $0.placed(inFile: number) })
        case .mapping(let pairs):
            node.content = .mapping(
                pairs.map { Pair(key: $0.key.placed(inFile: number), value: $0.value.placed(inFile: number)) }
            )
        }
        return node
    }

    /// The kind of the node with its article, for messages.
    package var kind: String {
        switch content {
        case .scalar(let scalar): scalar.resolved.kind
        case .sequence: "a list"
        case .mapping: "an object"
        }
    }
}

/// Why a file cannot be read as YAML or JSON, or an object is not accepted as it is, and where.
package struct SyntaxProblem: Error, Sendable, Hashable {
    package var message: String
    package var mark: Mark
    package var length = 1
    /// A suggestion, for example `quote the value: 'a: b'`.
    package var suggestion: String?
}
