import Synchronization

/// Lets a run end early: no case is begun any more, those under way finish.
package final class RunStop: Sendable {
    private struct State {
        var isStopped = false
        var cause: String?
    }

    private let state = Mutex(State())

    package init() {}

    package var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Why the run was ended, for its report; nil: it was not, or there is nothing to say.
    package var cause: String? { state.withLock { $0.cause } }

    /// Ends the run, unless something has ended it before.
    package func callAsFunction(because cause: String? = nil) {
        state.withLock {
            if !$0.isStopped { $0 = State(isStopped: true, cause: cause) }
        }
    }
}
