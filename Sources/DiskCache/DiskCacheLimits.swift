/// How much a cache on disk keeps; past it, what was not used for longest is forgotten first.
public struct DiskCacheLimits: Sendable, Hashable {
    /// Bytes of all answers, about.
    public var bytes: Int
    /// Answers.
    public var answers: Int

    /// Makes limits.
    public init(bytes: Int = 64 << 20, answers: Int = 10_000) {
        self.bytes = max(bytes, 0)
        self.answers = max(answers, 0)
    }
}
