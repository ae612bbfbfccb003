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

/// How long the rest of a run takes, judged by the median of its cases.
///
/// A few slow cases at the beginning say nothing about thousands of quick ones.
package struct RemainingTime {
    /// So many cases tell something about the others.
    private static let enough = 20

    /// How many cases took at least 2ⁿ microseconds, and less than twice that.
    private var counts = [Int](repeating: 0, count: 64)
    private var total = 0

    package init() {}

    /// Takes the duration of a case that has ended.
    package mutating func note(_ duration: Duration) {
        let microseconds = UInt64(min(max(duration / .microseconds(1), 1), 1e15))
        counts[63 - microseconds.leadingZeroBitCount] += 1
        total += 1
    }

    /// How long so many more cases take, so many at once; nil before there is anything to judge by.
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

/// Lets a run end early: no case is begun any more, those under way finish.
package final class StopSignal: Sendable {
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
