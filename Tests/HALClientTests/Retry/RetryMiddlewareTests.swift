import HALClient
import HTTPTypes
import Testing

struct RetryMiddlewareTests {
    /// A clock that records sleeps without sleeping.
    final class RecordingClock: Clock {
        struct Instant: InstantProtocol {
            var offset: Duration
            func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
            func duration(to other: Instant) -> Duration { other.offset - offset }
            static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
        }

        private let state = Locked<(now: Duration, slept: [Duration])>((.zero, []))
        var now: Instant { Instant(offset: state.withLock(\.now)) }
        var minimumResolution: Duration { .zero }
        var slept: [Duration] { state.withLock(\.slept) }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            try Task.checkCancellation()
            state.withLock { state in
                state.slept.append(deadline.offset - state.now)
                state.now = deadline.offset
            }
        }
    }

    static let receipt = WallTime(sinceEpoch: .seconds(784_111_777))

    /// Sends a request through the middleware to a transport that returns these responses in order.
    static func run(
        _ answers: [CannedTransport.Answer],
        policy: RetryPolicy = RetryPolicy(),
        method: HTTPRequest.Method = .get,
        isRetryable: Bool? = nil,
        jitter: Double = 0.5
    ) async -> (status: Int?, sent: Int, slept: [Duration]) {
        let clock = RecordingClock()
        let transport = CannedTransport(answers)
        let retry = RetryMiddleware(policy: policy, clock: clock, now: { receipt }, jitter: { jitter })
        let request = TransportRequest(method: method, url: "http://example.com/", isRetryable: isRetryable)
        let response = try? await retry.intercept(request) { request throws(ConnectionFailure) in
            try await transport.send(request)
        }
        return (response?.status, transport.requests.count, clock.slept)
    }

    static func unavailable(_ retryAfter: String?) -> CannedTransport.Answer {
        .init(503, retryAfter.map { ["Retry-After": $0] } ?? [:], receivedAt: receipt)
    }

    @Test func waitsAsLongAsTheServerAsks() async {
        let result = await Self.run([Self.unavailable("90"), .init(200)])
        #expect(result.status == 200)
        #expect(result.slept == [.seconds(90) + .milliseconds(250)])
    }

    @Test func waitsUntilTheDate() async {
        let result = await Self.run([Self.unavailable("Sun, 06 Nov 1994 08:50:37 GMT"), .init(200)], jitter: 0)
        #expect(result.slept == [.seconds(60)])
    }

    @Test("falls back to the backoff", arguments: [nil, "0", "soon", "-5", "Sun, 06 Nov 1993 08:49:37 GMT"])
    func fallsBackToTheBackoff(retryAfter: String?) async {
        let answers = [Self.unavailable(retryAfter), Self.unavailable(retryAfter), .init(200)]
        let result = await Self.run(answers, jitter: 1)
        #expect(result.slept == [.milliseconds(500), .seconds(1)])
    }

    @Test func givesUpAfterItsAttempts() async {
        let result = await Self.run([Self.unavailable(nil)])
        #expect(result.status == 503)
        #expect(result.sent == 3)
    }

    @Test func doesNotWaitLongerThanAllowed() async {
        let result = await Self.run([Self.unavailable("121"), .init(200)])
        #expect(result.status == 503)
        #expect(result.sent == 1)
    }

    @Test(
        "repeats idempotent methods alone",
        arguments: [
            (HTTPRequest.Method.get, 2), (.head, 2), (.put, 2), (.delete, 2), (.options, 2), (.post, 1), (.patch, 1),
        ]
    )
    func repeatsIdempotentMethodsAlone(method: HTTPRequest.Method, sent: Int) async {
        let result = await Self.run([Self.unavailable(nil), .init(200)], method: method)
        #expect(result.sent == sent)
    }

    @Test func repeatsAPostIfTold() async {
        let result = await Self.run([Self.unavailable(nil), .init(200)], method: .post, isRetryable: true)
        #expect(result.sent == 2)
        let policy = RetryPolicy(includesUnsafeMethods: true)
        #expect(await Self.run([Self.unavailable(nil), .init(200)], policy: policy, method: .post).sent == 2)
    }

    @Test(
        "repeats after a failure that may pass",
        arguments: [
            (ConnectionFailure.Kind.reset, 2), (.refused, 2), (.timedOut, 2), (.truncated, 2), (.dns, 2),
            (.tls, 1), (.protocolViolation, 1), (.tooLarge, 1), (.cancelled, 1), (.other, 1),
        ]
    )
    func repeatsAfterSomeFailures(kind: ConnectionFailure.Kind, sent: Int) async {
        #expect(await Self.run([.init(kind), .init(200)]).sent == sent)
    }

    @Test("leaves final answers alone", arguments: [200, 304, 400, 401, 404, 409, 500, 501])
    func leavesFinalAnswersAlone(status: Int) async {
        #expect(await Self.run([.init(status)]).sent == 1)
    }

    @Test func endsWaitingWhenCancelled() async {
        let task = Task {
            await untilCancelled()
            return await Self.run([Self.unavailable("5"), .init(200)])
        }
        task.cancel()
        let result = await task.value
        #expect(result.status == nil)
        #expect(result.sent == 1)
    }

    @Test func keepsTheBackoffWithinItsLimit() async {
        let policy = RetryPolicy(attempts: 70, longestBackoff: .seconds(8))
        let result = await Self.run([Self.unavailable(nil)], policy: policy, jitter: 1)
        #expect(result.sent == 70)
        #expect(result.slept.allSatisfy { $0 <= .seconds(8) })
    }
}
