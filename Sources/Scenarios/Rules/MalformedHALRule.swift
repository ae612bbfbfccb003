import Documents
internal import HAL
internal import HTTPTypes

/// Links and embedded resources that are not as draft-kelly-json-hal §4 has them, so that clients skip or refuse them.
enum MalformedHALRule: Rule {
    static let checksSingleResponses = true
    static let judgesResponses = true

    static func check(_ subject: RuleSubject) {
        for answer in subject.answers where isHAL(answer) {
            guard let body = answer.body, case .mapping = body.content else { continue }
            check(resource: body, subject)
        }
    }

    /// Plain `application/json` may give `_links` any meaning.
    private static func isHAL(_ answer: LintedResponse) -> Bool {
        guard let type = answer.header(.contentType).flatMap({ MediaType($0.value) }) else { return true }
        return type.essence != MediaType.json.essence
    }

    private static func check(resource: Node, _ subject: RuleSubject) {
        if let links = resource["_links"] { check(links: links, subject) }
        if let embedded = resource["_embedded"] { check(embedded: embedded, subject) }
    }

    private static func check(links: Node, _ subject: RuleSubject) {
        guard case .mapping(let pairs) = links.content else {
            return warn("'_links' must be an object of relations, not \(links.kind)", at: links, subject)
        }
        for pair in pairs {
            if case .sequence(let items) = pair.value.content {
                for item in items { check(link: item, of: pair.key.text, subject) }
            } else {
                check(link: pair.value, of: pair.key.text, subject)
            }
        }
    }

    private static func check(link: Node, of relation: String, _ subject: RuleSubject) {
        guard case .mapping = link.content else {
            let target = subject.reader.filled(link).flatMap { $0.resolved == .string($0.text) ? $0.text : nil }
            return warn(
                "the link '\(relation)' must be an object with 'href', not \(link.kind)",
                at: link,
                subject,
                target.map { "write { href: \($0) }" }
            )
        }
        guard let href = link["href"] else {
            return warn("the link '\(relation)' has no 'href'", at: link, subject)
        }
        if let scalar = subject.reader.filled(href), case .string = scalar.resolved { return }
        warn("'href' of the link '\(relation)' must be a string, not \(href.kind)", at: href, subject)
    }

    /// An object of relations, or the array dialect's list of entries.
    private static func check(embedded: Node, _ subject: RuleSubject) {
        switch embedded.content {
        case .scalar:
            warn("'_embedded' must be an object of relations, not \(embedded.kind)", at: embedded, subject)
        case .sequence(let items):
            for item in items { check(embedded: item, of: "_embedded", subject) }
        case .mapping(let pairs):
            for pair in pairs {
                let items = pair.value.scalar == nil && pair.value.pairs.isEmpty ? pair.value.items : [pair.value]
                for item in items { check(embedded: item, of: pair.key.text, subject) }
            }
        }
    }

    private static func check(embedded item: Node, of relation: String, _ subject: RuleSubject) {
        guard case .mapping = item.content else {
            return warn("an embedded resource of '\(relation)' must be an object, not \(item.kind)", at: item, subject)
        }
        check(resource: item, subject)
    }

    private static func warn(_ message: String, at node: Node, _ subject: RuleSubject, _ suggestion: String? = nil) {
        subject.log.warning(message, at: node, suggestion: suggestion)
    }
}
