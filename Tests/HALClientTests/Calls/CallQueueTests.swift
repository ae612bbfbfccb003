import HAL
import HTTPTypes
import Testing

@testable import HALClient

/// The limit of calls under way; the others wait.
struct CallQueueTests {
    private static func client(
        _ transport: any Transport,
        limit: Int,
        middlewares: [any TransportMiddleware] = []
    ) -> HypermediaClient {
        let configuration = HypermediaClient.Configuration(concurrentCalls: limit, middlewares: middlewares)
        return HypermediaClient(configuration: configuration, transport: transport)
    }

    @Test(arguments: [1, 3, 100])
    func noMoreThanTheLimitAreUnderWay(limit: Int) async {
        let transport = CountingTransport(gathering: limit)
        let client = Self.client(transport, limit: limit)
        let names = await withTaskGroup(of: String.self) { group in
            for number in 0..<5_000 { group.addTask { await client.get("http://a.example/\(number)").name } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(names == ["success"])
        #expect(transport.most == limit)
        #expect(transport.all == 5_000)
    }

    @Test func aLimitBelowOneIsOne() async {
        #expect(await Self.client(CountingTransport(), limit: -1).get("http://a.example/").name == "success")
    }

    @Test func callsBeginInTheirOrder() async {
        let queue = CallQueue(limit: 1)
        #expect(queue.enter() == nil)
        let places = (0..<100).map { _ in queue.enter() }
        let order = Locked<[UInt64]>([])
        await withTaskGroup { group in
            for place in places.reversed() {
                group.addTask {
                    guard let place, await queue.isAdmitted(at: place) else { return }
                    order.withLock { $0.append(place) }
                    queue.leave()
                }
            }
            queue.leave()
        }
        #expect(order.withLock { $0 } == places.compactMap(\.self) && places.count == 100)
        #expect(queue.enter() == nil)
    }

    @Test func aWaitingCallCanBeCanceled() async {
        let transport = CountingTransport(gathering: 2)
        let client = Self.client(transport, limit: 1)
        let running = Task { await client.get("http://a.example/running").name }
        await transport.hasBegun()
        let waiting = (0..<50).map { _ in Task { await client.get("http://a.example/waiting").failureKind } }
        for task in waiting { task.cancel() }
        for task in waiting { #expect(await task.value == .cancelled) }
        #expect(transport.all == 1)
        transport.release()
        #expect(await running.value == "success")
        #expect(await client.get("http://a.example/next").name == "success")
    }

    @Test func theDeadlineIncludesTheWait() async throws {
        let transport = CountingTransport(gathering: 2)
        let client = Self.client(transport, limit: 1)
        let running = Task { await client.get("http://a.example/running").name }
        await transport.hasBegun()
        let options = RequestOptions(deadline: .milliseconds(20))
        let failure = try #require(await client.get("http://a.example/waiting", options: options).failure)
        #expect(failure.kind == .timedOut && failure.underlying is DeadlineExceeded)
        #expect(transport.all == 1)
        transport.release()
        #expect(await running.value == "success")
        #expect(await client.get("http://a.example/next").name == "success")
    }

    @Test func aHigherLimitCountsAtOnce() async {
        let transport = CountingTransport(gathering: 2)
        let client = Self.client(transport, limit: 1)
        async let first = client.get("http://a.example/1").name
        async let second = client.get("http://a.example/2").name
        await transport.hasBegun()
        client.reconfigure { $0.concurrentCalls = 2 }
        #expect(await [first, second] == ["success", "success"])
        #expect(transport.most == 2)
    }

    @Test func aCallWithinACallDoesNotWaitForItself() async {
        let transport = CountingTransport()
        let outer = HypermediaClient(transport: transport)
        outer.configuration = HypermediaClient.Configuration(
            concurrentCalls: 1,
            middlewares: [CallingMiddleware(client: outer)]
        )
        #expect(await outer.get("http://a.example/").name == "success")
        #expect(transport.all == 2 && transport.most == 1)
    }
}

/// Makes a call to another host before each exchange.
private struct CallingMiddleware: TransportMiddleware {
    let client: HypermediaClient

    func intercept(
        _ request: TransportRequest,
        next: @escaping @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        if request.url.contains("a.example") { _ = await client.get("http://b.example/") }
        return try await next(request)
    }
}

/// Counts the exchanges under way; the first ones end together, when as many have begun.
private final class CountingTransport: Transport {
    private struct State {
        var gathering: Int
        var gathered: [CheckedContinuation<Void, Never>] = []
        var underWay = 0
        var most = 0
        var all = 0
    }

    private let state: Locked<State>
    private let (begun, began) = AsyncStream.makeStream(of: Never.self)

    init(gathering count: Int = 0) {
        state = Locked(State(gathering: count))
    }

    var most: Int { state.withLock(\.most) }
    var all: Int { state.withLock(\.all) }

    /// Waits until the first exchange has begun.
    func hasBegun() async {
        for await _ in begun {}
    }

    /// Ends the exchanges that wait for others.
    func release() {
        let gathered = state.withLock { state in
            state.gathering = 0
            defer { state.gathered = [] }
            return state.gathered
        }
        for continuation in gathered { continuation.resume() }
    }

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        state.withLock { state in
            state.all += 1
            state.underWay += 1
            state.most = max(state.most, state.underWay)
        }
        await withCheckedContinuation { continuation in
            let isLast = state.withLock { state in
                state.gathered.append(continuation)
                return state.gathered.count >= state.gathering
            }
            if isLast { release() }
            began.finish()
        }
        await Task.yield()
        state.withLock { $0.underWay -= 1 }
        return TransportResponse(request: request, status: 204)
    }
}
