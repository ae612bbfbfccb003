import Documents
internal import HAL

/// `matchesJsonPath`: a JSONPath selects something that is not null, or something that a matcher matches.
struct MatchesJSONPath: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "matchesJsonPath",
            .either([.text, .definition(objectForm)]),
            "A JSONPath selects something; an object with `expression` and a matcher checks the result.",
            example: "matchesJsonPath: { expression: $.price, equalToNumber: 2.89 }",
            synonyms: ["jsonpath"]
        )
    ]

    /// The object form, which has the keys of a matcher besides.
    static let objectForm = KeyTable(
        "jsonPathMatcher",
        "matchesJsonPath",
        KeyTable.Options(also: { Matcher.keyTable }, isRecursive: true),
        keys: [
            KeyEntry(
                expressionKey,
                .text,
                isRequired: true,
                "The JSONPath; the matcher beside it checks the result.",
                example: "expression: $.price, greaterThanNumber: 2"
            )
        ]
    )

    private static let expressionKey = "expression"

    let path: JSONPath
    /// Of what the path selects.
    let matcher: Matcher?

    static func read(_ source: OperatorSource) -> Matcher? {
        let (reader, node) = (source.reader, source.node)
        guard case .mapping(let pairs) = node.content else { return read(node, source.quoted, nil, source) }
        let key = expressionKey
        guard let expression = node[key] else {
            reader.log.error("\(objectForm.owner) needs the key '\(key)'", at: node)
            return nil
        }
        let matcher = pairs.count == 1 ? nil : reader.operatorMatcher(node, others: [key])
        let matched = read(expression, "'\(key)'", matcher, source)
        return pairs.count == 1 || matcher != nil ? matched : nil
    }

    private static func read(_ node: Node, _ name: String, _ matcher: Matcher?, _ source: OperatorSource) -> Matcher? {
        source.reader.jsonPath(node, name).flatMap { path, reason in
            if let path { return .matchesJSONPath(path, matcher) }
            return source.reader.matcherOfNothing(source.name, node, reason)
        }
    }

    var name: String { "matchesJsonPath" }

    var operand: JSONValue {
        guard let matcher else { return .string(path.text) }
        let members = matcher.wireMockJSON.object?.members ?? []
        return .object(JSONObject([.init(Self.expressionKey, .string(path.text))] + members))
    }

    var readsJSON: Bool { true }
    var expected: String { path.text + (matcher.map { " \(MatcherText($0).whole)" } ?? "") }
    var sentence: String { "JSON with \(path.text)" + (matcher.map { ": \($0.text)" } ?? "") }

    /// Without a matcher, the path selects something that is not null if it is definite, else anything at all.
    ///
    /// With a matcher, scalars are compared as strings (numbers with their digits), objects as compact JSON, arrays
    /// item by item or, by `equalToJson`, as a whole.
    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        guard let json = value.json, let nodes = path.select(from: json, budget: &budget) else { return false }
        guard let matcher else { return path.isDefinite ? nodes.contains { !$0.isNull } : !nodes.isEmpty }
        let candidates = candidates(nodes)
        if candidates.isEmpty { return matcher.matchesMissing }
        return candidates.contains { node in
            guard !node.isNull else { return matcher.matchesMissing || matcher.matchesNull }
            let text = node.comparisonText
            guard budget.spend(bytes: 2 * text.utf8.count) else { return false }
            return matcher.matches(text, json: node, now: value.now, budget: &budget)
        }
    }

    private func candidates(_ nodes: [JSONValue]) -> [JSONValue] {
        guard path.isDefinite, case .array(let items)? = nodes.first else {
            return path.isDefinite || nodes.isEmpty ? nodes : nodes + [.array(nodes)]
        }
        return nodes + items
    }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        hints.json() == nil ? ValueHint.notJSON(value) : nil
    }
}

extension Matcher {
    /// Without a matcher, the path must select something.
    package static func matchesJSONPath(_ path: JSONPath, _ matcher: Matcher?) -> Matcher {
        Matcher(MatchesJSONPath(path: path, matcher: matcher))
    }

    /// Whether the matcher compares JSON and matches null.
    fileprivate var matchesNull: Bool {
        readsJSON && matches(nil, json: .null)
    }
}

extension JSONValue {
    /// A scalar's text, or the compact JSON of an array or object.
    fileprivate var comparisonText: String {
        guard case .string(let text) = self else { return JSONText.write(self) }
        return text
    }
}
