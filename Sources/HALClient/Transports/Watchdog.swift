/// Ends an exchange that takes longer than its time-outs allow.
///
/// One timer that looks again when it fires: bytes that arrive cost a lock and no timer.
final class Watchdog: Sendable {
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
