package import HAL
import HALClient

/// The resources that are embedded under one relation or, in the array dialect, of one media type.
package struct ReportedEmbedded: Sendable, Hashable {
    package var name: String
    package var models: [JSONValue]

    package init(name: String, models: [JSONValue]) {
        self.name = name
        self.models = models
    }
}

extension ReportedEmbedded {
    /// Reads an outcome of this package's client.
    static func all(_ outcome: Outcome<JSONObject>) -> [ReportedEmbedded] {
        let embedded = outcome.representation?.resource?.embedded ?? .none
        return embedded.relations.map { relation in
            ReportedEmbedded(name: relation.rawValue, models: embedded[relation].map { .object($0.state) })
        }
    }

    /// Reads the member `key` of an outcome that a driver wrote.
    static func all(_ fields: inout DriverFields, _ key: String) throws(ProtocolViolation) -> [ReportedEmbedded] {
        var embedded: [ReportedEmbedded] = []
        for member in try fields.object(key)?.members ?? [] {
            guard let models = member.value.array else {
                let place = fields.place("\(key).\(member.name)")
                throw ProtocolViolation("has \(member.value.kind) in \(place), not an array")
            }
            embedded.append(ReportedEmbedded(name: member.name, models: models))
        }
        return embedded
    }
}
