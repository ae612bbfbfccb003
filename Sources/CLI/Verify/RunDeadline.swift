import Contracts
import UV

/// The end of a run by `--max-duration`.
struct RunDeadline: Sendable {
    private let limit: Duration
    private let end: ContinuousClock.Instant

    /// Begins now.
    init(after limit: Duration) {
        self.limit = limit
        end = .now + limit
    }

    /// The reason that the report gives.
    var cause: String { "its time limit of \(limit) was reached (--max-duration)" }

    /// Stops a run when the time is over; returns at once if the task is cancelled.
    func stop(_ stop: StopSignal) async {
        guard (try? await Task.sleep(until: end)) != nil else { return }
        StandardStream.error.write("hypermock: no further case starts: \(cause)\n")
        stop(because: cause)
    }
}
