/// The policy for following redirects.
public struct RedirectPolicy: Sendable, Hashable {
    /// The statuses that are followed, a subset of 301, 302, 303, 307 and 308.
    public var statuses: Set<Int>
    /// The maximum number of hops in one call.
    public var maximumHops: Int

    /// Makes a policy.
    public init(statuses: Set<Int>, maximumHops: Int = 20) {
        self.statuses = statuses.intersection([301, 302, 303, 307, 308])
        self.maximumHops = maximumHops
    }

    /// 301, 302 and 303; the default.
    public static let standard = RedirectPolicy(statuses: [301, 302, 303])
    /// 307 and 308 too, with their method and body.
    public static let all = RedirectPolicy(statuses: [301, 302, 303, 307, 308])
    /// Follows nothing.
    public static let none = RedirectPolicy(statuses: [])
}
