/// Retries a request after a temporary failure, and waits as long as the server asks.
///
/// Only retryable requests are repeated: those of idempotent methods, and those whose options allow it. Cancelling the
/// task ends the wait.
public struct RetryMiddleware: Middleware {
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
        _ request: Request,
        next: @Sendable (Request) async throws(ConnectionFailure) -> Response
    ) async throws(ConnectionFailure) -> Response {
        guard request.isRetryable || policy.includesUnsafeMethods else { return try await next(request) }
        var repetition = 0
        while true {
            repetition += 1
            let result = await Self.result(of: request, next)
            guard repetition < policy.attempts, let wait = wait(after: result, before: repetition) else {
                return try result.get()
            }
            do {
                try await sleep(wait)
            } catch {
                throw ConnectionFailure(.cancelled, underlying: error, request: request)
            }
        }
    }

    private static func result(
        of request: Request,
        _ next: @Sendable (Request) async throws(ConnectionFailure) -> Response
    ) async -> Result<Response, ConnectionFailure> {
        do {
            return .success(try await next(request))
        } catch {
            return .failure(error)
        }
    }

    private func wait(after result: Result<Response, ConnectionFailure>, before repetition: Int) -> Duration? {
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
