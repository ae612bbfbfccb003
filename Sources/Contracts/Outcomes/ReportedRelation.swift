import HAL
import HALClient

/// A link of a resource.
package struct ReportedRelation: Sendable, Hashable {
    package var name: String
    /// The resolved URI, or the template as written.
    package var target: String

    package init(name: String, target: String) {
        self.name = name
        self.target = target
    }
}

extension ReportedRelation {
    /// Reads an outcome of this package's client.
    static func all(_ outcome: Outcome<JSONObject>) -> [ReportedRelation] {
        (outcome.representation?.relations ?? []).map {
            ReportedRelation(name: $0.name.rawValue, target: $0.target ?? $0.link.href)
        }
    }

    /// Reads the member `key` of an outcome that a driver wrote.
    static func all(_ fields: inout DriverFields, _ key: String) throws(ProtocolViolation) -> [ReportedRelation] {
        var relations: [ReportedRelation] = []
        for member in try fields.object(key)?.members ?? [] {
            let targets = try fields.strings(member, in: key)
            relations += targets.map { ReportedRelation(name: member.name, target: $0) }
        }
        return relations
    }
}
