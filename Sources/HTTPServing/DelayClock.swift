/// The clock of the delays of one group: the loop's, moved or stopped.
///
/// Times are in milliseconds of the loop's clock. Sums that overflow are bounded.
struct DelayClock: Sendable, Hashable {
    private var ahead = 0
    private var stoppedAt: Int?
    /// The difference that setting the clock has made to dates, but not to delays.
    private var setting = 0

    /// Whether no delay elapses.
    var isStopped: Bool { stoppedAt != nil }

    /// The time by which delays elapse.
    func time(at now: Int) -> Int {
        stoppedAt ?? Self.sum(now, ahead)
    }

    /// The difference between the dates at a time of this clock and the dates of the loop.
    func dateOffset(of time: Int, at now: Int) -> Int {
        Self.sum(Self.sum(time, -now), setting)
    }

    mutating func advance(by milliseconds: Int) {
        if let stoppedAt {
            self.stoppedAt = Self.sum(stoppedAt, milliseconds)
        } else {
            ahead = Self.sum(ahead, milliseconds)
        }
    }

    /// Stops the clock; dates differ by `setting` from now on.
    mutating func stop(at now: Int, setting difference: Int) {
        stoppedAt = time(at: now)
        setting = Self.sum(setting, difference)
    }

    mutating func run(at now: Int) {
        guard let stoppedAt else { return }
        ahead = Self.sum(stoppedAt, -now)
        self.stoppedAt = nil
    }

    static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        guard overflow else { return sum }
        return right > 0 ? .max : .min + 1
    }
}
