import Documents

/// A link in a JSON body, as written in the file.
struct LintedLink {
    let relation: String
    let relationNode: Node
    let href: String
    let hrefNode: Node
    let isTemplated: Bool
    /// Whether it is a link of the body's outermost object.
    let isOfRoot: Bool

    /// Whether the target looks like a template, declared or not.
    var looksTemplated: Bool {
        guard let open = href.utf8.firstIndex(of: UInt8(ascii: "{")) else { return false }
        return href[open...].contains("}")
    }
}

/// Finds every link of every `_links`, and the `location` of the entries of an array `_embedded`.
struct LinkCollector {
    private let reader: NodeReader
    private var links: [LintedLink] = []

    static func links(in body: Node, reader: NodeReader) -> [LintedLink] {
        var collector = LinkCollector(reader: reader)
        collector.visit(body, isRoot: true)
        return collector.links
    }

    private init(reader: NodeReader) {
        self.reader = reader
    }

    private mutating func visit(_ node: Node, isRoot: Bool) {
        for item in node.items { visit(item, isRoot: false) }
        for pair in node.pairs {
            if pair.key.text == "_links" {
                for link in pair.value.pairs { add(link, isOfRoot: isRoot) }
            } else {
                if pair.key.text == "_embedded" { addLocations(pair.value) }
                visit(pair.value, isRoot: false)
            }
        }
    }

    private mutating func add(_ pair: Node.Pair, isOfRoot: Bool) {
        var targets = [pair.value]
        if case .sequence(let items) = pair.value.content { targets = items }
        for target in targets {
            guard let href = target["href"], let text = reader.filled(href)?.text else { continue }
            let templated = target["templated"].flatMap(reader.filled)?.resolved
            links.append(
                LintedLink(
                    relation: reader.filled(pair.key)?.text ?? "",
                    relationNode: pair.key,
                    href: text,
                    hrefNode: href,
                    isTemplated: templated == .bool(true),
                    isOfRoot: isOfRoot
                )
            )
        }
    }

    private mutating func addLocations(_ embedded: Node) {
        for entry in embedded.items {
            guard let location = entry["location"], let text = reader.filled(location)?.text else { continue }
            links.append(
                LintedLink(
                    relation: "location",
                    relationNode: location,
                    href: text,
                    hrefNode: location,
                    isTemplated: false,
                    isOfRoot: false
                )
            )
        }
    }
}
