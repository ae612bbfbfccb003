import HALClient

/// Keeps every outcome that a client reports of one call, however many and however late.
final class CallRecorder: Sendable {
    /// One report and when it came.
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

    /// Whether the driver was told to end, since the time was over.
    var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

    func record(_ outcome: ReportedOutcome) {
        let report = Report(outcome: outcome, at: .now)
        state.withLock { if !$0.isGivenUp { $0.reports.append(report) } }
    }

    /// Keeps no more of the reports than how often and how the call has ended.
    func forgetDetails() {
        state.withLock { state in
            state.reports = state.reports.map { report in
                var outcome = ReportedOutcome(report.outcome.outcome)
                outcome.stray = report.outcome.stray
                return Report(outcome: outcome, at: report.at)
            }
        }
    }

    /// The driver has returned: nothing more is waited for.
    func finish(_ failure: DriverFailure?) {
        state.withLock { state in
            state.failure = failure
            state.hasReturned = true
            state.waiter?.finish()
        }
    }

    /// What the client reports from now on, when it is told to end for example, is no outcome of the call.
    func giveUp() {
        state.withLock { $0.isGivenUp = true }
    }

    /// Waits until the driver has returned or the time is over; one wait at a time.
    ///
    /// - Returns: whether it has returned.
    func wait(atMost limit: Duration) async -> Bool {
        let (end, waiter) = AsyncStream.makeStream(of: Void.self)
        let hasReturned = state.withLock { state in
            state.waiter = waiter
            return state.hasReturned
        }
        guard !hasReturned else { return true }
        let timer = Task {
            // Cancelled as soon as the driver returns.
            try? await Task.sleep(for: limit)
            waiter.finish()
        }
        for await _ in end {}
        timer.cancel()
        return state.withLock { $0.hasReturned }
    }
}
