import Documents
internal import HAL
internal import HTTPTypes

/// One response of an interaction with its place and, where the body is JSON, the links and the templates in it.
struct LintedResponse {
    let interaction: Interaction
    let response: ResponseDefinition
    /// The response's object.
    let node: Node
    /// The body as nodes; those of a body that is text have its place.
    let body: Node?
    let links: [LintedLink]
    let forms: [LintedForm]

    init(interaction: Interaction, response: ResponseDefinition, node: Node, reader: NodeReader) {
        self.interaction = interaction
        self.response = response
        self.node = node
        body = Self.body(of: response, node)
        links = body.map { LinkCollector.links(in: $0, reader: reader) } ?? []
        forms = body.map { LintedForm.forms(in: $0, reader: reader) } ?? []
    }

    /// The value of the first line of a header field, with its node.
    func header(_ name: HTTPField.Name) -> (value: String, node: Node)? {
        guard let field = response.fields.first(where: { $0.name == name }) else { return nil }
        let pair = node["headers"]?.pairs.first { HTTPField.Name($0.key.text) == name }
        return (field.value, pair.map { $0.value.items.first ?? $0.value } ?? node)
    }

    private static func body(of response: ResponseDefinition, _ node: Node) -> Node? {
        if let json = node["jsonBody"] { return json }
        let type = response.fields.first { $0.name == .contentType }.flatMap { MediaType($0.value) }
        guard type?.isJSON == true else { return nil }
        let place = ResponseDefinition.bodyKeys.lazy.compactMap { node[$0] }.first
        guard let place, let bytes = response.bodyBytes, let root = try? JSONComposer.compose(bytes).root else {
            return nil
        }
        return root.moved(to: place)
    }
}

extension ResponseDefinition {
    /// The bytes of the body as they are served, aside from rewritten links.
    var bodyBytes: [UInt8]? {
        switch body {
        case .none: nil
        case .text(let text): Array(text.utf8)
        case .json(let value): bytes(of: value)
        case .bytes(let bytes): bytes
        case .file(let body): try? body.read()
        }
    }
}

extension Node {
    /// The node, with all nodes in it at the place of another node.
    fileprivate func moved(to place: Node) -> Node {
        var node = self
        node.mark = place.mark
        node.length = place.length
        switch content {
        case .scalar: break
        case .sequence(let items): node.content = .sequence(items.map { $0.moved(to: place) })
        case .mapping(let pairs):
            node.content = .mapping(
                pairs.map { Pair(key: $0.key.moved(to: place), value: $0.value.moved(to: place)) }
            )
        }
        return node
    }
}
