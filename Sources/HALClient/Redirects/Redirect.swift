/// One redirect that a call has followed.
public struct Redirect: Sendable, Hashable, CustomStringConvertible {
    /// The status of the redirect.
    public let status: Int
    /// The URI that was redirected.
    public let from: String
    /// The new URI, resolved, with the inherited fragment.
    public let to: String

    /// Whether the old URI should not be used again: 301 and 308.
    public var isPermanent: Bool {
        status == 301 || status == 308
    }

    /// `301: http://a.example/ -> http://b.example/`, with redacted queries.
    public var description: String {
        let hops = [from, to].map { LogRedaction.standard.redacted(url: $0) }
        return "\(status): \(hops[0]) -> \(hops[1])"
    }
}
