public import HAL

/// The policy for a walk through pages: the link to follow, the limits, and how long to wait for the server.
public struct PagingPolicy: Sendable {
    /// Selects the link to the next page.
    public var next: LinkSelector
    /// The maximum number of pages; another `next` is a failure.
    public var maximumPages: Int
    /// The longest `Retry-After` to wait for before the next page, or before a page is requested again.
    public var longestRetryAfter: Duration
    /// The maximum number of requests for a page whose response is a 429 or 503 with `Retry-After`.
    public var attempts: Int
    let sleep: @Sendable (Duration) async throws -> Void
    let now: @Sendable () -> WallTime

    /// Makes a policy; clock and time can be replaced in tests.
    public init(
        next: LinkSelector = LinkSelector(.next),
        maximumPages: Int = 1000,
        longestRetryAfter: Duration = .seconds(120),
        attempts: Int = 3,
        clock: some Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> WallTime = { .now() }
    ) {
        self.next = next
        self.maximumPages = maximumPages
        self.longestRetryAfter = longestRetryAfter
        self.attempts = attempts
        sleep = { try await clock.sleep(for: $0) }
        self.now = now
    }

    /// Waits as long as a server asks; returns false if that is too long.
    ///
    /// - Throws: The error of the clock if the task is canceled.
    func wait(for retryAfter: RetryAfter) async throws -> Bool {
        let remaining = retryAfter.remaining(at: now())
        guard remaining <= longestRetryAfter else { return false }
        if remaining > .zero { try await sleep(remaining) }
        return true
    }
}

/// The reason why a walk through pages ended before the last page.
public struct PagingFailure: Error, Sendable, CustomStringConvertible {
    /// The reasons.
    public enum Reason: Sendable {
        /// The outcome of a page that is not a success, or of an item that does not decode.
        case outcome(Outcome<Never>)
        /// A page links to one that came before.
        case cycle
        /// There are more pages than the policy allows.
        case tooManyPages
        /// The server asks to wait longer than the policy allows.
        case retryAfter(RetryAfter)
    }

    /// The reason.
    public let reason: Reason
    /// The URI of the page, or nil if it is unknown.
    public let uri: String?
    /// The number of pages before it.
    public let pages: Int

    /// The outcome if that is the reason, else nil.
    public var outcome: Outcome<Never>? {
        guard case .outcome(let outcome) = reason else { return nil }
        return outcome
    }

    /// The number of pages, and the reason.
    public var description: String {
        let text =
            switch reason {
            case .outcome(let outcome): "\(outcome)"
            case .cycle: "the next page has been visited before"
            case .tooManyPages: "there are more pages than the policy allows"
            case .retryAfter(let wait): "the server asks to wait: \(wait)"
            }
        let place = uri.map { " at \(LogRedaction.standard.redacted(url: $0))" } ?? ""
        return "after \(pages) pages\(place): \(text)"
    }
}
