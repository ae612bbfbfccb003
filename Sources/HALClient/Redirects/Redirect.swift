/// One hop of a call that was redirected.
public struct Redirect: Sendable, Hashable, CustomStringConvertible {
    /// The status of the answer that redirected.
    public let status: Int
    /// The URI that redirected.
    public let from: String
    /// The URI that it named, resolved, with the inherited fragment.
    public let to: String

    /// Whether the old URI should not be used again: 301 and 308.
    public var isPermanent: Bool {
        status == 301 || status == 308
    }

    /// `301: http://a.example/ -> http://b.example/`, without secrets in the queries.
    public var description: String {
        let hops = [from, to].map { LogRedaction.standard.redacted(url: $0) }
        return "\(status): \(hops[0]) -> \(hops[1])"
    }
}
