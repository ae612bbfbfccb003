import Documents
import HAL

/// `serveEventListeners` of a mapping, or `postServeActions` of an older one.
///
/// A class, so that the many mappings without it stay small.
package final class ServeEventListeners: Sendable {
    /// WireMock's name of the listener that sends a request.
    static let webhook = "webhook"
    /// The only phase in which WireMock sends it.
    static let lastPhase = "AFTER_COMPLETE"

    /// The value as it was read.
    let json: JSONValue
    let webhooks: [Webhook]

    init(json: JSONValue, webhooks: [Webhook]) {
        self.json = json
        self.webhooks = webhooks
    }
}

extension Codec where Value == ServeEventListeners {
    /// A list of listeners with their names and parameters, or an object with the parameters of each.
    static let serveEventListeners = Codec(shape: .anything) { reader, node, _ in
        let webhooks = reader.listeners(node).compactMap { reader.webhook($0) }
        if !webhooks.isEmpty, !reader.scenario.sendsWebhooks {
            reader.overlook(
                webhooks.count == 1 ? "this webhook is not sent" : "these webhooks are not sent",
                at: node,
                suggestion: "start the server with --webhooks to send webhooks"
            )
        }
        return reader.json(node).map { ServeEventListeners(json: $0, webhooks: webhooks) }
    } write: {
        $0.json
    }
}

extension NodeReader {
    /// The parameters of each webhook among the listeners; logs other listeners.
    fileprivate func listeners(_ node: Node) -> [Node] {
        let all: [(name: Node, parameters: Node, phases: Node?)] =
            switch node.content {
            case .scalar: []
            case .sequence(let items):
                items.compactMap { item in
                    guard let name = item["name"] else {
                        overlook("a listener needs 'name', and has no effect without it", at: item)
                        return nil
                    }
                    return (name, item["parameters"] ?? item, item["requestPhases"])
                }
            case .mapping(let pairs): pairs.map { ($0.key, $0.value, nil) }
            }
        return all.compactMap { name, parameters, phases in
            guard name.text == ServeEventListeners.webhook else {
                overlook("the listener '\(name.text)' is not supported, and has no effect", at: name)
                return nil
            }
            let isLast = phases.map { $0.items.contains { $0.text == ServeEventListeners.lastPhase } } ?? true
            return isLast ? parameters : nil
        }
    }
}
