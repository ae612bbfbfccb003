/// A 3xx that is the final answer.
public struct Redirection: Sendable {
    /// Why it was not followed.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The status is one that is not followed, by its meaning or by the policy.
        case notFollowed
        /// There is no `Location`.
        case noLocation
        /// `Location` is no `http` or `https` URI.
        case unusableLocation
        /// The same method and URI were requested before in this call.
        case loop
        /// More hops than the policy allows.
        case tooManyHops
        /// It leads from `https` to `http`.
        case downgrade
    }

    /// Why it was not followed.
    public let reason: Reason
    /// Where it points to, resolved and with the inherited fragment; nil for 304 and if there is none.
    public let location: String?
    /// `Retry-After`, the least time to wait before following, or nil.
    public let retryAfter: RetryAfter?
    /// The response.
    public internal(set) var response: Response

    /// Whether the server says that the caller's copy is current: 304.
    public var notModified: Bool {
        response.status == 304
    }

    /// Whether the old URI should not be used again: 301 and 308.
    public var permanent: Bool {
        response.status == 301 || response.status == 308
    }
}
