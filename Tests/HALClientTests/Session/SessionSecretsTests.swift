import HAL
import HALClient
import HTTPTypes
import Testing

/// Where secrets go, and where not.
struct SessionSecretsTests {
    private static let token = #"{"access_token":"s3cret-a","refresh_token":"s3cret-r","expires_in":60}"#

    private static func session(
        _ transport: CannedTransport,
        endpoint: String = "https://a.example/token",
        defaults: HypermediaClient.Configuration = HypermediaClient.Configuration()
    ) -> OAuthSession {
        OAuthSession(
            client: HypermediaClient(configuration: defaults, transport: transport),
            configuration: OAuthConfiguration(
                tokenEndpoint: endpoint,
                client: OAuthClient(id: "pump", secret: "s3cret-c"),
                usesAppToken: false
            )
        )
    }

    @Test(
        "a token goes to its origins alone",
        arguments: [
            ("https://a.example/x", "Bearer t"), ("https://A.example:443/x", "Bearer t"), ("http://a.example/x", nil),
            ("https://a.example:8443/x", nil), ("https://b.example/x", nil), ("https://a.example.b.example/x", nil),
            ("https://a.example@b.example/x", nil),
        ]
    )
    func aTokenGoesToItsOriginsAlone(url: String, credentials: String?) async {
        let transport = CannedTransport([.init(204)])
        let session = Self.session(transport)
        await session.adopt(userToken: OAuthToken(accessToken: "t"))
        _ = await session.get(Target(url))
        #expect(transport.requests.map { $0.fields[.authorization] } == [credentials])
    }

    @Test func aRedirectToAnotherOriginTakesNoTokenAlongAndItsRefusalCausesNoRefresh() async {
        let transport = CannedTransport([.init(302, ["Location": "https://b.example/x"]), .init(401)])
        let session = Self.session(transport)
        await session.adopt(userToken: OAuthToken(accessToken: "t", refreshToken: "r"))
        #expect(await session.get("https://a.example/x").name == "authenticationRequired")
        #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer t", nil])
    }

    @Test(
        "a token endpoint that redirects gets nothing more, wherever it leads",
        arguments: [301, 302, 303, 307, 308],
        ["https://b.example/token", "/token2"]
    )
    func aTokenEndpointThatRedirects(status: Int, location: String) async {
        let transport = CannedTransport([.init(status, ["Location": location])])
        let policy = HypermediaClient.Configuration(redirectPolicy: .all)
        let outcome = await Self.session(transport, defaults: policy).logIn(user: "u", password: "s3cret-p")
        #expect(outcome.name == "redirection")
        #expect(transport.requests.count == 1)
    }

    @Test func anEndpointWithoutAnAddressIsRefused() async {
        let transport = CannedTransport([.init(204)])
        let outcome = await Self.session(transport, endpoint: "a.example/token").logIn(user: "u", password: "p")
        guard case .connectionFailure(let failure) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect((failure.underlying as? InvalidRequest)?.code == .address)
        #expect(transport.requests.isEmpty)
    }

    @Test func aTokenThatWouldBreakTheRequestIsNotSent() async {
        let transport = CannedTransport([.init(204)])
        let session = Self.session(transport)
        await session.adopt(userToken: OAuthToken(accessToken: "t\r\nX-Admin: 1"))
        #expect(await session.get("https://a.example/x").name == "connectionFailure")
        #expect(transport.requests.isEmpty)
    }

    @Test func nothingThatPeopleReadHasSecrets() async throws {
        let transport = CannedTransport([.init(200, ["Content-Type": "application/json"], Self.token)])
        let session = Self.session(transport)
        let states = session.states
        let outcome = await session.logIn(user: "u", password: "s3cret-p")
        _ = await session.get("https://a.example/x")
        await session.adopt(userToken: OAuthToken(accessToken: "s3cret-a\n"))
        let refused = await session.get("https://a.example/x")
        var text = ""
        let token = try #require(outcome.success?.model)
        dump(outcome, to: &text)
        dump(refused, to: &text)
        dump(session.configuration, to: &text)
        dump(StoredTokens(user: token), to: &text)
        dump(session.state, to: &text)
        dump(session, to: &text)
        for await state in states.prefix(3) { dump(state, to: &text) }
        text += "\(token) \(String(reflecting: token)) \(session.configuration) \(outcome) \(refused) \(session)"
        #expect(text.contains("pump"))
        #expect(!text.contains("s3cret"))
    }
}
