/// Ends an exchange that takes longer than its time-outs allow.
///
/// One timer that looks again when it fires: bytes that arrive cost a lock and no timer.
final class ExchangeWatchdog: Sendable {
    /// Has the action run after the time; gives what cancels it.
    typealias Schedule = @Sendable (Duration, @escaping @Sendable () -> Void) -> @Sendable () -> Void

    private struct State {
        var lastByte: ContinuousClock.Instant
        /// From when on the head is waited for.
        var sent: ContinuousClock.Instant
        /// Whether a streamed body is on its way.
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

    /// Whether it ended the exchange.
    var hasExpired: Bool {
        state.withLock(\.hasExpired)
    }

    /// Watches until it is stopped; `expire` is called once, if at all.
    func start(_ expire: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard !state.isStopped, let look = nextLook(state) else { return }
            state.cancelTimer = schedule(look - now()) { self.look(expire) }
        }
    }

    /// A part of the response has arrived.
    func sawResponse() {
        state.withLock { state in
            state.hasBegun = true
            state.lastByte = now()
        }
    }

    /// A part of a streamed body has left.
    func sentBytes() {
        state.withLock { state in
            state.sent = now()
            state.lastByte = state.sent
            state.isSending = true
        }
    }

    /// The whole of a streamed body has left.
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

    /// When to look: in time for an idle time-out that is not on yet, too.
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

/// Timers that cost a lock each, because one sleeping task serves them all.
///
/// Most time-outs are cancelled long before they are due; waking another thread to set and cancel each would cost more
/// than the rest of a call.
final class TimerQueue: Sendable {
    static let shared = TimerQueue()

    private struct Timer {
        let due: ContinuousClock.Instant
        let action: @Sendable () -> Void
    }

    private struct State {
        var timers: [UInt64: Timer] = [:]
        var nextIdentifier: UInt64 = 0
        /// When the task that sleeps will look; nil if none does.
        var nextLook: ContinuousClock.Instant?
    }

    private let state = Locked(State())

    /// Runs the action once the time is over; gives what prevents it.
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

    /// The time at which somebody has to look who does not yet mean to; nil if the one that sleeps is early enough.
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
            // Somebody else sleeps until an earlier time than this one did.
            guard state.nextLook == look else { return (due, ContinuousClock.Instant?.none) }
            state.nextLook = state.timers.values.map(\.due).min()
            return (due, state.nextLook)
        }
        if let next { sleep(until: next) }
        for timer in due.values { timer.action() }
    }
}
