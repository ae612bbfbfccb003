import HAL
import HALClient
import HTTPTypes
import MockServing
import Testing

/// Token requests of a session over a real socket, and the treatment of the responses.
struct LogInTests {
    @Test func aUserLogsInAndCallsGoWithTheirToken() async throws {
        try await TokenServer.start(token: [TokenServer.answer("good1", refresh: "r1")]) { server in
            let session = await server.session()
            #expect(await session.get("station").name == "authenticationRequired")
            let outcome = await session.logIn(user: "j smith", password: "ses&me", scope: "read write")
            #expect(outcome.success?.model?.accessToken == "good1")
            #expect(await session.userToken?.refreshToken == "r1")
            #expect(await session.get("station").success?.model?["fuelstation-name"] == "7-Eleven")
            #expect(await server.credentials == ["", "Bearer good1"])
            #expect(
                await server.tokenRequests
                    == ["grant_type=password&username=j+smith&password=ses%26me&scope=read+write"]
            )
        }
    }

    @Test(
        "a client says who it is",
        arguments: [
            (OAuthClient(id: "p u", secret: "s:c"), "Basic cCt1OnMlM0Fj", "grant_type=client_credentials"),
            (
                OAuthClient(id: "p u", secret: "s:c", authentication: .body), nil,
                "grant_type=client_credentials&client_id=p+u&client_secret=s%3Ac"
            ),
            (OAuthClient(id: "p u"), nil, "grant_type=client_credentials&client_id=p+u"),
        ] as [(OAuthClient, String?, String)]
    )
    func aClientSaysWhoItIs(client: OAuthClient, authorization: String?, body: String) async throws {
        try await TokenServer.start(token: [TokenServer.answer("good1")]) { server in
            let configuration = server.configuration(client: client, usesAppToken: true)
            let session = OAuthSession(client: server.client, configuration: configuration)
            #expect(await session.get("station").name == "success")
            let request = try #require(await server.requests.first)
            #expect(request.headerFields[.authorization] == authorization)
            #expect(request.headerFields[.contentType] == "application/x-www-form-urlencoded")
            #expect(request.headerFields[.accept] == "application/json")
            #expect(String(decoding: request.body, as: UTF8.self) == body)
        }
    }

    @Test func aServerMayWantJSONAndHaveItsOwnNames() async throws {
        let answer = "{ jsonBody: { token: good1, again: r1, until: 5000, kind: bearer, rights: all } }"
        try await TokenServer.start(token: [answer]) { server in
            var configuration = server.configuration(client: OAuthClient(id: "p", secret: "s", authentication: .body))
            configuration.encoding = .json
            configuration.names = TokenNames(
                accessToken: "token",
                refreshToken: "again",
                expiresIn: "until",
                tokenType: "kind",
                scope: "rights",
                expiry: { value, _ in value.number?.int.map { WallTime(sinceEpoch: .seconds($0)) } }
            )
            let session = OAuthSession(client: server.client, configuration: configuration)
            let token = await session.logIn(user: "u", password: "p").success?.model
            let expiry = WallTime(sinceEpoch: .seconds(5_000))
            #expect(token == OAuthToken(accessToken: "good1", refreshToken: "r1", expiresAt: expiry, scope: "all"))
            let request = try #require(await server.requests.first)
            #expect(request.headerFields[.contentType] == "application/json")
            #expect(
                try JSONValue(parsing: request.body) == [
                    "grant_type": "password", "username": "u", "password": "p", "client_id": "p", "client_secret": "s",
                ]
            )
        }
    }

    @Test func theAppHasATokenUntilAUserHas() async throws {
        let answers = [TokenServer.answer("good-app"), TokenServer.answer("good-user", refresh: "r")]
        try await TokenServer.start(token: answers) { server in
            let session = await server.session(usesAppToken: true)
            #expect(session.state.access == .none)
            #expect(await session.get("station").name == "success")
            #expect(session.state.access == .app)
            _ = await session.logIn(user: "u", password: "p")
            #expect(session.state.access == .user)
            #expect(await session.get("station").name == "success")
            #expect(await server.credentials == ["Bearer good-app", "Bearer good-user"])
            #expect(await session.appToken?.accessToken == "good-app")
        }
    }

    @Test func aRefusedLogInChangesNothing() async throws {
        let answers = [TokenServer.answer("good1"), TokenServer.refusal("invalid_grant")]
        try await TokenServer.start(token: answers) { server in
            let session = await server.session()
            _ = await session.logIn(user: "u", password: "right")
            let outcome = await session.logIn(user: "u", password: "wrong")
            guard case .clientError(let error) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(OAuthError(error.response)?.code == OAuthError.invalidGrant)
            #expect(OAuthError(error.response)?.message == "no")
            #expect(session.state.access == .user)
            #expect(session.state.cause.name == "failed")
            #expect(await session.userToken?.accessToken == "good1")
        }
    }

    @Test func afterTheLogOutNothingIsLeft() async throws {
        let store = MemoryTokenStore()
        try await TokenServer.start(token: [TokenServer.answer("good1", refresh: "r1")]) { server in
            let configuration = server.configuration()
            let session = OAuthSession(client: server.client, configuration: configuration, store: store)
            _ = await session.logIn(user: "u", password: "p")
            await session.logOut()
            #expect(session.state.access == .none)
            #expect(await session.userToken == nil)
            #expect(await session.get("station").name == "authenticationRequired")
            #expect(await server.credentials == [""])
            let next = OAuthSession(client: server.client, configuration: configuration, store: store)
            #expect(next.state.access == .none)
        }
    }

    @Test func aLogOutOvertakesALogIn() async throws {
        try await TokenServer.start(token: [TokenServer.answer("good1")]) { server in
            let gate = Gate(server.client)
            let session = OAuthSession(client: gate, configuration: server.configuration())
            let logIn = Task { await session.logIn(user: "u", password: "p") }
            await gate.waitForArrival()
            await session.logOut()
            gate.open()
            guard case .connectionFailure(let failure) = await logIn.value else {
                Issue.record("logged in after the log-out")
                return
            }
            #expect(failure.kind == .cancelled)
            #expect(await session.userToken == nil)
        }
    }

    @Test func aCallWithCredentialsOfItsOwnKeepsThem() async throws {
        try await TokenServer.start(token: [TokenServer.answer("good1")]) { server in
            let session = await server.session(usesAppToken: true)
            let options = RequestOptions(authorization: .bearer("goods"))
            #expect(await session.get("station", options: options).name == "success")
            #expect(await server.credentials == ["Bearer goods"])
            #expect(await server.tokenRequests.isEmpty)
        }
    }
}
