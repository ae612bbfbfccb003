/// The limits of a cache on disk; the least recently used responses are removed first.
public struct DiskCacheLimits: Sendable, Hashable {
    /// The approximate size of all responses in bytes.
    public var bytes: Int
    /// The number of responses.
    public var answers: Int

    /// Makes limits.
    public init(bytes: Int = 64 << 20, answers: Int = 10_000) {
        self.bytes = max(bytes, 0)
        self.answers = max(answers, 0)
    }
}
