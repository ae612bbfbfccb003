/// Limits the calls of a client in progress, and with them memory: further calls wait in their order.
///
/// A call within another one, of a middleware for example, does not wait, because the other one may wait for it.
final class CallQueue: Sendable {
    /// Whether the current task is within a call.
    @TaskLocal private static var isWithinCall = false

    private enum Waiter {
        /// Has its place, but is not suspended yet.
        case arriving
        case suspended(CheckedContinuation<Bool, Never>)
        /// Was admitted, or canceled, before it was suspended.
        case decided(isAdmitted: Bool)
    }

    private struct State {
        var limit: Int
        var underWay = 0
        var waiters: [UInt64: Waiter] = [:]
        /// The first place whose waiter may still wait, and the next free place.
        var first: UInt64 = 0
        var next: UInt64 = 0
    }

    private let state: Locked<State>

    /// Makes a queue; a limit below 1 is 1.
    init(limit: Int) {
        state = Locked(State(limit: max(limit, 1)))
    }

    /// Runs a call when its turn comes; returns nil if its task is canceled or its time is over before.
    func run<Value>(within expiry: CallExpiry?, _ call: () async -> Value) async -> Value? {
        guard !Self.isWithinCall else { return await call() }
        if let place = enter(), await !isAdmitted(at: place, within: expiry) { return nil }
        defer { leave() }
        return await Self.$isWithinCall.withValue(true) { await call() }
    }

    /// Changes the limit, and begins the calls that it allows.
    func limit(to limit: Int) {
        admit { $0.limit = max(limit, 1) }
    }

    /// Begins a call and returns nil, or returns its place among the waiting ones.
    func enter() -> UInt64? {
        state.withLock { state in
            guard state.underWay >= state.limit || !state.waiters.isEmpty else {
                state.underWay += 1
                return nil
            }
            defer { state.next += 1 }
            state.waiters[state.next] = .arriving
            return state.next
        }
    }

    /// Waits until the call at a place may begin; false if its task is canceled or its time is over before.
    func isAdmitted(at place: UInt64, within expiry: CallExpiry? = nil) async -> Bool {
        let stop = expiry.map { expiry in
            TimerQueue.shared.schedule(after: ContinuousClock.now.duration(to: expiry.end)) { self.cancel(place) }
        }
        defer { stop?() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { suspend($0, at: place) }
        } onCancel: {
            cancel(place)
        }
    }

    /// Ends a call, and begins the next one.
    func leave() {
        admit { $0.underWay -= 1 }
    }

    private func admit(after change: (inout State) -> Void) {
        let admitted = state.withLock { state in
            change(&state)
            var admitted: [CheckedContinuation<Bool, Never>] = []
            while state.underWay < state.limit, state.first < state.next {
                defer { state.first += 1 }
                switch state.waiters[state.first] {
                case .arriving?: state.waiters[state.first] = .decided(isAdmitted: true)
                case .suspended(let continuation)?:
                    state.waiters[state.first] = nil
                    admitted.append(continuation)
                case .decided?, nil: continue
                }
                state.underWay += 1
            }
            return admitted
        }
        for continuation in admitted { continuation.resume(returning: true) }
    }

    private func suspend(_ continuation: CheckedContinuation<Bool, Never>, at place: UInt64) {
        let isAdmitted: Bool? = state.withLock { state in
            guard case .decided(let isAdmitted)? = state.waiters[place] else {
                state.waiters[place] = .suspended(continuation)
                return nil
            }
            state.waiters[place] = nil
            return isAdmitted
        }
        if let isAdmitted { continuation.resume(returning: isAdmitted) }
    }

    private func cancel(_ place: UInt64) {
        let continuation: CheckedContinuation<Bool, Never>? = state.withLock { state in
            switch state.waiters[place] {
            case .arriving?: state.waiters[place] = .decided(isAdmitted: false)
            case .suspended(let continuation)?:
                state.waiters[place] = nil
                return continuation
            case .decided?, nil: break
            }
            return nil
        }
        continuation?.resume(returning: false)
    }
}
