import HAL
import HALClient

/// Records every outcome that a client reports of one call, late ones included.
final class CallRecorder: Sendable {
    /// An outcome and the time of its report.
    struct Report: Sendable {
        let outcome: ReportedOutcome
        let at: ContinuousClock.Instant
    }

    private struct State {
        var reports: [Report] = []
        var failure: DriverFailure?
        var hasReturned = false
        var isGivenUp = false
        var waiter: AsyncStream<Void>.Continuation?
    }

    private let state = Locked(State())

    var reports: [Report] { state.withLock { $0.reports } }

    var failure: DriverFailure? { state.withLock { $0.failure } }

    /// Whether the time limit was reached, so that the driver was canceled.
    var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

    func record(_ outcome: ReportedOutcome) {
        let report = Report(outcome: outcome, at: .now)
        state.withLock { if !$0.isGivenUp { $0.reports.append(report) } }
    }

    /// Drops everything but the classes and the number of the outcomes.
    func forgetDetails() {
        state.withLock { state in
            state.reports = state.reports.map { report in
                var outcome = ReportedOutcome(report.outcome.outcome)
                outcome.stray = report.outcome.stray
                return Report(outcome: outcome, at: report.at)
            }
        }
    }

    /// Ends the wait for the driver, which has returned.
    func finish(_ failure: DriverFailure?) {
        state.withLock { state in
            state.failure = failure
            state.hasReturned = true
            state.waiter?.finish()
        }
    }

    /// Ignores reports from now on: an outcome after the cancellation is not one of the call.
    func giveUp() {
        state.withLock { $0.isGivenUp = true }
    }

    /// Waits until the driver returns or the time limit is reached; only one task may wait.
    ///
    /// - Returns: Whether the driver has returned.
    func wait(atMost limit: Duration) async -> Bool {
        let (end, waiter) = AsyncStream.makeStream(of: Void.self)
        let hasReturned = state.withLock { state in
            state.waiter = waiter
            return state.hasReturned
        }
        guard !hasReturned else { return true }
        let timer = Task {
            // Canceled as soon as the driver returns.
            try? await Task.sleep(for: limit)
            waiter.finish()
        }
        for await _ in end {}
        timer.cancel()
        return state.withLock { $0.hasReturned }
    }
}
