import HAL

/// Finds the JSON pointer (RFC 6901) of a place in a document.
struct PointerTable {
    let root: Node

    /// The pointer of the innermost member or item that begins there or before; that of the object for its brace.
    func pointer(at mark: Mark) -> String {
        var pointer = ""
        var node = root
        while let (step, child, isKey) = Self.child(of: node, at: mark) {
            pointer += "/" + step
            guard !isKey else { break }
            node = child
        }
        return pointer
    }

    private static func child(of node: Node, at mark: Mark) -> (step: String, child: Node, isKey: Bool)? {
        switch node.content {
        case .scalar: return nil
        case .sequence(let items):
            guard let index = items.lastIndex(where: { $0.mark <= mark }) else { return nil }
            return (String(index), items[index], false)
        case .mapping(let pairs):
            guard let pair = pairs.last(where: { $0.key.mark <= mark }) else { return nil }
            return (JSONPointer.escaped(pair.key.text), pair.value, mark < pair.value.mark)
        }
    }
}

extension Mark: Comparable {
    static func < (left: Mark, right: Mark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
