import Documents
import HAL

/// Replaces the names of representations in responses and expectations by their content, before these are read.
struct RepresentationExpansion {
    /// The maximum size of all content that replaces names, so that a small file cannot fill the memory.
    static let maximumBytes = 64 << 20

    /// The use of a representation.
    private struct Use {
        /// The key with the name.
        let key: Node
        let representation: Node

        /// The members that a response has under the same keys.
        ///
        /// Preconditions apply to the statuses 2xx only.
        func members(withContent: Bool, isSuccess: Bool) -> [Node.Pair] {
            let tag = ResponseDefinition.eTagKey
            let hasTag = representation[tag].map { withContent || $0.text != ResponseDefinition.computedTag } ?? false
            let hasDate = representation[SharedRepresentation.lastModifiedKey] != nil
            let isConditional = isSuccess && (withContent || hasTag || hasDate)
            let keys =
                (withContent ? ResponseDefinition.bodyKeys : []) + (hasTag ? [tag] : [])
                + (isConditional ? [ResponseDefinition.conditionalKey] : [])
            return representation.pairs.filter { keys.contains($0.key.text) }
        }

        /// The member of the representation under a key, named as a header field, at the place of the use.
        func field(_ key: String, _ name: String) -> Node.Pair? {
            representation.pair(key).map { Node.Pair(key: Node(name, at: $0.key), value: $0.value) }
        }
    }

    private let library: SharedLibrary
    private let reader: NodeReader
    private let origin: String?
    private var bytes = 0

    init(_ library: SharedLibrary, _ reader: NodeReader, origin: String? = nil) {
        self.library = library
        self.reader = reader
        self.origin = origin
    }

    /// Replaces the names in an interaction.
    mutating func interaction(_ node: Node) -> Node {
        node.replacing("response") { response($0) }.replacing("responses") { list in
            list.items.isEmpty ? list : Node(list.items.map { response($0) }, at: list)
        }
    }

    /// A response with the members of its representation; its own header fields win.
    mutating func response(_ node: Node) -> Node {
        let others = ResponseDefinition.bodyKeys + ["raw", "rawBase64"]
        // The reader logs keys that exclude each other.
        guard !others.contains(where: { node[$0] != nil }), Self.hasReadableFields(node), let use = use(in: node) else {
            return node
        }
        let status = node["status"]
        let hasContent = !["204", "304"].contains(status?.text)
        let isSuccess = status.map { $0.hasPlaceholder || $0.text.hasPrefix("2") } ?? true
        let own = node[ResponseDefinition.headersKey]
        var fields = [
            hasContent ? use.field(SharedRepresentation.mediaTypeKey, "Content-Type") : nil,
            use.field(SharedRepresentation.lastModifiedKey, "Last-Modified"),
        ].compactMap(\.self)
        let more = use.representation[ResponseDefinition.headersKey]
        fields = (more ?? Node.emptyObject(at: use.key)).over(fields, isSame: Self.isSameField).pairs
        fields = (own ?? Node.emptyObject(at: use.key)).over(fields, isSame: Self.isSameField).pairs
        var pairs = node.without([
            SharedRepresentation.useKey, SharedRepresentation.patchKey, ResponseDefinition.headersKey,
        ]).pairs
        pairs = Node(pairs, at: node).over(use.members(withContent: hasContent, isSuccess: isSuccess), isSame: ==).pairs
        if !fields.isEmpty {
            let key = node.pair(ResponseDefinition.headersKey)?.key
            let headers = Node(fields, at: own ?? use.key)
            pairs.append(Node.Pair(key: key ?? Node(ResponseDefinition.headersKey, at: use.key), value: headers))
        }
        return Node(pairs, at: node)
    }

    /// A step whose expectation has the content of its representation; what it has itself wins.
    mutating func step(_ node: Node) -> Node {
        node.replacing("expect") { expectation($0) }
    }

    private mutating func expectation(_ node: Node) -> Node {
        // The reader logs other outcomes.
        guard ["success", "conflict"].contains(node["outcome"]?.text), Self.hasReadableFields(node),
            let use = use(in: node)
        else { return node }
        let expected = ExpectedRepresentation(use.representation, at: use.key, origin: origin)
        let tag = use.field(ResponseDefinition.eTagKey, "ETag")
        let fields = [
            use.field(SharedRepresentation.mediaTypeKey, "Content-Type"),
            tag?.value.text == ResponseDefinition.computedTag ? nil : tag,
        ].compactMap(\.self)
        let key = ResponseDefinition.headersKey
        let headers = (node[key] ?? Node.emptyObject(at: use.key)).over(fields, isSame: Self.isSameField)
        var members = expected.members
        if let date = use.representation.pair(SharedRepresentation.lastModifiedKey) { members.append(date) }
        let own = node.without([SharedRepresentation.useKey, SharedRepresentation.patchKey, key])
        let merged = own.over(members) { $0 == $1 }
        guard !headers.pairs.isEmpty || node[key] != nil else { return merged }
        return Node(merged.pairs + [Node.Pair(key: Node(key, at: use.key), value: headers)], at: node)
    }

    /// The representation that an object names, with its changes; logs a name that is unknown.
    private mutating func use(in node: Node) -> Use? {
        let patch = node.pair(SharedRepresentation.patchKey)
        guard let pair = node.pair(SharedRepresentation.useKey) else {
            if let patch {
                let message = "'\(SharedRepresentation.patchKey)' needs '\(SharedRepresentation.useKey)'"
                reader.log.error(message, at: patch.key, suggestion: "name the representation that it changes")
            }
            return nil
        }
        guard let representation = representation(pair.value) else { return nil }
        bytes += representation.weight + (patch?.value.weight ?? 0)
        guard bytes <= Self.maximumBytes else {
            let message = "representations are used so often that they need more than \(Self.maximumBytes >> 20) MiB"
            reader.log.error(message, at: pair.key, suggestion: "use smaller ones, or fewer interactions")
            return nil
        }
        guard let patch else { return Use(key: pair.key, representation: representation) }
        return changed(representation, by: patch).map { Use(key: pair.key, representation: $0) }
    }

    private func representation(_ name: Node) -> Node? {
        guard let text = reader.text(name, "'\(SharedRepresentation.useKey)'") else { return nil }
        if let known = library.representations[text] { return known }
        guard library.isComplete else { return nil }
        let suggestion = Spelling.suggestion(for: text, among: library.representations.keys.sorted())
        reader.log.error(
            "'\(text)' is not the name of a representation",
            at: name,
            suggestion: suggestion ?? "define it under '\(SharedRepresentation.listKey)'"
        )
        return nil
    }

    private func changed(_ representation: Node, by patch: Node.Pair) -> Node? {
        let key = "jsonBody"
        guard let body = representation[key] else {
            let message =
                "'\(SharedRepresentation.patchKey)' changes a 'jsonBody', which the representation does not have"
            reader.log.error(
                message,
                at: patch.key,
                suggestion: "remove it, or define the representation with 'jsonBody'"
            )
            return nil
        }
        guard case .mapping = patch.value.content else {
            reader.log.error(
                "'\(SharedRepresentation.patchKey)' must be an object, not \(patch.value.kind)",
                at: patch.value
            )
            return nil
        }
        // At the place of the key: the patch may be an alias, but values are cached by their places.
        var changed = body.patched(with: patch.value)
        changed.mark = patch.key.mark
        changed.length = patch.key.length
        return representation.replacing(key) { _ in changed }
    }

    /// Whether the header fields are an object, or there are none; the reader logs other values.
    private static func hasReadableFields(_ node: Node) -> Bool {
        guard let fields = node[ResponseDefinition.headersKey], case .mapping = fields.content else {
            return node[ResponseDefinition.headersKey] == nil
        }
        return true
    }

    private static func isSameField(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
}

/// The expectations that follow from the JSON of a representation: its model, relations and embedded resources.
private struct ExpectedRepresentation {
    /// Members of HAL and HAL-FORMS, which are not part of a model.
    private static let reserved: Set<String> = ["_links", "_embedded", "_templates"]

    private(set) var members: [Node.Pair] = []
    private let place: Node
    private let origin: String?

    init(_ representation: Node, at place: Node, origin: String?) {
        self.place = place
        self.origin = origin
        guard let body = representation["jsonBody"], case .mapping = body.content else { return }
        var model = body.without(Self.reserved)
        model.mark = place.mark
        add("model", model.pairs.isEmpty ? nil : model)
        add("relations", body["_links"].map(relations))
        add("embedded", body["_embedded"].map(embedded))
    }

    private mutating func add(_ key: String, _ value: Node?) {
        guard let value else { return }
        members.append(Node.Pair(key: Node(key, at: place), value: value))
    }

    private func relations(of links: Node) -> Node {
        let pairs = links.pairs.filter { $0.key.text != "curies" }.map { pair in
            let hrefs = (pair.value.scalar == nil && !pair.value.items.isEmpty ? pair.value.items : [pair.value])
                .map { $0["href"].flatMap(target) }
            let known = hrefs.compactMap(\.self)
            return Node.Pair(key: pair.key, value: Node(known.count == hrefs.count ? known : [], at: pair.value))
        }
        return Node(pairs, at: links)
    }

    /// The target as an expectation has it; nil if it depends on the address of the response or of another origin.
    private func target(of href: Node) -> Node? {
        if let origin,
            href.text == origin || ["/", "{", "?", "#"].contains(where: { href.text.hasPrefix(origin + $0) })
        {
            let path = href.text.dropFirst(origin.count)
            return Node(path.hasPrefix("/") ? String(path) : "/" + path, at: href)
        }
        return href.text.hasPrefix("/") && !href.text.hasPrefix("//") ? href : nil
    }

    /// The models of embedded resources by relation or, in the array dialect, by media type.
    private func embedded(of node: Node) -> Node {
        guard node.scalar == nil, node.pairs.isEmpty else {
            let pairs = node.pairs.map { pair in
                let resources = pair.value.items.isEmpty ? [pair.value] : pair.value.items
                return Node.Pair(key: pair.key, value: Node(resources.map(model), at: pair.value))
            }
            return Node(pairs, at: node)
        }
        var names: [Node] = []
        var models: [String: [Node]] = [:]
        for entry in node.items {
            guard let name = entry["media-type"], let payload = entry["payload"] else { continue }
            if models[name.text] == nil { names.append(name) }
            models[name.text, default: []].append(model(of: payload))
        }
        return Node(names.map { Node.Pair(key: $0, value: Node(models[$0.text] ?? [], at: $0)) }, at: node)
    }

    private func model(of resource: Node) -> Node {
        guard case .mapping = resource.content else { return resource }
        return resource.without(Self.reserved)
    }
}
