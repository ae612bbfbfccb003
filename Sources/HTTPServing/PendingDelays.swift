package import UV

/// The responses that wait for their delay, by group; each group has a clock that can be moved and stopped.
///
/// Confined to the loop of its server. Times are in milliseconds of the loop's clock.
package final class PendingDelays {
    /// A change of a group's clock.
    package enum Change: Sendable, Hashable {
        /// Delays that are over by then elapse now, in the order of their times.
        case advance(milliseconds: Int)
        /// No delay elapses until the clock runs or is advanced; dates differ by `setting` from now on.
        case stop(setting: Int)
        case run
    }

    /// The maximum number of stopped clocks; of more, the oldest runs again.
    static let mostStopped = 65_536

    private struct Group {
        var clock = DelayClock()
        var delays: [Int: PendingDelay] = [:]
    }

    private var groups: [Int: Group] = [:]
    private var lastNumber = 0
    private var stopped: Set<Int> = []

    /// Begins a delay.
    ///
    /// - Parameters:
    ///   - milliseconds: The length of the delay.
    ///   - number: The group.
    ///   - now: The time of the loop.
    ///   - timer: Calls the connection when the delay is over, which then ends it here.
    ///   - elapsed: Called when the delay is over early, because the clock was advanced; it has ended then.
    /// - Returns: The delay, for `end`.
    package func begin(
        _ milliseconds: Int,
        group number: Int,
        at now: Int,
        _ timer: LoopTimer,
        elapsed: @escaping () -> Void
    ) -> PendingDelay {
        lastNumber += 1
        let clock = groups[number]?.clock ?? DelayClock()
        let time = clock.time(at: now)
        let delay = PendingDelay(
            number: lastNumber,
            group: number,
            due: DelayClock.sum(time, milliseconds),
            dateOffset: clock.dateOffset(of: time, at: now),
            timer,
            elapsed
        )
        groups[number, default: Group()].delays[delay.number] = delay
        if !clock.isStopped { timer.start(afterMilliseconds: milliseconds) }
        return delay
    }

    /// Ends a delay that is over or whose response is canceled.
    ///
    /// - Returns: The seconds by which dates of the response differ from what they were when the delay began.
    @discardableResult
    package func end(_ delay: PendingDelay?, at now: Int) -> Int {
        guard let delay else { return 0 }
        if let group = groups[delay.group], group.delays[delay.number] != nil {
            let time = group.clock.time(at: now)
            delay.settle(group.clock.dateOffset(of: time, at: now))
            groups[delay.group]?.delays[delay.number] = nil
            dropIfUnused(delay.group)
        }
        return delay.seconds
    }

    /// Changes the clock of a group.
    package func apply(_ change: Change, to number: Int, at now: Int) {
        var clock = groups[number]?.clock ?? DelayClock()
        switch change {
        case .advance(let milliseconds): clock.advance(by: milliseconds)
        case .stop(let setting): clock.stop(at: now, setting: setting)
        case .run: clock.run(at: now)
        }
        groups[number, default: Group()].clock = clock
        if clock.isStopped { stopped.insert(number) } else { stopped.remove(number) }
        let time = clock.time(at: now)
        let waiting = groups[number].map { Array($0.delays.values) } ?? []
        let due = waiting.filter { $0.due <= time }.sorted { ($0.due, $0.number) < ($1.due, $1.number) }
        for delay in waiting where delay.due > time { delay.restart(after: clock.isStopped ? nil : delay.due - time) }
        for delay in due { groups[number]?.delays[delay.number] = nil }
        dropIfUnused(number)
        for delay in due { delay.fire(clock.dateOffset(of: delay.due, at: now)) }
        if stopped.count > Self.mostStopped, let oldest = stopped.min() { apply(.run, to: oldest, at: now) }
    }

    /// Forgets the clock of a group that ends.
    package func forget(group number: Int) {
        stopped.remove(number)
        groups[number] = nil
    }

    /// The number of delays of a group.
    package func count(group number: Int) -> Int { groups[number]?.delays.count ?? 0 }

    private func dropIfUnused(_ number: Int) {
        guard let group = groups[number], group.delays.isEmpty, !group.clock.isStopped else { return }
        groups[number] = nil
    }
}

/// A delay that has begun; confined to its loop.
package final class PendingDelay {
    fileprivate let number: Int
    fileprivate let group: Int
    fileprivate let due: Int
    /// The seconds by which dates differ from what they were at the beginning.
    fileprivate private(set) var seconds = 0
    private let dateOffset: Int
    private let timer: LoopTimer
    private let elapsed: () -> Void

    fileprivate init(
        number: Int,
        group: Int,
        due: Int,
        dateOffset: Int,
        _ timer: LoopTimer,
        _ elapsed: @escaping () -> Void
    ) {
        self.number = number
        self.group = group
        self.due = due
        self.dateOffset = dateOffset
        self.timer = timer
        self.elapsed = elapsed
    }

    fileprivate func settle(_ offset: Int) {
        let difference = DelayClock.sum(offset, -dateOffset)
        // Rounded, because the two readings of the loop's clock may differ by a turn.
        seconds = DelayClock.sum(difference, difference < 0 ? -500 : 500) / 1000
    }

    fileprivate func restart(after milliseconds: Int?) {
        timer.stop()
        if let milliseconds { timer.start(afterMilliseconds: milliseconds) }
    }

    fileprivate func fire(_ offset: Int) {
        settle(offset)
        timer.stop()
        elapsed()
    }
}
