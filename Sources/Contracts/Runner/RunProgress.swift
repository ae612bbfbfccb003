import Synchronization

/// The progress of a run, reported after each case.
package struct RunProgress: Sendable {
    /// The number of cases that have ended, of all cases, and of those that failed.
    package var done: Int
    package var total: Int
    package var failed: Int
    /// The time since the run began.
    package var elapsed: Duration
    /// An estimate of the remaining time; nil until enough cases have ended.
    package var left: Duration?
}

/// Estimates the remaining time of a run from the median duration of its cases.
///
/// The median ignores a few slow cases at the beginning.
package struct RemainingTime {
    /// The number of cases that an estimate needs.
    private static let enough = 20

    /// The numbers of cases that took at least 2ⁿ µs and less than 2ⁿ⁺¹ µs.
    private var counts = [Int](repeating: 0, count: 64)
    private var total = 0

    package init() {}

    /// Adds the duration of a case.
    package mutating func note(_ duration: Duration) {
        let microseconds = UInt64(min(max(duration / .microseconds(1), 1), 1e15))
        counts[63 - microseconds.leadingZeroBitCount] += 1
        total += 1
    }

    /// Returns the time for `cases` more cases, of which `jobs` run concurrently; nil until 20 cases have ended.
    package func estimate(cases: Int, jobs: Int) -> Duration? {
        guard total >= Self.enough else { return nil }
        var rest = total / 2
        for (exponent, count) in counts.enumerated() {
            guard rest >= count else { return .microseconds(3 << exponent) / 2 * cases / max(jobs, 1) }
            rest -= count
        }
        return nil
    }
}

/// Ends a run early: no other case starts, and running cases finish.
package final class StopSignal: Sendable {
    private struct State {
        var isStopped = false
        var cause: String?
    }

    private let state = Mutex(State())

    package init() {}

    package var isStopped: Bool { state.withLock { $0.isStopped } }

    /// The reason for the report; nil if the run was not stopped or no reason was given.
    package var cause: String? { state.withLock { $0.cause } }

    /// Stops the run; the first call sets the reason.
    package func callAsFunction(because cause: String? = nil) {
        state.withLock {
            if !$0.isStopped { $0 = State(isStopped: true, cause: cause) }
        }
    }
}
