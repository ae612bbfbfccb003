/// A 3xx that is the final response.
public struct Redirection: Sendable {
    /// The reason why it was not followed.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The status is not followed, by definition or by the policy.
        case notFollowed
        /// `Location` is missing.
        case noLocation
        /// `Location` is not an `http` or `https` URI.
        case unusableLocation
        /// This call has requested the same method and URI before.
        case loop
        /// More hops than the policy allows.
        case tooManyHops
        /// The redirect leads from `https` to `http`.
        case downgrade
    }

    /// The reason why it was not followed.
    public let reason: Reason
    /// `Location`, resolved and with the inherited fragment; nil for 304 and if it is missing.
    public let location: String?
    /// `Retry-After`, the minimum time to wait before following, or nil.
    public let retryAfter: RetryAfter?
    /// The response.
    public internal(set) var response: Response

    /// Whether the caller's copy is current: 304.
    public var notModified: Bool {
        response.status == 304
    }

    /// Whether the old URI should not be used again: 301 and 308.
    public var permanent: Bool {
        response.status == 301 || response.status == 308
    }
}
