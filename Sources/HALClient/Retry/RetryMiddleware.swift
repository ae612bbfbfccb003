/// Retries a request after a temporary failure, and waits as long as the server asks.
///
/// Only retryable requests are repeated: those of idempotent methods, and those whose options allow it. Canceling the
/// task ends the wait; a wait that would exceed the deadline of the call is not begun.
public struct RetryMiddleware: TransportMiddleware {
    private let policy: RetryPolicy
    private let sleep: @Sendable (Duration) async throws -> Void
    private let now: @Sendable () -> WallTime
    private let jitter: @Sendable () -> Double

    /// Makes the middleware; clock, time and jitter (from 0 to 1) can be replaced in tests.
    public init(
        policy: RetryPolicy = RetryPolicy(),
        clock: some Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> WallTime = { .now() },
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.policy = policy
        sleep = { try await clock.sleep(for: $0) }
        self.now = now
        self.jitter = jitter
    }

    /// Sends the request until the response is final or the policy ends the retries.
    public func intercept(
        _ request: TransportRequest,
        next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        guard request.isRetryable || policy.includesUnsafeMethods else { return try await next(request) }
        var repetition = 0
        while true {
            repetition += 1
            let result = await Self.result(of: request, next)
            guard repetition < policy.attempts, let wait = wait(after: result, before: repetition) else {
                return try result.get()
            }
            if let deadline = request.deadline, ContinuousClock.now + wait >= deadline { return try result.get() }
            do {
                try await sleep(wait)
            } catch {
                throw ConnectionFailure(.cancelled, underlying: error, request: request)
            }
        }
    }

    private static func result(
        of request: TransportRequest,
        _ next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async -> Result<TransportResponse, ConnectionFailure> {
        do {
            return .success(try await next(request))
        } catch {
            return .failure(error)
        }
    }

    private func wait(after result: Result<TransportResponse, ConnectionFailure>, before repetition: Int) -> Duration? {
        switch result {
        case .success(let response):
            guard policy.statuses.contains(response.status) else { return nil }
            let remaining = RetryAfter(response).map { $0.remaining(at: now()) }
            return policy.wait(before: repetition, retryAfter: remaining, jitter: jitter())
        case .failure(let failure):
            guard policy.failures.contains(failure.kind) else { return nil }
            return policy.wait(before: repetition, retryAfter: nil, jitter: jitter())
        }
    }
}

/// The policy for retries: which, how often and how soon.
public struct RetryPolicy: Sendable, Hashable {
    /// The maximum number of times a request is sent, the first one included.
    public var attempts: Int
    /// The statuses that are retried.
    public var statuses: Set<Int>
    /// The connection failures that are retried.
    public var failures: Set<ConnectionFailure.Kind>
    /// The longest wait before the first retry; it doubles with each retry.
    public var backoff: Duration
    /// The limit of the doubling.
    public var longestBackoff: Duration
    /// The longest `Retry-After` to wait for; a longer one ends the retries.
    public var longestRetryAfter: Duration
    /// Whether requests of methods that are not idempotent are retried too.
    public var includesUnsafeMethods: Bool

    /// Makes a policy.
    public init(
        attempts: Int = 3,
        statuses: Set<Int> = [429, 503],
        failures: Set<ConnectionFailure.Kind> = [.dns, .refused, .reset, .truncated, .timedOut],
        backoff: Duration = .milliseconds(500),
        longestBackoff: Duration = .seconds(20),
        longestRetryAfter: Duration = .seconds(120),
        includesUnsafeMethods: Bool = false
    ) {
        self.attempts = attempts
        self.statuses = statuses
        self.failures = failures
        self.backoff = backoff
        self.longestBackoff = longestBackoff
        self.longestRetryAfter = longestRetryAfter
        self.includesUnsafeMethods = includesUnsafeMethods
    }

    /// The time to wait before a retry, counted from 1; nil to stop.
    ///
    /// `jitter` is from 0 to 1. A `Retry-After` in the future is honored in full, plus up to one `backoff` so that not
    /// all clients return at once; one in the past, or zero, is ignored.
    func wait(before repetition: Int, retryAfter: Duration?, jitter: Double) -> Duration? {
        if let retryAfter, retryAfter > .zero {
            return retryAfter > longestRetryAfter ? nil : retryAfter + backoff * jitter
        }
        let doublings = min(max(repetition - 1, 0), 30)
        return min(backoff * (1 << doublings), longestBackoff) * jitter
    }
}
