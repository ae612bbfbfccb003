import Dispatch

/// Connects a call with callbacks to the executor that makes it, through any wrappers.
final class Delivery: Sendable {
    private let state = Locked<(queue: DispatchQueue, observations: [@Sendable () -> Void])>((.main, []))

    /// The queue of callbacks for calls that name none.
    var queue: DispatchQueue {
        get { state.withLock(\.queue) }
        set { state.withLock { $0.queue = newValue } }
    }

    /// Adds an observation to run after the callbacks.
    func add(_ observation: @escaping @Sendable () -> Void) {
        state.withLock { $0.observations.append(observation) }
    }

    /// Runs the observations, after the callbacks.
    func tellObservers() {
        let observations = state.withLock { state in
            defer { state.observations = [] }
            return state.observations
        }
        for observation in observations { observation() }
    }
}
