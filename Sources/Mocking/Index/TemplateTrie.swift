import Documents
import Matching

/// The path templates of an index as a tree of segments.
///
/// A lookup costs the depth of the path, whatever the number of templates.
struct TemplateTrie {
    /// The maximum number of segments of a template in the tree, whose walk is recursive.
    static let maximumDepth = 128

    private struct Node {
        /// The child for any single non-empty segment; -1: none.
        var parameter: Int32 = -1
        /// The list of interactions whose template ends here; -1: none.
        var list: Int32 = -1
        /// The list of interactions whose template continues with `**`; -1: none.
        var restList: Int32 = -1
    }

    /// The arguments of a walk that do not change.
    private struct Walk {
        let bytes: [UInt8]
        let end: Int
    }

    private var nodes: [Node] = [Node()]
    private var children = LiteralTable()
    private(set) var isEmpty = true

    /// Returns the number of a template's list; a new template gets `list`.
    mutating func value(of template: PathTemplate, orInsert list: Int32) -> Int32 {
        isEmpty = false
        var node: Int32 = 0
        for segment in template.segments {
            switch segment {
            case .literal(let text):
                node = literalChild(of: node, PercentCoding.normalized(Array(text.utf8)[...]))
            case .parameter:
                node = parameterChild(of: node)
            case .anyRest:
                return value(of: node, \.restList, orInsert: list)
            }
        }
        return value(of: node, \.list, orInsert: list)
    }

    /// The number of a template's list, or -1.
    func list(of template: PathTemplate) -> Int32 {
        var node: Int32 = 0
        for segment in template.segments {
            switch segment {
            case .literal(let text):
                let segment = PercentCoding.normalized(Array(text.utf8)[...])
                node = children.find(ByteHash(segment), owner: node, segment, segment.indices)
            case .parameter: node = nodes[Int(node)].parameter
            case .anyRest: return nodes[Int(node)].restList
            }
            guard node >= 0 else { return -1 }
        }
        return nodes[Int(node)].list
    }

    /// Calls `found` with the list of each template that matches the path, in no order.
    func lists(for target: RequestTarget, found: (Int32) -> Void) {
        let walk = Walk(bytes: target.bytes, end: target.path.upperBound)
        guard let first = target.path.first, target.bytes[first] == UInt8(ascii: "/") else { return }
        visit(0, from: first, walk, found)
    }

    /// Continues at `start`, the slash before the next segment or the end of the path.
    ///
    /// Each node is visited at most once: it is a tree.
    private func visit(_ index: Int32, from start: Int, _ walk: Walk, _ found: (Int32) -> Void) {
        let node = nodes[Int(index)]
        guard start < walk.end else {
            if node.list >= 0 { found(node.list) }
            return
        }
        if node.restList >= 0 { found(node.restList) }
        var hash = ByteHash()
        var end = start + 1
        while end < walk.end, walk.bytes[end] != UInt8(ascii: "/") {
            hash.add(walk.bytes[end])
            end += 1
        }
        let child = children.find(hash, owner: index, walk.bytes, (start + 1)..<end)
        if child >= 0 { visit(child, from: end, walk, found) }
        if node.parameter >= 0, end > start + 1 { visit(node.parameter, from: end, walk, found) }
    }

    private mutating func literalChild(of node: Int32, _ segment: [UInt8]) -> Int32 {
        let child = children.value(of: segment, owner: node, orInsert: Int32(nodes.count))
        return child == Int32(nodes.count) ? addNode() : child
    }

    private mutating func parameterChild(of node: Int32) -> Int32 {
        guard nodes[Int(node)].parameter < 0 else { return nodes[Int(node)].parameter }
        let child = addNode()
        nodes[Int(node)].parameter = child
        return child
    }

    private mutating func addNode() -> Int32 {
        nodes.append(Node())
        return Int32(nodes.count - 1)
    }

    private mutating func value(
        of node: Int32,
        _ place: WritableKeyPath<Node, Int32>,
        orInsert list: Int32
    ) -> Int32 {
        if nodes[Int(node)][keyPath: place] < 0 { nodes[Int(node)][keyPath: place] = list }
        return nodes[Int(node)][keyPath: place]
    }
}
