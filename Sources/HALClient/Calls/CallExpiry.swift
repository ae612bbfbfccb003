/// The deadline of a running call.
///
/// A class, because the size of an `Instant` is known only at run time: as a part of each request and each outcome, it
/// would double the cost of their copies.
final class CallExpiry: Sendable {
    /// The time for the whole call.
    let duration: Duration
    /// The end of that time.
    let end: ContinuousClock.Instant

    /// Begins the time; nil if it is unlimited.
    init?(_ duration: Duration?) {
        guard let duration else { return nil }
        self.duration = duration
        end = .now + duration
    }

    /// Begins the time that is left until `end`.
    init(at end: ContinuousClock.Instant) {
        duration = ContinuousClock.now.duration(to: end)
        self.end = end
    }

    /// Whether the time is over.
    var hasPassed: Bool { end <= .now }

    /// Runs a part of the call, which is canceled at the end of the time; returns nil if that has passed already.
    func limit<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value? {
        guard !hasPassed else { return nil }
        let task = Task { await body() }
        let stop = TimerQueue.shared.schedule(after: ContinuousClock.now.duration(to: end)) { task.cancel() }
        defer { stop() }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// The failure of a call that was canceled at the end of its time.
    func failure(_ cancelled: ConnectionFailure? = nil) -> ConnectionFailure {
        var failure = ConnectionFailure(
            .timedOut,
            bytesReceived: cancelled?.bytesReceived ?? 0,
            underlying: DeadlineExceeded(deadline: duration),
            request: cancelled?.request
        )
        failure.redirects = cancelled?.redirects ?? []
        return failure
    }
}

/// The underlying error of a call that took longer than its ``RequestOptions/deadline``.
public struct DeadlineExceeded: Error, Sendable, Hashable, CustomStringConvertible {
    /// The maximum time for the call.
    public let deadline: Duration

    /// Makes an error.
    public init(deadline: Duration) {
        self.deadline = deadline
    }

    /// `the call took longer than its deadline of 5.0 seconds`.
    public var description: String { "the call took longer than its deadline of \(deadline)" }
}
