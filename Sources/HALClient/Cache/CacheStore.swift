/// Keeps answers for a cache; ``MemoryCacheStore`` does in memory.
///
/// A store that cannot read or write says that it has nothing: a cache is never a reason for a call to fail.
public protocol CacheStore: Sendable {
    /// All answers that are kept for a key.
    func answers(for key: CacheKey) async -> [StoredAnswer]
    /// Keeps an answer, in place of the one with the same variant.
    func store(_ answer: StoredAnswer, for key: CacheKey) async
    /// Forgets all answers for a key.
    func removeAnswers(for key: CacheKey) async
    /// Forgets everything.
    func removeAll() async
}

/// What answers are kept for.
public struct CacheKey: Sendable, Hashable {
    /// Whose answers they are.
    public let partition: String
    /// The URI that was requested.
    public let url: String

    /// Makes a key.
    public init(partition: String = "", url: String) {
        self.partition = partition
        self.url = url
    }
}

/// Keeps answers in memory, and forgets first what was not used for longest.
public final class MemoryCacheStore: CacheStore {
    private struct Entry {
        var answers: [StoredAnswer]
        var lastUse: UInt64
        var size: Int { answers.reduce(0) { $0 + $1.size } }
    }

    private struct State {
        var entries: [CacheKey: Entry] = [:]
        var bytes = 0
        var uses: UInt64 = 0
    }

    private let state = Locked(State())
    private let bytesLimit: Int
    private let entriesLimit: Int

    /// How many variants of one URI are kept.
    private static let variantsLimit = 16

    /// Makes a store of at most so many bytes and so many URIs; an answer larger than a quarter of it is not kept.
    public init(bytes: Int = 16 << 20, entries: Int = 1000) {
        bytesLimit = max(bytes, 0)
        entriesLimit = max(entries, 1)
    }

    /// How many bytes all answers have, about.
    public var bytes: Int { state.withLock(\.bytes) }

    /// All answers that are kept for a key.
    public func answers(for key: CacheKey) -> [StoredAnswer] {
        state.withLock { state in
            guard state.entries[key] != nil else { return [] }
            state.uses += 1
            state.entries[key]?.lastUse = state.uses
            return state.entries[key]?.answers ?? []
        }
    }

    /// Keeps an answer, in place of the one with the same variant.
    public func store(_ answer: StoredAnswer, for key: CacheKey) {
        guard answer.size <= bytesLimit / 4 else { return removeAnswers(for: key) }
        state.withLock { state in
            state.uses += 1
            var answers = state.entries[key]?.answers ?? []
            state.bytes -= state.entries[key]?.size ?? 0
            answers.removeAll { $0.variant == answer.variant }
            answers = answers.suffix(Self.variantsLimit - 1) + [answer]
            let entry = Entry(answers: answers, lastUse: state.uses)
            state.entries[key] = entry
            state.bytes += entry.size
            makeRoom(&state)
        }
    }

    /// Forgets all answers for a key.
    public func removeAnswers(for key: CacheKey) {
        state.withLock { state in
            state.bytes -= state.entries.removeValue(forKey: key)?.size ?? 0
        }
    }

    /// Forgets everything.
    public func removeAll() {
        state.withLock { state in
            state.entries = [:]
            state.bytes = 0
        }
    }

    private func makeRoom(_ state: inout State) {
        while state.bytes > bytesLimit || state.entries.count > entriesLimit,
            let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            state.bytes -= oldest.value.size
            state.entries[oldest.key] = nil
        }
    }
}
