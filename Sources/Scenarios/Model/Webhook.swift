package import Documents
package import HAL
internal import Matching

/// A request that is sent after the response of a mapping: WireMock's listener `webhook`.
package struct Webhook: Sendable {
    /// The body of the request.
    package enum Body: Sendable {
        case none
        case template(Template)
        case bytes([UInt8])
        /// A file that is read when the request is sent.
        case file(String, in: BodyFolder)
    }

    package var method: Template
    package var url: Template
    package var fields: [(name: String, value: Template)] = []
    package var body = Body.none
    package var delay: DelayDistribution?
    /// All parameters of the listener, which templates can show.
    package var parameters: JSONValue
    package var location: SourceLocation
}

extension NodeReader {
    /// Reads the parameters of a webhook; mistakes are warnings, because WireMock serves the mapping without the webhook.
    func webhook(_ parameters: Node) -> Webhook? {
        let errors = IssueLog(log.file)
        let reader = NodeReader(log: errors, context: scenario)
        reader.dialect = dialect
        let webhook = reader.readWebhook(parameters)
        for issue in errors.issues {
            let mark = Mark(line: issue.location.line, column: issue.location.column)
            let consequence = issue.severity == .error ? "this webhook is not sent: " : ""
            log.add(.warning, consequence + issue.message, at: mark, suggestion: issue.suggestion)
        }
        return errors.hasErrors ? nil : webhook
    }

    private func readWebhook(_ node: Node) -> Webhook? {
        guard let method = node["method"], let url = node["url"] else {
            log.error("a webhook needs 'method' and 'url'", at: node)
            return nil
        }
        guard let method = template(method, "'method'"), let url = template(url, "'url'") else { return nil }
        var webhook = Webhook(
            method: method,
            url: url,
            parameters: json(node) ?? .null,
            location: location(of: node)
        )
        webhook.fields = (node["headers"]?.pairs ?? []).flatMap { pair in
            let values = pair.value.scalar == nil ? pair.value.items : [pair.value]
            return values.compactMap { value in template(value, "'\(pair.key.text)'").map { (pair.key.text, $0) } }
        }
        webhook.body = webhookBody(node)
        webhook.delay = node["delay"].flatMap { Codec.delayDistribution.read(self, $0, "'delay'") }
        return webhook
    }

    private func webhookBody(_ node: Node) -> Webhook.Body {
        if let body = node["body"] { return template(body, "'body'").map { .template($0) } ?? .none }
        if let json = node["jsonBody"].flatMap({ self.json($0) }) {
            return template(json.serialized(), at: node).map { .template($0) } ?? .none
        }
        if let encoded = node["base64Body"] { return base64(encoded, "'base64Body'").map { .bytes($0) } ?? .none }
        if let file = node["bodyFileName"] {
            return text(file, "'bodyFileName'").map { .file($0, in: scenario.folder) } ?? .none
        }
        return .none
    }

    private func template(_ node: Node, _ name: String) -> Template? {
        text(node, name).flatMap { template($0, at: node) }
    }
}
