internal import HAL

/// Reads values from the nodes of one file; a method that logs a mistake returns nil.
///
/// One reader reads all variants of a file, one after the other.
final class NodeReader {
    /// The format of the file, where the rules of the two differ.
    enum Dialect {
        case scenario
        /// Null, and empty lists under unsupported keys, are ignored, as clients of WireMock expect.
        case wireMock
    }

    let log: IssueLog
    let slug: String
    let folder: BodyFolder
    let scope: RuleScope
    var dialect = Dialect.scenario
    /// Whether every mapping's response is a template.
    var templatesAll = false
    /// Whether the current response is a template.
    var isInTemplate = false
    /// The matrix of the file; without names if it has none.
    var matrix = Matrix()
    /// The position of the current variant's value for each name of the matrix.
    var places: [Int] = []
    /// The values that were read for other variants, which this one can share.
    var cache = NodeCache()

    init(log: IssueLog, slug: String, folder: BodyFolder, scope: RuleScope = .eachPart) {
        self.log = log
        self.slug = slug
        self.folder = folder
        self.scope = scope
    }

    var hasMatrix: Bool { !places.isEmpty }

    func location(of node: Node) -> SourceLocation {
        SourceLocation(file: log.file.path, line: node.mark.line, column: node.mark.column)
    }
}

/// A member of an object under a key that is known.
///
/// Any type is allowed: looking up the conformance of each kind of keys would make the first file slow.
struct Member<Key> {
    let key: Key
    let keyNode: Node
    let value: Node
}

extension NodeReader {
    /// The members of an object under known keys; logs the other keys and those that are missing.
    ///
    /// Keys in `others` are left to the caller.
    func members<Key: KnownKey>(
        of node: Node,
        as type: Key.Type,
        others: [String] = []
    ) -> [Member<Key>]? {
        guard case .mapping(let pairs) = node.content else {
            log.error("\(Key.owner) must be an object, not \(node.kind)", at: node)
            return nil
        }
        var members: [Member<Key>] = []
        members.reserveCapacity(pairs.count)
        for pair in pairs where !meansNothing(pair, as: Key.self) {
            if let key = Key.table[pair.key.text] {
                members.append(Member(key: key, keyNode: pair.key, value: pair.value))
            } else if !others.contains(pair.key.text) {
                logUnknown(pair.key, as: Key.self, others: others)
            }
        }
        for key in Key.required
        where !members.contains(where: { $0.key == key }) && !hasMisspelling(of: [key], in: node) {
            log.error("\(Key.owner) needs the key '\(key.rawValue)'", at: node)
        }
        return members
    }

    /// Whether WireMock treats the key as omitted; the operand of a matcher always counts.
    private func meansNothing<Key: KnownKey>(_ pair: Node.Pair, as type: Key.Type) -> Bool {
        guard dialect == .wireMock, type != MatcherKey.self else { return false }
        switch pair.value.content {
        case .scalar(let scalar):
            return scalar.resolved == .null
                && (Key.table[pair.key.text] != nil || Key.unsupported.contains(pair.key.text))
        case .sequence(let items): return items.isEmpty && Key.unsupported.contains(pair.key.text)
        case .mapping(let pairs): return pairs.isEmpty && Key.unsupported.contains(pair.key.text)
        }
    }

    /// Whether the object has a key that is probably a misspelling of one of these: one mistake gets one message.
    func hasMisspelling<Key: KnownKey>(of keys: [Key], in node: Node) -> Bool {
        let names = keys.map(\.rawValue)
        return node.pairs.contains { pair in
            guard Key.table[pair.key.text] == nil else { return false }
            return Key.synonyms[pair.key.text.lowercased()].map(names.contains) ?? false
                || Key.parents(of: pair.key.text).contains(where: keys.contains)
                || Spelling.suggestion(for: pair.key.text, among: names) != nil
        }
    }

    private func logUnknown<Key: KnownKey>(_ key: Node, as type: Key.Type, others: [String]) {
        guard !Key.unsupported.contains(key.text) else {
            log.error("'\(key.text)' is not supported", at: key)
            return
        }
        let known = Key.allCases.map(\.rawValue) + others
        let suggestion =
            Key.suggestion(for: key.text, others: others) ?? "known are " + known.joined(separator: ", ")
        log.error("unknown key '\(key.text)' in \(Key.owner)", at: key, suggestion: suggestion)
    }

    /// The scalar with its placeholders filled; nil for a list or an object.
    func filled(_ node: Node) -> Node.Scalar? {
        guard case .scalar(let scalar) = node.content else { return nil }
        guard node.hasPlaceholder, hasMatrix else { return scalar }
        return Placeholders.filled(scalar) { name in
            for (position, known) in matrix.names.enumerated() where known.name == name {
                return known.values[places[position]]
            }
            log.warning(
                "'${\(name)}' is not a name of the matrix and stays as it is",
                at: node,
                suggestion: Spelling.suggestion(for: String(name), among: matrix.names.map(\.name))
            )
            return nil
        }
    }

    /// The text of a string; numbers and booleans are read as they are written.
    func text(_ node: Node, _ name: String) -> String? {
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

    func integer(_ node: Node, _ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let scalar = filled(node), case .number(let number) = scalar.resolved, let integer = number.int else {
            logType("\(name) must be a whole number", node)
            return nil
        }
        guard range.contains(integer) else {
            let bounds = "\(range.lowerBound) to \(range.upperBound)"
            log.error("\(name) must be in the range of \(bounds), not \(integer)", at: node)
            return nil
        }
        return integer
    }

    func number(_ node: Node, _ name: String, in range: ClosedRange<Double>) -> Double? {
        guard let scalar = filled(node), case .number(let number) = scalar.resolved, let value = number.double else {
            logType("\(name) must be a number", node)
            return nil
        }
        guard range.contains(value) else {
            log.error("\(name) must be in the range of \(range.lowerBound) to \(range.upperBound)", at: node)
            return nil
        }
        return value
    }

    func boolean(_ node: Node, _ name: String) -> Bool? {
        guard let scalar = filled(node), case .bool(let value) = scalar.resolved else {
            logType("\(name) must be true or false", node)
            return nil
        }
        return value
    }

    /// One of an enum's raw values.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ node: Node,
        _ name: String,
        of type: Choice.Type
    ) -> Choice? {
        word(node, name, among: Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
    }

    /// One of some words; `others` are other allowed values, for the message.
    func word(_ node: Node, _ name: String, among words: [String], others: [String] = []) -> String? {
        guard let word = text(node, name) else { return nil }
        guard !words.contains(word) else { return word }
        let known = (words + others).joined(separator: ", ")
        let suggestion = Spelling.suggestion(for: word, among: words) ?? "known are " + known
        log.error("'\(word)' is unknown as \(name)", at: node, suggestion: suggestion)
        return nil
    }

    /// The items of a list.
    func items(_ node: Node, _ name: String) -> [Node]? {
        guard case .sequence(let items) = node.content else {
            log.error("\(name) must be a list, not \(node.kind)", at: node)
            return nil
        }
        return items
    }

    /// The members of an object whose keys are free, such as header names.
    func entries(_ node: Node, _ name: String) -> [(name: String, key: Node, value: Node)]? {
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
        guard let scalar = filled(node), case .string(let text) = scalar.resolved else {
            return filled(node)?.resolved.kind ?? node.kind
        }
        return "'\(text.prefix(40))'"
    }
}
