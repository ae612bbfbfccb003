import HAL
import HALClient
import HTTPTypes
import Testing

/// A session whose token endpoint is relative belongs to the server that it resolves to.
struct RelativeEndpointTests {
    private static let token = CannedTransport.Answer(
        200,
        ["Content-Type": "application/json"],
        #"{"access_token": "T", "token_type": "Bearer", "refresh_token": "R"}"#
    )

    private static func session(
        _ client: any CallPerforming,
        store: any TokenStore = MemoryTokenStore(),
        origins: Set<Origin>? = nil
    ) -> OAuthSession {
        let configuration = OAuthConfiguration(
            tokenEndpoint: "/oauth/token",
            client: OAuthClient(id: "pump"),
            origins: origins,
            usesAppToken: false
        )
        return OAuthSession(client: client, configuration: configuration, store: store)
    }

    private static func client(_ base: String?) -> (HypermediaClient, CannedTransport) {
        let transport = CannedTransport([token, .init(204)])
        let configuration = HypermediaClient.Configuration(baseURI: base)
        return (HypermediaClient(configuration: configuration, transport: transport), transport)
    }

    @Test func theTokenGoesToTheServerOfTheClient() async {
        let (client, transport) = Self.client("https://fp.example.com/api/")
        let session = Self.session(client)
        #expect(session.configuration.tokenEndpoint == "https://fp.example.com/oauth/token")
        _ = await session.logIn(user: "j", password: "p")
        _ = await session.get("stations")
        _ = await session.get("https://evil.example/")
        #expect(transport.requests.map { $0.fields[.authorization] } == [nil, "Bearer T", nil])
    }

    @Test func itStaysThereWhenTheClientMoves() async {
        let transport = CannedTransport([Self.token, .init(204)])
        let client = HypermediaClient(configuration: .init(baseURI: "https://a.example/"), transport: transport)
        let session = Self.session(client)
        client.reconfigure { $0.baseURI = "https://b.example/" }
        _ = await session.logIn(user: "j", password: "p")
        _ = await session.get("stations")
        #expect(transport.requests.map(\.url) == ["https://a.example/oauth/token", "https://b.example/stations"])
        #expect(transport.requests.last?.fields[.authorization] == nil)
    }

    @Test func twoServersShareNoTokens() async {
        let store = MemoryTokenStore()
        let (production, _) = Self.client("https://fp.example.com/")
        let (staging, transport) = Self.client("https://staging.example.com/")
        let origins = Set(
            ["https://fp.example.com", "https://staging.example.com"].compactMap { Origin(URIReference($0)) }
        )
        _ = await Self.session(production, store: store, origins: origins).logIn(user: "j", password: "p")
        _ = await Self.session(staging, store: store, origins: origins).get("stations")
        #expect(transport.requests.map { $0.fields[.authorization] } == [nil])
    }

    @Test func withoutABaseTheLogInSaysWhatIsMissing() async {
        let (client, transport) = Self.client(nil)
        let outcome = await Self.session(client).logIn(user: "j", password: "p")
        guard case .connectionFailure(let failure) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect("\(failure)".contains("'/oauth/token' is relative and the client has no base URI"))
        #expect(transport.requests.isEmpty)
    }
}
