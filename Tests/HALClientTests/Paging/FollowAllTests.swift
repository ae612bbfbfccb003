import HAL
import HALClient
import Testing

/// All links of a relation are followed, a few at once.
struct FollowAllTests {
    /// Holds each request until it is released or canceled, and counts those that run.
    private final class HeldTransport: Transport {
        struct State {
            var running = 0
            var peak = 0
            var urls: [String] = []
            var cancelled = 0
        }

        let state = Locked(State())
        private let isHeld: Bool

        init(isHeld: Bool) { self.isHeld = isHeld }

        func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
            state.withLock { state in
                state.running += 1
                state.peak = max(state.peak, state.running)
                state.urls.append(request.url)
            }
            if isHeld { await untilCancelled() } else { await Task.yield() }
            state.withLock { $0.running -= 1 }
            guard !Task.isCancelled else {
                state.withLock { $0.cancelled += 1 }
                throw ConnectionFailure(.cancelled, request: request)
            }
            return TransportResponse(request: request, status: 200, body: Array(#"{"url": "\#(request.url)"}"#.utf8))
        }
    }

    private static func page(_ links: Int, embedded: String = "") async throws -> Representation<JSONObject> {
        let hrefs = (0..<links).map { #"{"href": "/s/\#($0)"}"# }.joined(separator: ",")
        let body = "{\"_links\": {\"station\": [\(hrefs)]}\(embedded)}"
        let client = HypermediaClient(transport: CannedTransport([.hal(body)]))
        return try #require(await client.get("http://a.example/").success)
    }

    @Test func outcomesComeInTheOrderOfTheLinks() async throws {
        let transport = HeldTransport(isHeld: false)
        let client = HypermediaClient(transport: transport)
        let all = client.followAll("station", of: try await Self.page(20), limit: 3)
        #expect(all.count == 20)
        var urls: [String] = []
        for await outcome in all { urls.append(outcome.success?.model?["url"]?.string ?? "\(outcome)") }
        #expect(urls == (0..<20).map { "http://a.example/s/\($0)" })
        #expect(transport.state.withLock { $0.peak } <= 3)
    }

    @Test func onlyAFewOfAMillionLinksAreRequested() async throws {
        let transport = HeldTransport(isHeld: false)
        let client = HypermediaClient(transport: transport)
        for await _ in client.followAll("station", of: try await Self.page(100_000), limit: 4) { break }
        #expect(transport.state.withLock { $0.urls.count } <= 4)
    }

    @Test func cancellingEndsAllThatRun() async throws {
        let transport = HeldTransport(isHeld: true)
        let client = HypermediaClient(transport: transport)
        let page = try await Self.page(10)
        let task = Task {
            var names: [String] = []
            for await outcome in client.followAll("station", of: page, limit: 4) { names.append("\(outcome)") }
            return names
        }
        task.cancel()
        let names = await task.value
        #expect(names.allSatisfy { $0.hasPrefix("connectionFailure: cancelled") })
        #expect(names.count <= 4)
        #expect(transport.state.withLock { $0.urls.count } <= 4)
    }

    @Test func otherOutcomesDoNotEndTheLoop() async throws {
        let transport = CannedTransport([.init(404), .hal("{}"), .init(.reset)])
        let client = HypermediaClient(transport: transport)
        var names: [String] = []
        for await outcome in client.followAll("station", of: try await Self.page(3), limit: 1) {
            names.append(outcome.name)
        }
        #expect(names == ["clientError", "success", "connectionFailure"])
    }

    @Test func embeddedResourcesCanBeUsedInstead() async throws {
        let transport = CannedTransport([.init(404)])
        let client = HypermediaClient(transport: transport)
        let page = try await Self.page(1, embedded: #", "_embedded": {"station": [{"n": 1}, {"n": 2}]}"#)
        var numbers: [JSONValue?] = []
        for await outcome in client.followAll("station", of: page, embedded: .prefer) {
            numbers.append(outcome.success?.model?["n"])
        }
        #expect(numbers == [1, 2])
        #expect(transport.requests.isEmpty)
        for await outcome in client.followAll("station", of: page) { #expect(outcome.name == "clientError") }
        #expect(transport.requests.map(\.url) == ["http://a.example/s/0"])
    }

    @Test func aRelationWithoutLinksHasNoOutcomes() async throws {
        let client = HypermediaClient(transport: CannedTransport([.init(404)]))
        for await outcome in client.followAll("other", of: try await Self.page(1)) { Issue.record("\(outcome)") }
    }
}
