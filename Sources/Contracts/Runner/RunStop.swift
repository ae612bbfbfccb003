import Synchronization

/// Lets a run end early: no case is begun any more, those under way finish.
package final class RunStop: Sendable {
    private let stopped = Atomic(false)

    package init() {}

    package var isStopped: Bool { stopped.load(ordering: .acquiring) }

    /// Ends the run.
    package func callAsFunction() {
        stopped.store(true, ordering: .releasing)
    }
}
