import Documents

/// A relation like `ex:owner` whose prefix no `curies` link declares.
enum CURIERule: Rule {
    static let checksSingleResponses = true
    static let judgesResponses = true

    /// Prefixes of URIs, which are not CURIEs.
    private static let schemes: Set<String> = ["http", "https", "urn", "tag", "mailto", "file", "data"]

    static func check(_ subject: RuleSubject) {
        for answer in subject.answers {
            if let body = answer.body { check(body, declared: [], subject) }
        }
    }

    /// Declarations hold for the resource and for everything in it.
    private static func check(_ node: Node, declared: Set<String>, _ subject: RuleSubject) {
        let curies = node["_links"]?["curies"]
        let names = (curies?.items ?? []) + [curies].compactMap(\.self)
        let declared = declared.union(names.compactMap { $0["name"].flatMap(subject.reader.filled)?.text })
        for key in ["_links", "_embedded"] {
            for pair in node[key]?.pairs ?? [] { check(relation: pair.key, declared, subject) }
        }
        for item in node.items { check(item, declared: declared, subject) }
        for pair in node.pairs where pair.key.text != "_links" { check(pair.value, declared: declared, subject) }
    }

    private static func check(relation key: Node, _ declared: Set<String>, _ subject: RuleSubject) {
        let relation = subject.reader.filled(key)?.text ?? ""
        guard let colon = relation.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
        guard !relation.contains("/"), !relation.contains(" ") else { return }
        let prefix = String(relation[..<colon])
        guard !declared.contains(prefix), !schemes.contains(prefix.lowercased()) else { return }
        subject.log.warning(
            "no 'curies' link declares the prefix '\(prefix)'",
            at: key,
            suggestion: Spelling.suggestion(for: prefix, among: declared.sorted())
        )
    }
}
