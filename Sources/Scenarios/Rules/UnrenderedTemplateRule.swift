import Documents
internal import HAL
internal import HTTPTypes

/// Expressions of templates in a response that is not a template: their braces are served.
enum UnrenderedTemplateRule: Rule {
    static let checksSingleResponses = true

    static func check(_ subject: RuleSubject) {
        for answer in subject.answers where answer.response.transformers.isEmpty && answer.response.template == nil {
            guard let place = place(in: answer) else { continue }
            subject.log.warning(
                "'{{…}}' is sent unchanged: the response is not a template",
                at: place,
                suggestion: "add 'transformers: [\(ResponseTemplate.transformer)]'"
            )
        }
    }

    /// The node with the first expression.
    private static func place(in answer: LintedResponse) -> Node? {
        let bodies = ResponseDefinition.bodyKeys.compactMap { answer.node[$0] }
        if let text = answer.response.bodyText, isTemplate(text) {
            return bodies.first.map { first(in: $0) ?? $0 } ?? answer.node
        }
        guard answer.response.fields.contains(where: { isTemplate($0.value) }) else { return nil }
        return answer.node[ResponseDefinition.headersKey].map { first(in: $0) ?? $0 } ?? answer.node
    }

    private static func first(in node: Node) -> Node? {
        if let scalar = node.scalar { return Template.isIn(scalar.text) ? node : nil }
        return (node.items + node.pairs.map(\.value)).lazy.compactMap { first(in: $0) }.first
    }

    /// Whether the text would be rendered to another one; pages of other template languages mostly fail to parse.
    private static func isTemplate(_ text: String) -> Bool {
        guard Template.isIn(text), let template = try? Template(text) else { return false }
        return template.nodes.contains(where: isOwn)
    }

    /// Whether it looks at the request or calls a helper; names and conditions alone may be another language's.
    private static func isOwn(_ node: TemplateNode) -> Bool {
        switch node {
        case .text: false
        case .output(let expression), .json(let expression): isOwn(expression)
        case .block(let block): isOwn(block.head) || (block.body + block.inverse).contains(where: isOwn)
        }
    }

    private static func isOwn(_ expression: TemplateExpression) -> Bool {
        if case .path(let path) = expression { return ["request", "parameters"].contains(path.segments.first) }
        guard case .call(let call) = expression else { return false }
        return !call.helper.isCommon || call.arguments.contains(where: isOwn)
    }
}

extension ResponseDefinition {
    /// The body where it is text.
    fileprivate var bodyText: String? {
        switch body {
        case .none, .file: nil
        case .text(let text): text
        case .json(let value): value.hasText(where: Template.isIn) ? value.serialized() : nil
        case .bytes(let bytes): String(validating: bytes, as: UTF8.self)
        }
    }
}

extension JSONValue {
    /// Whether a string or a name in it is as wanted.
    fileprivate func hasText(where isWanted: (String) -> Bool) -> Bool {
        switch self {
        case .null, .bool, .number: false
        case .string(let text): isWanted(text)
        case .array(let items): items.contains { $0.hasText(where: isWanted) }
        case .object(let object): object.members.contains { isWanted($0.name) || $0.value.hasText(where: isWanted) }
        }
    }
}
