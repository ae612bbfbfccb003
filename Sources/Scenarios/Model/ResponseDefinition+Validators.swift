import Documents
internal import HAL
internal import HTTPTypes
import Matching

extension ResponseDefinition {
    /// The word for an entity tag that is computed.
    static let computedTag = "auto"

    /// Adds the entity tag, unless the fields have one.
    static func addEntityTag(to response: inout ResponseDefinition, _ reader: NodeReader, _ members: KnownMembers) {
        guard var tag = response.eTag, !response.fields.contains(where: { $0.name == .eTag }) else { return }
        if tag == computedTag {
            if response.template != nil || response.isBodyReadWhenSent {
                let message = "'\(eTagKey): \(computedTag)' needs a body that is the same for all requests"
                reader.log.error(message, at: members[eTagKey]?.value ?? members.node, suggestion: "write the tag")
            }
            tag = "\"\(ContentHash(response.bodyBytes ?? []))\""
        }
        response.fields.append(HTTPField(name: .eTag, value: tag))
    }

    private var isBodyReadWhenSent: Bool {
        if case .file = body { true } else { false }
    }

    /// Logs a conditional response whose preconditions cannot be evaluated (RFC 9110 §13.2.1).
    static func checkConditional(_ response: ResponseDefinition, _ reader: NodeReader, _ members: KnownMembers) {
        guard response.isConditional, let member = members[conditionalKey] else { return }
        guard (200...299).contains(response.status) else {
            let message = "'\(conditionalKey)' has no effect with the status \(response.status)"
            reader.log.warning(message, at: member.key, suggestion: "preconditions apply to 2xx only")
            return
        }
        guard !response.fields.contains(where: { $0.name == .eTag || $0.name == .lastModified }) else { return }
        let message = "'\(conditionalKey)' needs an entity tag or a 'Last-Modified'"
        reader.log.error(message, at: member.key, suggestion: "for example '\(eTagKey): \(computedTag)'")
    }
}

extension Codec where Value == String {
    /// An entity tag (RFC 9110 §8.8.3), or `auto`.
    static let entityTag = Codec(shape: .text) { reader, node, name in
        guard let text = reader.headerText(node, name) else { return nil }
        if text != ResponseDefinition.computedTag { reader.checkEntityTags(text, name, at: node) }
        return text
    } write: {
        .string($0)
    }
}
