/// A feature of a client that its driver can declare; steps and checks that need a missing one are skipped.
package enum Capability: String, Sendable, CaseIterable {
    case outcome, challenges, retryAfter, relations, model, embedded, location, lastModified, notices, kind, reason
    case follow, headers, body, session
    case https, h2, h2c

    /// Whether it is a protocol, as opposed to something that a client does or reports.
    var isProtocol: Bool { WireProtocol(rawValue: rawValue) != nil }

    /// The reason to skip what needs the capability.
    package var lack: String {
        switch self {
        case .follow: "the client cannot follow links"
        case .session: "the client has no sessions"
        case .https, .h2, .h2c: "the client does not support '\(rawValue)'"
        case .outcome, .challenges, .retryAfter, .relations, .model, .embedded, .location, .lastModified, .notices,
            .kind, .reason, .headers, .body:
            "the client cannot report '\(rawValue)'"
        }
    }
}
