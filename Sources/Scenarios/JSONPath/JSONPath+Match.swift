internal import HAL

extension JSONPath {
    /// Whether the path selects something in the document that the matcher accepts.
    ///
    /// Without a matcher: something that is not null, if the path is definite, else anything at all. With a matcher,
    /// scalars are compared as strings (numbers with their digits), objects as compact JSON, arrays item by item or,
    /// by `equalToJson`, as a whole.
    func isMatched(
        in document: JSONValue,
        by matcher: Matcher?,
        now: Int64?,
        budget: inout EvaluationBudget
    ) -> Bool {
        guard let nodes = select(from: document, budget: &budget) else { return false }
        guard let matcher else { return isDefinite ? nodes.contains { !$0.isNull } : !nodes.isEmpty }
        let candidates = candidates(nodes)
        if candidates.isEmpty { return matcher.asksForMissing }
        return candidates.contains { node in
            guard !node.isNull else { return matcher.asksForMissing || matcher.holdsForNull }
            let text = node.comparisonText
            guard budget.spend(bytes: 2 * text.utf8.count) else { return false }
            return matcher.matches(text, json: node, now: now, budget: &budget)
        }
    }

    private func candidates(_ nodes: [JSONValue]) -> [JSONValue] {
        guard isDefinite, case .array(let items)? = nodes.first else {
            return isDefinite || nodes.isEmpty ? nodes : nodes + [.array(nodes)]
        }
        return nodes + items
    }
}

extension Matcher {
    /// Whether the matcher compares JSON, and null is what it takes.
    fileprivate var holdsForNull: Bool {
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
