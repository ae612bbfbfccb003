import HAL
import HALClient
import HTTPTypes
import MockServing
import Testing

/// The bugs of Hermod's OAuth session (B3 to B8 and B16), over a real socket.
struct HermodSessionTests {
    private static func expired(_ time: TestTime) -> OAuthToken {
        OAuthToken(accessToken: "old", refreshToken: "r1", expiresAt: time.now)
    }

    @Test("B3: the API's path is not dropped by the session")
    func thePathIsNotDropped() async throws {
        try await TokenServer.start { server in
            var configuration = HypermediaClient.Configuration(baseURI: server.base + "api/v2/")
            configuration.acceptLanguage = "de"
            let client = HypermediaClient(configuration: configuration)
            let session = OAuthSession(client: client, configuration: server.configuration())
            await session.adopt(userToken: OAuthToken(accessToken: "good1"))
            #expect(await session.get("station").name == "success")
            let request = try #require(await server.requests.first)
            #expect(request.target.hasSuffix("/api/v2/station"))
            #expect(request.headerFields[.acceptLanguage] == "de")
        }
    }

    @Test(
        "B4: a tunnel, a broken server or nonsense do not log the user out",
        arguments: [
            "{ fault: { effect: reset, after: request } }", "{ status: 500 }", "{ status: 503 }", "{ status: 429 }",
            "{ status: 200, body: <html>, headers: { Content-Type: text/html } }", "{ status: 404 }",
            "{ status: 400, jsonBody: { error: invalid_request } }", "{ jsonBody: {} }",
            "{ status: 401, jsonBody: { error: invalid_client } }",
        ]
    )
    func aFailedRefreshDoesNotLogOut(answer: String) async throws {
        try await TokenServer.start(token: [answer, TokenServer.answer("good2")]) { server in
            let time = TestTime()
            let session = await server.session(user: Self.expired(time), at: time)
            #expect(await session.get("station").name != "success")
            #expect(session.state.access == .user)
            #expect(await session.userToken?.refreshToken == "r1")
            #expect(await session.get("station").name == "success")
        }
    }

    @Test("B4: nor does a network that is not there")
    func noNetworkDoesNotLogOut() async throws {
        let transport = CannedTransport([.init(.offline), .init(.dns), .init(.timedOut)])
        let time = TestTime()
        let configuration = OAuthConfiguration(
            tokenEndpoint: "http://a.example/t",
            client: OAuthClient(id: "p"),
            usesAppToken: false
        )
        let session = OAuthSession(
            client: HypermediaClient(transport: transport),
            configuration: configuration,
            now: { time.now }
        )
        await session.adopt(userToken: Self.expired(time))
        for kind in [ConnectionFailure.Kind.offline, .dns, .timedOut] {
            guard case .connectionFailure(let failure) = await session.get("http://a.example/") else {
                Issue.record("no failure")
                return
            }
            #expect(failure.kind == kind)
        }
        #expect(await session.userToken == Self.expired(time))
    }

    @Test("B4: only invalid_grant does, and it is told", arguments: [400, 401])
    func onlyInvalidGrantLogsOut(status: Int) async throws {
        let answers = [TokenServer.refusal("invalid_grant", status: status)]
        try await TokenServer.start(token: answers) { server in
            let time = TestTime()
            let session = await server.session(user: Self.expired(time), at: time)
            #expect(await session.get("station").name == "authenticationRequired")
            #expect(await session.userToken == nil)
            guard case .refused(let error) = session.state.cause else {
                Issue.record("\(session.state)")
                return
            }
            #expect(error.code == "invalid_grant")
            #expect(session.state.access == .none)
            #expect(await server.credentials == [""])
        }
    }

    @Test("B5: a 401 is not left to the caller while there is a way, and a failure is heard of")
    func a401IsNotLeftToTheCaller() async throws {
        let answers = [TokenServer.answer("good2", refresh: "r2"), "{ status: 503 }"]
        try await TokenServer.start(token: answers) { server in
            let session = await server.session(user: OAuthToken(accessToken: "revoked", refreshToken: "r1"))
            #expect(await session.get("station").name == "success")
            await session.adopt(userToken: OAuthToken(accessToken: "revoked", refreshToken: "r2"))
            #expect(await session.get("station").name == "serverUnavailable")
            #expect(session.state.cause.name == "failed")
            #expect(session.state.access == .user)
        }
    }

    @Test("B6: a refresh without a refresh token does not lose the old one")
    func theOldRefreshTokenIsNotLost() async throws {
        try await TokenServer.start(token: [TokenServer.answer("good2")]) { server in
            let time = TestTime()
            let session = await server.session(user: Self.expired(time), at: time)
            #expect(await session.get("station").name == "success")
            #expect(await session.userToken?.refreshToken == "r1")
        }
    }

    @Test("B6: a token without expires_in is not expired, ever")
    func aTokenWithoutExpiryIsNotExpired() async throws {
        try await TokenServer.start(token: [TokenServer.answer("good1", refresh: "r", expiresIn: nil)]) { server in
            let time = TestTime()
            let session = await server.session(at: time)
            _ = await session.logIn(user: "u", password: "p")
            time.advance(by: .seconds(1 << 40))
            #expect(await session.get("station").name == "success")
            #expect(await server.tokenRequests.count == 1)
        }
    }

    @Test("B6: an answer without an access token is not stored as an empty one")
    func anEmptyTokenIsNotStored() async throws {
        try await TokenServer.start(token: ["{ jsonBody: { token_type: Bearer, expires_in: 60 } }"]) { server in
            let session = await server.session()
            #expect(await session.logIn(user: "u", password: "p").name == "undecodable")
            #expect(await session.userToken == nil)
            _ = await session.get("station")
            #expect(await server.credentials == [""])
        }
    }

    @Test("B7: an app token, which has no refresh token, is not fetched again at each launch")
    func anAppTokenIsRestored() async throws {
        try await TokenServer.start(token: [TokenServer.answer("good-app")]) { server in
            let store = MemoryTokenStore()
            let configuration = server.configuration(usesAppToken: true)
            for _ in 0..<3 {
                let session = OAuthSession(client: server.client, configuration: configuration, store: store)
                #expect(await session.get("station").name == "success")
            }
            #expect(await server.tokenRequests.count == 1)
        }
    }

    @Test("B8: a token that is given to the session does not go untold, and one session's store is not another's")
    func anAdoptedTokenIsTold() async throws {
        try await TokenServer.start { server in
            let store = MemoryTokenStore()
            let session = OAuthSession(client: server.client, configuration: server.configuration(), store: store)
            await session.adopt(userToken: OAuthToken(accessToken: "good1"))
            #expect(session.state.cause.name == "adopted")
            let other = server.configuration(client: OAuthClient(id: "other"))
            let stranger = OAuthSession(client: server.client, configuration: other, store: store)
            #expect(stranger.state.access == .none)
            let same = OAuthSession(client: server.client, configuration: server.configuration(), store: store)
            #expect(same.state.access == .user)
            #expect(same.state.cause.name == "restored")
        }
    }

    @Test(
        "B16: a token request is no JSON unless asked, and takes along no stale credentials, and no secret in its body"
    )
    func aTokenRequestTakesNothingStaleAlong() async throws {
        let answers = [TokenServer.answer("good1", refresh: "r1", expiresIn: 0), TokenServer.answer("good2")]
        try await TokenServer.start(token: answers) { server in
            let origin = try #require(Origin(URIReference(server.base)))
            let defaults = HypermediaClient.Configuration(
                baseURI: server.base,
                headers: ["Authorization": "Bearer stale"],
                authorizations: [origin: .bearer("stale")]
            )
            for client in [OAuthClient(id: "pump", secret: "s3cret"), OAuthClient(id: "pump")] {
                let session = OAuthSession(
                    client: HypermediaClient(configuration: defaults),
                    configuration: server.configuration(client: client)
                )
                _ = await session.logIn(user: "u", password: "p")
                _ = await session.get("station")
            }
            let requests = await server.requests.filter { $0.target.hasSuffix("/token") }
            #expect(
                requests.map { $0.headerFields[.authorization] } == [
                    "Basic cHVtcDpzM2NyZXQ=", "Basic cHVtcDpzM2NyZXQ=", nil,
                ]
            )
            #expect(requests.allSatisfy { $0.headerFields[.contentType] == "application/x-www-form-urlencoded" })
            #expect(requests.allSatisfy { !String(decoding: $0.body, as: UTF8.self).contains("s3cret") })
        }
    }
}
