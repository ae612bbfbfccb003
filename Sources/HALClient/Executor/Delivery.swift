import Dispatch

/// How a call with callbacks ends, as far as the executor knows that makes it, however deep it is wrapped.
final class Delivery: Sendable {
    private let state = Locked<(queue: DispatchQueue, observations: [@Sendable () -> Void])>((.main, []))

    /// Where the callbacks of a call are called that names no queue.
    var queue: DispatchQueue {
        get { state.withLock(\.queue) }
        set { state.withLock { $0.queue = newValue } }
    }

    /// Has an observer told once the caller knows.
    func add(_ observation: @escaping @Sendable () -> Void) {
        state.withLock { $0.observations.append(observation) }
    }

    /// Tells the observers; the caller knows.
    func tellObservers() {
        let observations = state.withLock { state in
            defer { state.observations = [] }
            return state.observations
        }
        for observation in observations { observation() }
    }
}
