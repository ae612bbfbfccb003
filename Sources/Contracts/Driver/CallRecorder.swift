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
    }

    private let state = Locked(State())
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() {
        (arrivals, arrival) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    var reports: [Report] { state.withLock { $0.reports } }

    var failure: DriverFailure? { state.withLock { $0.failure } }

    func record(_ outcome: ReportedOutcome) {
        state.withLock { $0.reports.append(Report(outcome: outcome, at: .now)) }
        arrival.yield()
    }

    /// The driver has returned: nothing more is waited for.
    func finish(_ failure: DriverFailure?) {
        state.withLock { $0.failure = failure }
        arrival.finish()
    }

    /// Waits until the driver has returned or the time is over.
    func wait(atMost limit: Duration) async {
        let timer = Task { [arrival] in
            // Cancelled as soon as the driver returns.
            try? await Task.sleep(for: limit)
            arrival.finish()
        }
        for await _ in arrivals {}
        timer.cancel()
    }
}
