package import Documents
import HAL

extension NodeReader {
    /// A matcher: an object with one operator, or a plain value that must be equal.
    package func matcher(_ node: Node, _ name: String) -> Matcher? {
        if node.scalar != nil {
            checkAbsent(node)
            return text(node, name).map { .equalTo($0, caseInsensitive: false) }
        }
        return operatorMatcher(node)
    }

    /// A matcher for the values of a field that may have several.
    func multiValueMatcher(_ node: Node, _ name: String) -> MultiValueMatcher? {
        let pair = node.pairs.first { MultiValueMatcher.Form(rawValue: $0.key.text) != nil }
        guard let pair, let key = MultiValueMatcher.Form(rawValue: pair.key.text) else {
            if case .mapping = node.content {
                return operatorMatcher(node, alternatives: MultiValueMatcher.Form.allCases.map(\.rawValue)).map {
                    .any($0)
                }
            }
            return matcher(node, name).map { .any($0) }
        }
        guard node.pairs.count == 1 else {
            log.error("'\(key.rawValue)' cannot be combined with other keys", at: pair.key)
            return nil
        }
        let matchers = matchers(pair.value, key.rawValue)
        switch key {
        case .hasExactly: return .hasExactly(matchers)
        case .includes: return .includes(matchers)
        }
    }

    /// The matchers of a list.
    func matchers(_ node: Node, _ name: String) -> [Matcher] {
        (items(node, name) ?? []).compactMap { matcher($0, "a matcher in \(name)") }
    }

    /// The one operator of an object; keys in `others` belong to the caller.
    func operatorMatcher(_ node: Node, others: [String] = [], alternatives: [String] = []) -> Matcher? {
        let others = others + alternatives
        guard let members = members(of: node, in: Matcher.keyTable, others: others) else { return nil }
        let operators = members.all.filter { !Operators.keys[$0.position].key.isOption }
        guard let first = operators.first else {
            logMissingOperator(in: node, others: members.all.map(\.name) + others)
            return nil
        }
        if operators.count > 1 {
            overlook("a matcher allows only one operator; '\(first.name)' is already set", at: operators[1].key)
        }
        let type = Operators.keys[first.position].type
        let options = options(of: members, for: first.name)
        return type.read(OperatorSource(name: first.name, node: first.value, options: options, reader: self))
    }

    /// Logs that a matcher has no operator, or its unknown keys, one of which is probably meant as one.
    private func logMissingOperator(in node: Node, others: [String]) {
        let unknown = node.pairs.filter { !others.contains($0.key.text) }
        let isLogged = unknown.map { log.raiseWarnings(at: $0.key.mark) }.contains(true)
        guard !isLogged, unknown.isEmpty || !log.hasErrors else { return }
        log.error("a matcher needs an operator, such as 'equalTo'", at: node)
    }

    /// The options of an operator, by their keys; logs those of others.
    private func options(of members: KnownMembers, for name: String) -> [String: Node] {
        var options: [String: Node] = [:]
        for member in members.all where Operators.keys[member.position].key.isOption {
            let owners = Operators.keys[member.position].type.keys.filter { !$0.isOption }.map(\.name)
            if owners.contains(name) {
                options[member.name] = member.value
            } else {
                let names = owners.map { "'\($0)'" }.joined(separator: ", ")
                overlook("'\(member.name)' is an option of \(names)", at: member.key)
            }
        }
        return options
    }
}

extension Codec where Value == Matcher {
    package static let matcher = Codec(
        shape: .definition(Matcher.keyTable),
        read: { $0.matcher($1, $2) },
        write: { $0.wireMockJSON }
    )
}

extension Codec where Value == [Matcher] {
    static let matchers = Codec(
        shape: .list(.definition(Matcher.keyTable)),
        read: { $0.matchers($1, $2) },
        write: { .array($0.map(\.wireMockJSON)) }
    )
}

extension Codec where Value == MultiValueMatcher {
    static let multiValueMatcher = Codec(
        shape: .definition(MultiValueMatcher.keyTable),
        read: { $0.multiValueMatcher($1, $2) },
        write: { $0.wireMockJSON }
    )
}
