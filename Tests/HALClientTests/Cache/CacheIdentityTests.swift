import HAL
import HALClient
import HTTPTypes
import Testing

/// A cache never serves a response to other credentials.
struct CacheIdentityTests {
    private static let page = #"{"whose": "?"}"#

    private static func executor(
        _ control: String,
        store: any CacheStore = MemoryCacheStore(),
        _ fields: KeyValuePairs<String, String> = [:]
    ) -> (HypermediaClient, CannedTransport) {
        var answer = CannedTransport.Answer(200, ["Cache-Control": control], page)
        for (name, value) in fields { HTTPField.Name(name).map { answer.fields[$0] = value } }
        let transport = CannedTransport([answer])
        let configuration = HypermediaClient.Configuration(middlewares: [CacheMiddleware(store: store)])
        return (HypermediaClient(configuration: configuration, transport: transport), transport)
    }

    static let callers: [RequestOptions] = [
        RequestOptions(), RequestOptions(authorization: .bearer("a")), RequestOptions(authorization: .bearer("b")),
        RequestOptions(headers: ["Cookie": "session=1"]), RequestOptions(headers: ["Cookie": "session=2"]),
        RequestOptions(headers: ["X-Api-Key": "1"], authorization: .bearer("a")),
    ]

    @Test(
        "private answers are for those who asked",
        arguments: ["max-age=60", "private, max-age=60", "max-age=60, public, private"]
    )
    func areForThoseWhoAsked(control: String) async {
        let (executor, transport) = Self.executor(control)
        for _ in 0..<2 {
            for caller in Self.callers { _ = await executor.get("http://a.example/me", options: caller) }
        }
        #expect(transport.requests.count == Self.callers.count)
    }

    @Test func publicAnswersAreForEverybody() async {
        let (executor, transport) = Self.executor("public, max-age=60")
        for caller in Self.callers.reversed() { _ = await executor.get("http://a.example/prices", options: caller) }
        #expect(transport.requests.count == 1)
    }

    @Test func aChangeIsSeenByTheOneWhoMadeItAndByEverybody() async {
        let (executor, transport) = Self.executor("public, max-age=60")
        let own = RequestOptions(authorization: .bearer("a"))
        _ = await executor.get("http://a.example/prices", options: own)
        _ = await executor.put("http://a.example/prices", .json([:]), options: own)
        _ = await executor.get("http://a.example/prices")
        #expect(transport.requests.map(\.method) == [.get, .put, .get])
    }

    @Test func theStoreKnowsNoSecret() async {
        let store = RecordingStore()
        let (executor, _) = Self.executor("max-age=60", store: store, ["Vary": "Authorization, Cookie, Accept"])
        let options = RequestOptions(headers: ["Cookie": "session=s3cret"], authorization: .bearer("s3cret"))
        _ = await executor.get("http://a.example/me", options: options)
        _ = await executor.get("http://a.example/me", options: options)
        #expect(!store.text.isEmpty)
        #expect(!store.text.contains("s3cret"))
    }

    @Test func aSessionKeepsItsAnswersWhenItsTokenIsRefreshedAndTheNextUserHasNone() async {
        let transport = CannedTransport([
            .init(200, ["Content-Type": "application/json"], #"{"access_token":"1","token_type":"Bearer"}"#),
            .init(200, ["Cache-Control": "max-age=60"], Self.page),
        ])
        let client = HypermediaClient(
            configuration: HypermediaClient.Configuration(
                baseURI: "http://a.example/",
                middlewares: [CacheMiddleware()]
            ),
            transport: transport
        )
        let configuration = OAuthConfiguration(
            tokenEndpoint: "token",
            client: OAuthClient(id: "c"),
            usesAppToken: false
        )
        let store = MemoryTokenStore()
        let session = OAuthSession(client: client, configuration: configuration, store: store)
        _ = await session.logIn(user: "a", password: "p")
        _ = await session.get("me")
        #expect(await session.get("me").response?.cacheStatus == .fresh)
        let later = OAuthSession(client: client, configuration: configuration, store: store)
        #expect(await later.get("me").response?.cacheStatus == .fresh)
        await session.logOut()
        await session.adopt(userToken: OAuthToken(accessToken: "2"))
        #expect(await session.get("me").response?.cacheStatus == nil)
    }

    private final class RecordingStore: CacheStore {
        private let written = Locked("")

        var text: String { written.withLock { $0 } }

        func responses(for key: CacheKey) -> [StoredResponse] { [] }
        func store(_ answer: StoredResponse, for key: CacheKey) {
            written.withLock { $0 += "\(key) \(answer.variant) \(answer.fields)" }
        }
        func removeResponses(for key: CacheKey) {}
        func removeAll() {}
    }
}
