/// What is tried again, how often and how soon.
public struct RetryPolicy: Sendable, Hashable {
    /// How many times a request is sent at most, the first time included.
    public var attempts: Int
    /// The statuses after which it is sent again.
    public var statuses: Set<Int>
    /// The connection failures after which it is sent again.
    public var failures: Set<ConnectionFailure.Kind>
    /// The longest wait before the first repetition; it doubles each time.
    public var backoff: Duration
    /// What the doubling ends at.
    public var longestBackoff: Duration
    /// The longest `Retry-After` that is waited for; a longer one ends the trying.
    public var longestRetryAfter: Duration
    /// Whether requests of methods that are not idempotent are sent again too.
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

    /// How long to wait before the repetition of that number, counted from 1; nil to stop.
    ///
    /// `jitter` is from 0 to 1. A `Retry-After` that is not over is waited for in full, plus up to one `backoff` so that
    /// not all clients come back at once; one that is over, or zero, counts as none.
    func wait(before repetition: Int, retryAfter: Duration?, jitter: Double) -> Duration? {
        if let retryAfter, retryAfter > .zero {
            return retryAfter > longestRetryAfter ? nil : retryAfter + backoff * jitter
        }
        let doublings = min(max(repetition - 1, 0), 30)
        return min(backoff * (1 << doublings), longestBackoff) * jitter
    }
}
