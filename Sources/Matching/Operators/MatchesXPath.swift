import Documents
internal import HAL

/// `matchesXPath`: an XPath selects nodes, or one that a matcher matches.
struct MatchesXPath: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "matchesXPath",
            .either([.text, .definition(objectForm)]),
            "An XPath 1.0 selects nodes; an object with `expression` and a matcher checks them: an element as XML, anything else as text.",
            example: #"matchesXPath: "//order[id = '7']""#,
            synonyms: ["xpath"]
        ),
        .option(
            namespaces,
            .map(.text),
            "The URIs of the prefixes in the expression of `matchesXPath`; without it, names count without their prefixes.",
            example: "matchesXPath: '//o:id', xPathNamespaces: { o: 'urn:orders' }"
        ),
    ]

    /// The object form, which has the keys of a matcher besides.
    static let objectForm = KeyTable(
        "xPathMatcher",
        "matchesXPath",
        KeyTable.Options(also: { Matcher.keyTable }, isRecursive: true),
        keys: [
            KeyEntry(
                expressionKey,
                .text,
                isRequired: true,
                "The XPath; the matcher beside it checks what it selects.",
                example: "expression: //id/text(), equalTo: '7'"
            )
        ]
    )

    private static let expressionKey = "expression"
    private static let namespaces = "xPathNamespaces"

    /// The expression as it is written, and nil if WireMock overlooks that it is invalid.
    let text: String
    let path: XPath?
    /// In the order of the file.
    let namespaces: [Named<String>]
    /// Of the selected nodes.
    let matcher: Matcher?

    static func read(_ source: OperatorSource) -> Matcher? {
        let (reader, node) = (source.reader, source.node)
        let namespaces = source.option(Self.namespaces) { Codec<String>.text.named().read(reader, $0, $1) } ?? []
        guard case .mapping(let pairs) = node.content else {
            return read(node, source.quoted, namespaces, nil, reader)
        }
        let key = expressionKey
        guard let expression = node[key] else {
            reader.log.error("\(objectForm.owner) needs the key '\(key)'", at: node)
            return nil
        }
        let matcher = pairs.count == 1 ? nil : reader.operatorMatcher(node, others: [key])
        guard pairs.count == 1 || matcher != nil else { return nil }
        return read(expression, "'\(key)'", namespaces, matcher, reader)
    }

    private static func read(
        _ node: Node,
        _ name: String,
        _ namespaces: [Named<String>],
        _ matcher: Matcher?,
        _ reader: NodeReader
    ) -> Matcher? {
        guard let text = reader.text(node, name) else { return nil }
        let uris = Dictionary(namespaces.map { ($0.name, $0.pattern) }) { _, last in last }
        do throws(InvalidPattern) {
            let path = try XPath(text, namespaces: uris)
            return Matcher(MatchesXPath(text: text, path: path, namespaces: namespaces, matcher: matcher))
        } catch {
            guard reader.overlook("\(name) is not a valid XPath: \(error.message)", at: node) else { return nil }
            return Matcher(MatchesXPath(text: text, path: nil, namespaces: namespaces, matcher: matcher))
        }
    }

    var name: String { "matchesXPath" }

    var operand: JSONValue {
        guard let matcher else { return .string(text) }
        let members = matcher.wireMockJSON.object?.members ?? []
        return .object(JSONObject([.init(Self.expressionKey, .string(text))] + members))
    }

    var options: [JSONObject.Member] {
        guard !namespaces.isEmpty else { return [] }
        let members = namespaces.map { JSONObject.Member($0.name, .string($0.pattern)) }
        return [.init(Self.namespaces, .object(JSONObject(members)))]
    }

    var readsXML: Bool { true }
    var expected: String { text + (matcher.map { " \(MatcherText($0).whole)" } ?? "") }
    var sentence: String { "XML with \(text)" + (matcher.map { ": \($0.text)" } ?? "") }

    /// Whether a node is selected and, if there is a matcher, matches.
    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        guard let path, let document = value.xml?.document(for: path, budget: &budget) else {
            return budget.isExhausted ? nil : false
        }
        guard let matcher else { return document.count(path, budget: &budget).map { $0 > 0 } ?? false }
        guard let selected = document.select(path, budget: &budget) else { return false }
        return selected.contains { nodes in
            let text = nodes.map(\.presentation).joined()
            guard budget.spend(bytes: 2 * text.utf8.count) else { return false }
            return matcher.matches(text, now: value.now, budget: &budget)
        }
    }

    func cost(on value: String) -> Int { 8 + value.utf8.count / 4 }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        guard let path else { return "the expression is not a valid XPath" }
        var budget = EvaluationBudget()
        do throws(InvalidPattern) {
            let document = try XMLDocument(value, path.namespaces.isEmpty ? .localNames : .namespaces, budget: &budget)
            let count = document.count(path, budget: &budget)
            if budget.isExhausted { return "the XPath takes too many steps, which counts as a mismatch" }
            guard let count else { return "the XPath does not select nodes, or uses an unknown prefix" }
            return count == 0 ? "the XPath selects nothing" : "no selected node matches"
        } catch {
            return "the value is not valid XML: \(error.message)"
        }
    }
}
