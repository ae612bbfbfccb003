/// The way in which a cache served a response; see ``Response/cacheStatus``.
public enum CacheStatus: String, Sendable, Hashable, CaseIterable {
    /// The stored response is fresh.
    case fresh
    /// The server confirmed the stored response.
    case revalidated
    /// The server could not be reached; the stored response may be stale.
    case offline
}
