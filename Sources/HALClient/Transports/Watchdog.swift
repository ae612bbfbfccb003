#if os(Linux)
import NIOCore
import Synchronization

/// Ends an exchange that takes longer than its time-outs allow.
///
/// One timer that looks again when it fires: bytes that arrive cost a lock and no timer.
final class Watchdog: Sendable {
    private struct State {
        var lastByte: NIODeadline
        var hasHead = false
        var hasExpired = false
        var isStopped = false
        var timer: Scheduled<Void>?
    }

    private let timeouts: Timeouts
    private let begin: NIODeadline
    private let state: Mutex<State>

    init(_ timeouts: Timeouts) {
        self.timeouts = timeouts
        begin = .now()
        state = Mutex(State(lastByte: begin))
    }

    /// Whether it ended the exchange.
    var hasExpired: Bool {
        state.withLock(\.hasExpired)
    }

    /// Watches until it is stopped; `expire` is called once, if at all.
    func start(on loop: any EventLoop, _ expire: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard !state.isStopped, let deadline = deadline(state) else { return }
            state.timer = loop.scheduleTask(deadline: deadline) { self.look(on: loop, expire) }
        }
    }

    func sawHead() {
        state.withLock { state in
            state.hasHead = true
            state.lastByte = .now()
        }
    }

    func sawBytes() {
        state.withLock { $0.lastByte = .now() }
    }

    func stop() {
        let timer = state.withLock { state in
            state.isStopped = true
            return state.timer.take()
        }
        timer?.cancel()
    }

    private func look(on loop: any EventLoop, _ expire: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            guard !state.isStopped, let deadline = deadline(state) else { return false }
            state.hasExpired = deadline <= .now()
            return state.hasExpired
        }
        if isOver { expire() } else { start(on: loop, expire) }
    }

    private func deadline(_ state: State) -> NIODeadline? {
        [
            timeouts.total.map { begin + TimeAmount($0) },
            timeouts.idle.map { state.lastByte + TimeAmount($0) },
            state.hasHead ? nil : timeouts.firstByte.map { begin + TimeAmount($0) },
        ]
        .compactMap(\.self).min()
    }
}

extension TimeAmount {
    /// The duration in nanoseconds, clamped to a hundred years.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let clamped = min(max(seconds, 0), 3_155_760_000)
        self = .nanoseconds(clamped * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
#endif
