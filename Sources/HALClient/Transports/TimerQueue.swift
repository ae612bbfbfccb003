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
