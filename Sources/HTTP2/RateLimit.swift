/// Allows a burst of units, and then a number of units per second.
struct RateLimit {
    private let burst: Int
    private let perSecond: Int
    /// Used units that have not been restored yet, in thousandths.
    private var used = 0
    private var time = 0

    init(burst: Int, perSecond: Int) {
        self.burst = burst
        self.perSecond = perSecond
    }

    /// Uses units; the time is in milliseconds.
    ///
    /// - Returns: Whether the limit allows them.
    mutating func take(_ count: Int, at now: Int) -> Bool {
        // Units per second are thousandths per millisecond.
        used = max(0, used - (now - time) * perSecond)
        time = now
        used += count * 1000
        return used <= burst * 1000
    }
}
