/// Something that is under way once and that any number of callers wait for, each for itself.
package final class SharedRequest<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value?, Never>

    private struct State {
        var value: Value?
        var waiters: [Int: Waiter] = [:]
        /// Those who gave up before they began to wait.
        var cancelled: Set<Int> = []
        var count = 0
    }

    private let state = Locked(State())

    package init() {}

    /// The value once it is there, or nil as soon as the one who waits is cancelled; the others wait on.
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

    /// Gives everybody the value, now and from now on.
    package func finish(with value: Value) {
        let waiters = state.withLock { state in
            state.value = value
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume(returning: value) }
    }

    /// Waits, unless there is nothing to wait for.
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
