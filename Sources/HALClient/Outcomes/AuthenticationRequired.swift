public import HAL

/// A 401.
public struct AuthenticationRequired: Sendable {
    /// All challenges of all `WWW-Authenticate` fields in their order; empty if there is none.
    public let challenges: [Challenge]
    /// The response.
    public internal(set) var response: Response

    /// The scheme of the first challenge, or nil.
    public var scheme: String? {
        challenges.first?.scheme
    }

    /// The realm of the first challenge, or nil.
    public var realm: String? {
        challenges.first?.realm
    }
}
