import HAL
import HALClient
import HTTPTypes
import MockServing
import Testing

/// A private cache in front of the mock server, over real sockets.
struct CacheMiddlewareTests {
    private struct Fixture {
        let sandbox: Sandbox
        let client: HypermediaClient
        let time: ManualTime

        init(
            _ transport: TransportUnderTest,
            servesOffline: Bool = false,
            partition: @escaping @Sendable (TransportRequest) -> String = { _ in "" }
        ) async throws {
            sandbox = try await ScenarioTests.sandbox("caching")
            let time = ManualTime()
            self.time = time
            let cache = CacheMiddleware(servesOffline: servesOffline, partition: partition, now: { time.now })
            client = transport.client(
                HypermediaClient.Configuration(baseURI: sandbox.base + "/prices/", middlewares: [cache])
            )
        }

        func get(_ target: Target, _ headers: RequestHeaders = [:]) async -> Outcome<JSONObject> {
            await client.get(target, options: RequestOptions(headers: headers))
        }

        /// How often the server was asked.
        var count: Int {
            get async throws { try await sandbox.requests().count }
        }
    }

    @Test("a fresh answer is given without asking", arguments: TransportUnderTest.allCases)
    func isGivenWithoutAsking(over transport: TransportUnderTest) async throws {
        let fixture = try await Fixture(transport)
        let first = await fixture.get("hour")
        #expect(first.response?.cacheStatus == nil)
        fixture.time.advance(.seconds(600))
        let second = await fixture.get("hour")
        #expect(second.success?.model == first.success?.model)
        #expect(second.response?.cacheStatus == .fresh)
        #expect(second.response?.fields[.age].flatMap { Int($0) }.map { (600...3599).contains($0) } == true)
        #expect(try await fixture.count == 1)
        fixture.time.advance(.seconds(3600))
        #expect(await fixture.get("hour").response?.cacheStatus == nil)
        #expect(try await fixture.count == 2)
    }

    @Test("a stale answer is asked about, and updated", arguments: TransportUnderTest.allCases)
    func isAskedAbout(over transport: TransportUnderTest) async throws {
        let fixture = try await Fixture(transport)
        _ = await fixture.get("asked")
        let second = await fixture.get("asked")
        #expect(second.response?.cacheStatus == .revalidated)
        #expect(second.response?.status == 200)
        #expect(second.success?.model?["price-per-gallon"]?.number?.literal == "2.890")
        #expect(HTTPField.Name("X-Version").map { second.response?.fields[$0] } == "2")
        #expect(second.response?.request.fields[.ifNoneMatch] == nil)
        #expect(try await fixture.sandbox.requests().last?.headerFields[.ifNoneMatch] == #""p1""#)
        #expect(await fixture.get("asked").response?.cacheStatus == .fresh)
        #expect(try await fixture.count == 2)
    }

    @Test("a stale answer is served if the server fails and allows that", arguments: TransportUnderTest.allCases)
    func isServedAfterAnError(over transport: TransportUnderTest) async throws {
        let fixture = try await Fixture(transport)
        _ = await fixture.get("failing")
        fixture.time.advance(.seconds(590))
        #expect(await fixture.get("failing").response?.cacheStatus == .stale)
        fixture.time.advance(.seconds(20))
        #expect(await fixture.get("failing").name == "serverUnavailable")
        #expect(try await fixture.count == 3)
    }

    @Test("what must not be kept is not", arguments: TransportUnderTest.allCases)
    func isNotKept(over transport: TransportUnderTest) async throws {
        let fixture = try await Fixture(transport)
        for _ in 0..<2 { #expect(await fixture.get("secret").response?.cacheStatus == nil) }
        for _ in 0..<2 { #expect(await fixture.get("hour", ["Cache-Control": "no-store"]).name == "success") }
        #expect(await fixture.get("hour").response?.cacheStatus == nil)
        #expect(try await fixture.count == 5)
    }

    @Test("an answer is for the fields that it varies with", arguments: TransportUnderTest.allCases)
    func isForItsFields(over transport: TransportUnderTest) async throws {
        let fixture = try await Fixture(transport)
        let german: RequestHeaders = ["Accept-Language": "de"]
        for (headers, price, status) in [
            (german, "zwei", nil), ([:], "two", nil), (german, "zwei", .fresh), ([:], "two", .fresh),
            (["Accept": "application/json", "Accept-Language": "de"], "zwei", nil),
        ] as [(RequestHeaders, JSONValue, CacheStatus?)] {
            let outcome = await fixture.get("words", headers)
            #expect(outcome.success?.model?["price"] == price)
            #expect(outcome.response?.cacheStatus == status)
        }
        #expect(try await fixture.count == 3)
    }

    @Test("a change makes what was kept old, a refused one does not", arguments: TransportUnderTest.allCases)
    func aChangeMakesItOld(over transport: TransportUnderTest) async throws {
        let fixture = try await Fixture(transport)
        _ = await fixture.get("hour")
        _ = await fixture.client.post("hour", .json([:]), as: JSONObject.self)
        #expect(await fixture.get("hour").response?.cacheStatus == .fresh)
        _ = await fixture.client.put("hour", .json([:]), as: JSONObject.self)
        #expect(await fixture.get("hour").response?.cacheStatus == nil)
    }

    @Test("the request has its say", arguments: TransportUnderTest.allCases)
    func theRequestHasItsSay(over transport: TransportUnderTest) async throws {
        let fixture = try await Fixture(transport)
        let only: RequestHeaders = ["Cache-Control": "only-if-cached"]
        #expect(await fixture.get("hour", only).response?.status == 504)
        _ = await fixture.get("hour")
        #expect(await fixture.get("hour", only).response?.cacheStatus == .fresh)
        #expect(await fixture.get("hour", ["Cache-Control": "no-cache"]).response?.cacheStatus != .fresh)
        fixture.time.advance(.seconds(30))
        #expect(await fixture.get("hour", ["Cache-Control": "max-age=10"]).response?.cacheStatus != .fresh)
        fixture.time.advance(.seconds(3600))
        #expect(await fixture.get("hour", ["Cache-Control": "max-stale"]).response?.cacheStatus == .fresh)
        #expect(await fixture.get("hour", ["Range": "bytes=0-1"]).response?.cacheStatus == nil)
    }

    @Test(
        "B2: when the connection fails, what is stored is given, and said to be",
        arguments: TransportUnderTest.allCases
    )
    func isGivenOffline(over transport: TransportUnderTest) async throws {
        let fixture = try await Fixture(transport, servesOffline: true)
        #expect(await fixture.get("offline").response?.cacheStatus == nil)
        fixture.time.advance(.seconds(86_400))
        let stored = await fixture.get("offline")
        #expect(stored.response?.cacheStatus == .offline)
        #expect(stored.success?.model?["price-per-gallon"]?.number?.literal == "2.890")
        #expect(stored.response?.fields[.age].flatMap { Int($0) }.map { $0 >= 86_400 } == true)
        _ = await fixture.get("strict")
        #expect(await fixture.get("strict").name == "connectionFailure")
        #expect(await fixture.client.delete("http://127.0.0.1:1/").name == "connectionFailure")
    }

    @Test("without offline mode a failure is one", arguments: TransportUnderTest.allCases)
    func aFailureIsOne(over transport: TransportUnderTest) async throws {
        let fixture = try await Fixture(transport)
        _ = await fixture.get("offline")
        #expect(await fixture.get("offline").name == "connectionFailure")
    }

    @Test("nobody gets what was kept for another", arguments: TransportUnderTest.allCases)
    func nobodyGetsAnothers(over transport: TransportUnderTest) async throws {
        let fixture = try await Fixture(transport, partition: { $0.fields[.authorization] ?? "" })
        for (user, status) in [("a", nil), ("a", .fresh), ("b", nil)] as [(String, CacheStatus?)] {
            #expect(await fixture.get("hour", ["Authorization": "Bearer \(user)"]).response?.cacheStatus == status)
        }
    }

    @Test func aDownloadGoesPastIt() async throws {
        let fixture = try await Fixture(.allCases[0])
        let folder = try TemporaryFolder()
        _ = await fixture.get("hour")
        let outcome = await fixture.client.perform(.download("hour", to: folder.path + "/r"))
        #expect(outcome.success?.model?.size == folder.bytes("r")?.count)
        #expect(folder.bytes("r")?.isEmpty == false)
        #expect(try await fixture.count == 2)
    }
}

/// A manual clock that starts at the current time.
final class ManualTime: Sendable {
    private let state = Locked(Duration.zero)

    var now: WallTime { .now() + state.withLock { $0 } }

    func advance(_ duration: Duration) {
        state.withLock { $0 += duration }
    }
}
