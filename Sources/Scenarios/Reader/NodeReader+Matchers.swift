internal import HAL

extension NodeReader {
    /// A matcher: an object with one operator, or a plain value that must be equal.
    func matcher(_ node: Node, _ name: String) -> Matcher? {
        if node.scalar != nil {
            checkAbsent(node)
            return text(node, name).map { .equalTo($0, caseInsensitive: false) }
        }
        return operatorMatcher(node)
    }

    /// A matcher for values that may come several times.
    func multiValueMatcher(_ node: Node, _ name: String) -> MultiValueMatcher? {
        let pairs = node.pairs.filter { MultiValueKey.table[$0.key.text] != nil }
        guard let pair = pairs.first, let key = MultiValueKey.table[pair.key.text] else {
            if case .mapping = node.content {
                return operatorMatcher(node, alternatives: MultiValueKey.allCases.map(\.rawValue)).map { .any($0) }
            }
            return matcher(node, name).map { .any($0) }
        }
        guard node.pairs.count == 1 else {
            log.error("'\(key.rawValue)' allows no other keys beside it", at: pair.key)
            return nil
        }
        let matchers = matchers(pair.value, key.rawValue)
        switch key {
        case .hasExactly: return .hasExactly(matchers)
        case .includes: return .includes(matchers)
        }
    }

    func matchers(_ node: Node, _ name: String) -> [Matcher] {
        (items(node, name) ?? []).compactMap { matcher($0, "a matcher in \(name)") }
    }

    /// The one operator of an object; keys in `others` belong to the caller.
    private func operatorMatcher(_ node: Node, others: [String] = [], alternatives: [String] = []) -> Matcher? {
        guard let members = members(of: node, as: MatcherKey.self, others: others + alternatives) else { return nil }
        let operators = members.filter { MatcherKey.options[$0.key] == nil }
        guard let first = operators.first else {
            if members.count + others.count == node.pairs.count {
                log.error("a matcher needs an operator, such as 'equalTo'", at: node)
            }
            return nil
        }
        if operators.count > 1 {
            log.error(
                "a matcher has one operator: there is '\(first.key.rawValue)' already",
                at: operators[1].keyNode
            )
        }
        return matcher(of: first, options: options(of: members, for: first.key))
    }

    /// The options of an operator, by their keys; logs those of others.
    private func options(of members: [Member<MatcherKey>], for key: MatcherKey) -> [MatcherKey: Node] {
        var options: [MatcherKey: Node] = [:]
        for member in members {
            guard let owners = MatcherKey.options[member.key] else { continue }
            if owners.contains(key) {
                options[member.key] = member.value
            } else {
                let names = owners.map { "'\($0.rawValue)'" }.joined(separator: ", ")
                log.error("'\(member.key.rawValue)' belongs to \(names)", at: member.keyNode)
            }
        }
        return options
    }

    private func isOn(_ key: MatcherKey, _ options: [MatcherKey: Node]) -> Bool {
        options[key].flatMap { boolean($0, "'\(key.rawValue)'") } ?? false
    }

    private func matcher(of member: Member<MatcherKey>, options: [MatcherKey: Node]) -> Matcher? {
        let value = member.value
        let name = "'\(member.key.rawValue)'"
        switch member.key {
        case .equalTo:
            return text(value, name).map { .equalTo($0, caseInsensitive: isOn(.caseInsensitive, options)) }
        case .contains: return text(value, name).map { .contains($0) }
        case .doesNotContain: return text(value, name).map { .doesNotContain($0) }
        case .matches: return expression(value, name).map { .matches($0) }
        case .doesNotMatch: return expression(value, name).map { .doesNotMatch($0) }
        case .absent: return absent(value)
        case .anything: return .anything
        case .equalToJson: return equalToJSON(value, name, options)
        case .matchesJsonPath: return matchesJSONPath(value, name)
        case .binaryEqualTo: return base64(value, name).map { .binaryEqualTo($0) }
        case .matchesPathTemplate: return pathTemplate(value, name).map { .matchesPathTemplate($0) }
        case .equalToNumber, .greaterThanNumber, .greaterThanEqualNumber, .lessThanNumber, .lessThanEqualNumber:
            return number(value, name, NumberMatcher.Comparison(rawValue: member.key.rawValue))
        case .before, .after, .equalToDateTime:
            return date(value, name, DateMatcher.Comparison(rawValue: member.key.rawValue), options)
        case .matchesJsonSchema: return matchesJSONSchema(value, name, options)
        case .and: return .and(matchers(value, name))
        case .or: return .or(matchers(value, name))
        case .not: return matcher(value, name).map { .not($0) }
        case .caseInsensitive, .ignoreArrayOrder, .ignoreExtraElements, .actualFormat, .truncateExpected,
            .truncateActual, .applyTruncationLast, .expectedOffset, .expectedOffsetUnit, .schemaVersion:
            return nil
        }
    }

    /// WireMock treats any value as true; here `absent: false` means the opposite.
    private func absent(_ value: Node) -> Matcher? {
        guard let scalar = filled(value), case .bool(false) = scalar.resolved else { return .absent }
        return .not(.absent)
    }

    private func equalToJSON(_ value: Node, _ name: String, _ options: [MatcherKey: Node]) -> Matcher? {
        let ignoreArrayOrder = isOn(.ignoreArrayOrder, options)
        let ignoreExtraElements = isOn(.ignoreExtraElements, options)
        guard let json = jsonOrItsText(value, name) else { return nil }
        do throws(InvalidPattern) {
            let pattern = try JSONPattern(
                json,
                ignoresArrayOrder: ignoreArrayOrder,
                ignoresExtraElements: ignoreExtraElements
            )
            if pattern.hasPlaceholders { return .equalToJSONPattern(pattern) }
        } catch {
            log.error("\(name): \(error.message)", at: value)
            return nil
        }
        return .equalToJSON(json, ignoreArrayOrder: ignoreArrayOrder, ignoreExtraElements: ignoreExtraElements)
    }

    private func number(_ node: Node, _ name: String, _ comparison: NumberMatcher.Comparison?) -> Matcher? {
        guard let comparison, let scalar = filled(node) else {
            log.error("\(name) must be a number, not \(node.kind)", at: node)
            return nil
        }
        guard let number = JSONNumber(scalar.text) else {
            log.error("\(name) must be a number", at: node)
            return nil
        }
        return .number(NumberMatcher(comparison, number))
    }

    private func matchesJSONPath(_ value: Node, _ name: String) -> Matcher? {
        guard case .mapping(let pairs) = value.content else {
            return jsonPath(value, name).map { .matchesJSONPath($0, nil) }
        }
        let key = JSONPathKey.expression.rawValue
        guard let expression = value[key] else {
            log.error("\(JSONPathKey.owner) needs the key '\(key)'", at: value)
            return nil
        }
        let path = jsonPath(expression, "'\(key)'")
        let matcher = pairs.count == 1 ? nil : operatorMatcher(value, others: [key])
        guard let path, pairs.count == 1 || matcher != nil else { return nil }
        return .matchesJSONPath(path, matcher)
    }
}
