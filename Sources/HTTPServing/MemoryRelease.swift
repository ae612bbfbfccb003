/// Decides when freed memory is worth returning to the system: after a burst of connections, when most of them have ended.
struct MemoryRelease {
    /// The most connections since the last release.
    private var peak = 0

    /// Fewer connections leave too little memory.
    static let least = 256

    /// Called with each new connection, and the number of all.
    mutating func opened(_ count: Int) {
        if count > peak { peak = count }
    }

    /// Whether memory waits for its release, which may be due later.
    var isPending: Bool { peak >= Self.least }

    /// Returns whether memory is to be released now that there are `count` connections.
    mutating func isDue(_ count: Int) -> Bool {
        guard isPending, count <= peak / 2 else { return false }
        peak = count
        return true
    }
}
