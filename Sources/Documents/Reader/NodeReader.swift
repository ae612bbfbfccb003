internal import HAL

/// Reads values from the nodes of one file; a method that logs a mistake returns nil.
///
/// One reader reads all variants of a file, one after the other.
public final class NodeReader {
    /// The format of the file, where the rules of the two differ.
    package enum Dialect {
        case scenario
        /// WireMock's mappings: null, and empty lists under unsupported keys, are ignored, as its clients expect, and
        /// what it overlooks is a warning.
        case wireMock
    }

    package let log: IssueLog
    /// State of the user of the reader; nil if it has none.
    package let context: AnyObject?
    package var dialect = Dialect.scenario
    /// The matrix of the file; without names if it has none.
    package var matrix = Matrix()
    /// The position of the current variant's value for each name of the matrix.
    package var places: [Int] = []
    /// The values that were read for other variants, which this one can share.
    @usableFromInline package var cache = NodeCache()

    package init(log: IssueLog, context: AnyObject? = nil) {
        self.log = log
        self.context = context
    }

    @usableFromInline package var hasMatrix: Bool { !places.isEmpty }

    package func location(of node: Node) -> SourceLocation {
        log.location(of: node.mark)
    }
}

extension NodeReader {
    /// The scalar with its placeholders filled; nil for a list or an object.
    package func filled(_ node: Node) -> Node.Scalar? {
        guard case .scalar(let scalar) = node.content else { return nil }
        guard node.hasPlaceholder, hasMatrix else { return scalar }
        return Placeholders.filled(scalar) { name in
            for (position, known) in matrix.names.enumerated() where known.name == name {
                return known.values[places[position]]
            }
            log.warning(
                "'${\(name)}' is not a name of the matrix and is left unchanged",
                at: node,
                suggestion: Spelling.suggestion(for: String(name), among: matrix.names.map(\.name))
            )
            return nil
        }
    }

    /// The text of a string; numbers and booleans are read as they are written.
    package func text(_ node: Node, _ name: String) -> String? {
        guard let scalar = filled(node) else {
            log.error("\(name) must be a string, not \(node.kind)", at: node)
            return nil
        }
        if scalar.isPlain, case .null = scalar.resolved {
            log.error("\(name) must be a string, not null", at: node)
            return nil
        }
        return scalar.text
    }

    package func integer(_ node: Node, _ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let scalar = filled(node), let number = number(of: scalar, name, at: node),
            let integer = integer(of: number, name, at: node)
        else {
            logType("\(name) must be an integer", node)
            return nil
        }
        guard range.contains(integer) else {
            let bounds = "\(range.lowerBound) and \(range.upperBound)"
            log.error("\(name) must be between \(bounds), not \(integer)", at: node)
            return nil
        }
        return integer
    }

    package func number(_ node: Node, _ name: String, in range: ClosedRange<Double>) -> Double? {
        guard let scalar = filled(node), let value = number(of: scalar, name, at: node)?.double else {
            logType("\(name) must be a number", node)
            return nil
        }
        guard range.contains(value) else {
            log.error("\(name) must be between \(range.lowerBound) and \(range.upperBound)", at: node)
            return nil
        }
        return value
    }

    package func boolean(_ node: Node, _ name: String) -> Bool? {
        guard let scalar = filled(node), let value = boolean(of: scalar, name, at: node) else {
            logType("\(name) must be true or false", node)
            return nil
        }
        return value
    }

    /// One of an enum's raw values.
    @inlinable
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ node: Node,
        _ name: String,
        of type: Choice.Type
    ) -> Choice? {
        word(node, name, among: Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
    }

    /// One of some words; `others` are other allowed values, for the message.
    public func word(_ node: Node, _ name: String, among words: [String], others: [String] = []) -> String? {
        guard let word = text(node, name) else { return nil }
        guard !words.contains(word) else { return word }
        let known = (words + others).joined(separator: ", ")
        let suggestion = Spelling.suggestion(for: word, among: words) ?? "supported: " + known
        log.error("'\(word)' is not a valid \(name)", at: node, suggestion: suggestion)
        return nil
    }

    /// The items of a list.
    public func items(_ node: Node, _ name: String) -> [Node]? {
        guard case .sequence(let items) = node.content else {
            log.error("\(name) must be a list, not \(node.kind)", at: node)
            return nil
        }
        return items
    }

    /// The members of an object whose keys are free, such as header names.
    public func entries(_ node: Node, _ name: String) -> [(name: String, key: Node, value: Node)]? {
        guard case .mapping(let pairs) = node.content else {
            log.error("\(name) must be an object, not \(node.kind)", at: node)
            return nil
        }
        return pairs.map { (filled($0.key)?.text ?? "", $0.key, $0.value) }
    }

    /// Logs a value of another type, unless an unknown name of the matrix, which was logged before, is the cause.
    private func logType(_ message: String, _ node: Node) {
        let isUnknownName = hasMatrix && filled(node).map { Placeholders.mayStand(in: $0.text) } == true
        guard !isUnknownName || !log.raiseWarnings(at: node.mark) else { return }
        log.error("\(message), not \(description(of: node))", at: node)
    }

    private func description(of node: Node) -> String {
        guard let scalar = filled(node) else { return node.kind }
        switch scalar.resolved {
        case .string(let text): return "'\(text.prefix(40))'"
        case .number: return String(scalar.text.prefix(40))
        case let other: return other.kind
        }
    }
}
