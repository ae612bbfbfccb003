/// Allows a number of units at once, and then so many a second.
struct RateLimit {
    private let burst: Int
    private let perSecond: Int
    /// Thousandths of units that are used, and not allowed again yet.
    private var used = 0
    private var time = 0

    init(burst: Int, perSecond: Int) {
        self.burst = burst
        self.perSecond = perSecond
    }

    /// Uses units; the time is in milliseconds.
    ///
    /// - Returns: Whether so many are allowed.
    mutating func take(_ count: Int, at now: Int) -> Bool {
        // Units per second are thousandths per millisecond.
        used = max(0, used - (now - time) * perSecond)
        time = now
        used += count * 1000
        return used <= burst * 1000
    }
}
