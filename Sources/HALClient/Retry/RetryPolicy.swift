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
    /// `jitter` is from 0 to 1. A `Retry-After` in the future is honoured in full, plus up to one `backoff` so that not
    /// all clients return at once; one in the past, or zero, is ignored.
    func wait(before repetition: Int, retryAfter: Duration?, jitter: Double) -> Duration? {
        if let retryAfter, retryAfter > .zero {
            return retryAfter > longestRetryAfter ? nil : retryAfter + backoff * jitter
        }
        let doublings = min(max(repetition - 1, 0), 30)
        return min(backoff * (1 << doublings), longestBackoff) * jitter
    }
}
