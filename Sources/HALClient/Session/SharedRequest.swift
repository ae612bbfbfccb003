/// A result that is computed once and awaited by any number of callers, each of which can be canceled alone.
package final class SharedRequest<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value?, Never>

    private struct State {
        var value: Value?
        var waiters: [Int: Waiter] = [:]
        /// Callers that were canceled before they began to wait.
        var cancelled: Set<Int> = []
        var count = 0
    }

    private let state = Locked(State())

    package init() {}

    /// Waits for the value; returns nil when the calling task is canceled, while other callers continue to wait.
    package func value() async -> Value? {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                guard let end = begin(number, waiter) else { return }
                waiter.resume(returning: end.value)
            }
        } onCancel: {
            giveUp(number)?.resume(returning: nil)
        }
    }

    /// Sets the value and resumes all callers; later callers get the value immediately.
    package func finish(with value: Value) {
        let waiters = state.withLock { state in
            state.value = value
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume(returning: value) }
    }

    /// Begins to wait, or returns the end: the value, or nil for a canceled caller.
    private func begin(_ number: Int, _ waiter: Waiter) -> (value: Value?, Void)? {
        state.withLock { state in
            if let value = state.value { return (value, ()) }
            guard state.cancelled.remove(number) == nil else { return (nil, ()) }
            state.waiters[number] = waiter
            return nil
        }
    }

    private func giveUp(_ number: Int) -> Waiter? {
        state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: number)
            if waiter == nil, state.value == nil { state.cancelled.insert(number) }
            return waiter
        }
    }
}
