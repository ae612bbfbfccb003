/// A feature of a client that its driver can declare; steps and checks that need a missing one are skipped.
///
/// Each value that a client may be unable to report has a capability with the name of its check.
package struct Capability: Sendable, Hashable {
    package let name: String
    /// The reason to skip a step or a check that needs the capability.
    package let lack: String

    private init(_ name: String, lack: String) {
        self.name = name
        self.lack = lack
    }

    /// The capability to report a value, by the key of `expect` that judges it.
    init(reporting key: String) {
        self.init(key, lack: "the client cannot report '\(key)'")
    }

    private init(_ wire: WireProtocol) {
        self.init(wire.rawValue, lack: "the client does not support '\(wire.rawValue)'")
    }

    /// Returns the capability with a name; nil if there is none.
    package init?(named name: String) {
        guard let capability = Self.all.first(where: { $0.name == name }) else { return nil }
        self = capability
    }

    /// Every driver has it.
    package static let outcome = Capability(reporting: "outcome")
    package static let follow = Capability("follow", lack: "the client cannot follow links")
    package static let session = Capability("session", lack: "the client has no sessions")
    package static let submit = Capability("submit", lack: "the client cannot submit templates of HAL-FORMS")
    package static let pages = Capability("pages", lack: "the client cannot walk through pages")
    package static let deadline = Capability("deadline", lack: "the client has no deadline for whole calls")
    package static let reuse = Capability("reuse", lack: "the client does not reuse connections")
    package static let https = Capability(.https)
    package static let h2 = Capability(.h2)
    package static let h2c = Capability(.h2c)

    /// All capabilities, in the order of reports.
    package static let all: [Capability] =
        [outcome] + Check.all.compactMap(\.capability) + [
            follow, submit, pages, session, deadline, reuse, https, h2, h2c,
        ]

    /// Whether it is a protocol, as opposed to something that a client does or reports.
    var isProtocol: Bool { WireProtocol(rawValue: name) != nil }
}
