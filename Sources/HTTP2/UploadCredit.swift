/// Decides which uploads of a connection get credit for more bytes (RFC 9113 §5.2).
///
/// A body is in memory until it is complete. While all of them together fit the budget, each gets credit for what has
/// arrived; then only the oldest does, so that one upload always proceeds.
struct UploadCredit {
    /// Bytes of all bodies that are not complete.
    private(set) var buffered = 0
    /// Bytes that arrived without credit for more, by stream.
    private var owed: [Int32: Int] = [:]
    private let budget: Int

    init(budget: Int) {
        self.budget = budget
    }

    /// Whether a stream gets credit for `count` bytes that arrived; `oldest` is asked only if the budget is used up.
    mutating func received(_ count: Int, on stream: Int32, oldest: () -> Int32?) -> Bool {
        buffered += count
        guard buffered > budget, stream != oldest() else { return true }
        owed[stream, default: 0] += count
        return false
    }

    /// A body of `count` bytes is complete, or given up.
    ///
    /// - Returns: The streams that get credit now, with their bytes.
    mutating func ended(_ stream: Int32, count: Int, oldest: () -> Int32?) -> [(stream: Int32, count: Int)] {
        buffered -= count
        guard !owed.isEmpty else { return [] }
        owed[stream] = nil
        guard buffered > budget else {
            defer { owed = [:] }
            return owed.map { ($0.key, $0.value) }
        }
        guard let oldest = oldest(), let count = owed.removeValue(forKey: oldest) else { return [] }
        return [(oldest, count)]
    }
}
