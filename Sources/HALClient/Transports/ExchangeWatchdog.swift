/// Ends an exchange that exceeds its time-outs.
///
/// A single timer that checks again when it fires: received bytes cost a lock but no timer.
final class ExchangeWatchdog: Sendable {
    /// Runs the action after the time; returns a closure that cancels it.
    typealias Schedule = @Sendable (Duration, @escaping @Sendable () -> Void) -> @Sendable () -> Void

    private struct State {
        var lastByte: ContinuousClock.Instant
        /// The time from which the wait for the head counts.
        var sent: ContinuousClock.Instant
        /// Whether a streamed body is being sent.
        var isSending = false
        /// Whether the response has begun.
        var hasBegun = false
        var hasExpired = false
        var isStopped = false
        var cancelTimer: (@Sendable () -> Void)?
    }

    private let timeouts: Timeouts
    private let now: @Sendable () -> ContinuousClock.Instant
    private let schedule: Schedule
    private let begin: ContinuousClock.Instant
    private let state: Locked<State>

    init(
        _ timeouts: Timeouts,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        schedule: @escaping Schedule = TimerQueue.shared.schedule
    ) {
        self.timeouts = timeouts
        self.now = now
        begin = now()
        self.schedule = schedule
        state = Locked(State(lastByte: begin, sent: begin))
    }

    /// Whether the watchdog ended the exchange.
    var hasExpired: Bool {
        state.withLock(\.hasExpired)
    }

    /// Watches until it is stopped; `expire` is called at most once.
    func start(_ expire: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard !state.isStopped, let look = nextLook(state) else { return }
            state.cancelTimer = schedule(look - now()) { self.look(expire) }
        }
    }

    /// Notes that a part of the response has arrived.
    func sawResponse() {
        state.withLock { state in
            state.hasBegun = true
            state.lastByte = now()
        }
    }

    /// Notes that a part of a streamed body was sent.
    func sentBytes() {
        state.withLock { state in
            state.sent = now()
            state.lastByte = state.sent
            state.isSending = true
        }
    }

    /// Notes that the whole streamed body was sent.
    func sentAll() {
        state.withLock { state in
            state.sent = now()
            state.isSending = false
        }
    }

    func stop() {
        let cancelTimer = state.withLock { state in
            state.isStopped = true
            return state.cancelTimer.take()
        }
        cancelTimer?()
    }

    private func look(_ expire: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            guard !state.isStopped, let deadline = deadline(state) else { return false }
            state.hasExpired = deadline <= now()
            return state.hasExpired
        }
        if isOver { expire() } else { start(expire) }
    }

    /// The time of the next check, early enough for an idle time-out that has not begun.
    private func nextLook(_ state: State) -> ContinuousClock.Instant? {
        let idle = timeouts.idle.map { now() + $0 }
        return [deadline(state), idle].compactMap(\.self).min()
    }

    private func deadline(_ state: State) -> ContinuousClock.Instant? {
        let limits = [
            timeouts.total.map { begin + $0 },
            state.hasBegun || state.isSending ? timeouts.idle.map { state.lastByte + $0 } : nil,
            state.hasBegun ? nil : timeouts.firstByte.map { state.sent + $0 },
        ]
        return limits.compactMap(\.self).min()
    }
}

/// Cheap timers: each costs a lock, because one sleeping task serves them all.
///
/// Most time-outs are canceled long before they are due; waking another thread for each would cost more than the rest
/// of a call.
final class TimerQueue: Sendable {
    static let shared = TimerQueue()

    private struct Timer {
        let due: ContinuousClock.Instant
        let action: @Sendable () -> Void
    }

    private struct State {
        var timers: [UInt64: Timer] = [:]
        var nextIdentifier: UInt64 = 0
        /// The time at which the sleeping task wakes; nil if none sleeps.
        var nextLook: ContinuousClock.Instant?
    }

    private let state = Locked(State())

    /// Runs the action after the delay; returns a closure that cancels it.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let due = ContinuousClock.now + delay
        let (identifier, look) = state.withLock { state in
            defer { state.nextIdentifier += 1 }
            state.timers[state.nextIdentifier] = Timer(due: due, action: action)
            return (state.nextIdentifier, Self.claimLook(at: due, &state))
        }
        if let look { sleep(until: look) }
        return { self.state.withLock { _ = $0.timers.removeValue(forKey: identifier) } }
    }

    /// The time for a new sleeping task; nil if the current one wakes early enough.
    private static func claimLook(
        at due: ContinuousClock.Instant,
        _ state: inout State
    ) -> ContinuousClock.Instant? {
        if let next = state.nextLook, next <= due { return nil }
        state.nextLook = due
        return due
    }

    private func sleep(until look: ContinuousClock.Instant) {
        Task {
            try? await Task.sleep(until: look, clock: .continuous)
            fire(look)
        }
    }

    private func fire(_ look: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        let (due, next) = state.withLock { state in
            let due = state.timers.filter { $0.value.due <= now }
            for identifier in due.keys { state.timers.removeValue(forKey: identifier) }
            // Another task sleeps until an earlier time.
            guard state.nextLook == look else { return (due, ContinuousClock.Instant?.none) }
            state.nextLook = state.timers.values.map(\.due).min()
            return (due, state.nextLook)
        }
        if let next { sleep(until: next) }
        for timer in due.values { timer.action() }
    }
}
