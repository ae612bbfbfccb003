import HAL

/// The first line of a driver: who it is and what it can report.
///
/// ```json
/// {"hypermockDriver": 1, "name": "python", "capabilities": ["outcome", "challenges", "retryAfter"]}
/// ```
package struct DriverHello: Sendable, Hashable {
    /// The version of the protocol that this runner speaks.
    package static let version = 1
    /// In characters; the name stands in reports and tables.
    private static let nameLimit = 64

    package let name: String
    package let capabilities: Set<Capability>

    /// - Throws: ``DriverNonsense`` when the line is no hello.
    init(_ line: [UInt8]) throws(DriverNonsense) {
        var fields = try DriverFields(line)
        guard let version = try fields.integer("hypermockDriver") else {
            throw DriverNonsense(#"is no hello: it has no "hypermockDriver""#)
        }
        guard version == Self.version else {
            throw DriverNonsense("speaks version \(version) of the protocol; this runner speaks \(Self.version)")
        }
        name = String((try fields.string("name") ?? "driver").printable.prefix(Self.nameLimit))
        guard let listed = try fields.array("capabilities") else {
            throw DriverNonsense(#"is no hello: it has no "capabilities""#)
        }
        var capabilities: Set<Capability> = []
        for value in listed {
            guard let capability = value.string.flatMap({ Capability(rawValue: $0) }) else {
                let known = Capability.allCases.map(\.rawValue).listed
                throw DriverNonsense("names a capability that there is not, \(value.serialized()); there are \(known)")
            }
            capabilities.insert(capability)
        }
        guard capabilities.contains(.outcome) else {
            throw DriverNonsense(#"lacks the capability "outcome", without which there is nothing to judge"#)
        }
        self.capabilities = capabilities
        try fields.refuseOthers()
    }
}
