/// How an answer came out of a cache; see ``Response/cacheStatus``.
public enum CacheStatus: String, Sendable, Hashable, CaseIterable {
    /// It is good without asking.
    case fresh
    /// The server said that it is still good.
    case revalidated
    /// Nobody could be asked; it may be out of date.
    case offline
}
