import HAL
import HALClient
import HTTPTypes
import MockServing
import Testing

/// Renewal of tokens over a real socket, and the calls that wait for it.
struct RefreshTests {
    private static func token(_ access: String, refresh: String? = "r1", expires time: WallTime?) -> OAuthToken {
        OAuthToken(accessToken: access, refreshToken: refresh, expiresAt: time)
    }

    @Test(
        "a token counts as expired its offset before its end",
        arguments: [(3_539, "Bearer good1"), (3_540, "Bearer good2"), (4_000, "Bearer good2")]
    )
    func aTokenExpiresBeforeItsEnd(seconds: Int, credentials: String) async throws {
        let answers = [
            TokenServer.answer("good1", refresh: "r1"), TokenServer.answer("good2", refresh: "r2"),
        ]
        try await TokenServer.start(token: answers) { server in
            let time = TestTime()
            let session = await server.session(at: time)
            _ = await session.logIn(user: "u", password: "p")
            time.advance(by: .seconds(seconds))
            #expect(await session.get("station").name == "success")
            #expect(await server.credentials == [credentials])
        }
    }

    @Test func aRefreshSaysWhatItIs() async throws {
        try await TokenServer.start(token: [TokenServer.answer("good2", refresh: "r2")]) { server in
            let time = TestTime()
            let session = await server.session(user: Self.token("old", refresh: "r/1", expires: time.now), at: time)
            _ = await session.get("station")
            #expect(await server.tokenRequests == ["grant_type=refresh_token&refresh_token=r%2F1"])
            #expect(await session.userToken?.refreshToken == "r2")
            #expect(session.state.cause.name == "refreshed")
        }
    }

    @Test func aThousandCallersCauseOneTokenRequest() async throws {
        try await TokenServer.start(token: [TokenServer.answer("good2", refresh: "r2")]) { server in
            let time = TestTime()
            let tokens = Gate(server.client)
            let session = OAuthSession(
                client: TokensElsewhere(tokens: tokens),
                configuration: server.configuration(),
                now: { time.now }
            )
            await session.adopt(userToken: Self.token("old", expires: time.now))
            let calls = (0..<1_000).map { _ in Task { await session.get(Target(server.base + "station")).name } }
            await tokens.waitForArrival()
            tokens.open()
            for call in calls { #expect(await call.value == "success") }
            #expect(tokens.arrivals == 1)
            #expect(await server.tokenRequests.count == 1)
        }
    }

    /// Serves the thousand calls in this process, because this test does not concern their connections.
    private struct TokensElsewhere: CallPerforming {
        let api = HypermediaClient(transport: CannedTransport([.init(204)]))
        let tokens: any CallPerforming

        func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
            call.method == .post ? await tokens.perform(call) : await api.perform(call)
        }
    }

    @Test("who is cancelled ends at once, and cancels nobody else", arguments: [0, 1])
    func whoIsCancelledCancelsNobodyElse(cancelled: Int) async throws {
        try await TokenServer.start(token: [TokenServer.answer("good2")]) { server in
            let time = TestTime()
            let gate = Gate(server.client)
            let session = OAuthSession(client: gate, configuration: server.configuration(), now: { time.now })
            await session.adopt(userToken: Self.token("old", expires: time.now))
            let first = Task { await session.get("station") }
            await gate.waitForArrival()
            let calls = [first, Task { await session.get("station") }]
            calls[cancelled].cancel()
            guard case .connectionFailure(let failure) = await calls[cancelled].value else {
                Issue.record("it was not cancelled")
                return
            }
            #expect(failure.kind == .cancelled)
            gate.open()
            #expect(await calls[1 - cancelled].value.name == "success")
            #expect(gate.arrivals == 1)
        }
    }

    @Test("a 401 in mid-session: one refresh, one more try", arguments: Skin.allCases)
    func a401InMidSession(skin: Skin) async throws {
        try await TokenServer.start(token: [TokenServer.answer("good2", refresh: "r2")]) { server in
            let session = await server.session(user: Self.token("revoked", expires: nil))
            let call = Call<JSONObject>(.put, "station", content: .json(["a": 1]))
            #expect(await skin.perform(call, with: session).name == "success")
            #expect(await server.credentials == ["Bearer revoked", "Bearer good2"])
            #expect(await server.tokenRequests.count == 1)
            let bodies = await server.requests.filter { $0.method == .put }.map(\.body)
            #expect(bodies == [Array(#"{"a":1}"#.utf8), Array(#"{"a":1}"#.utf8)])
        }
    }

    @Test func aSecond401IsTheOutcome() async throws {
        try await TokenServer.start(token: [TokenServer.answer("bad2", refresh: "r2")]) { server in
            let session = await server.session(user: Self.token("bad1", expires: nil))
            guard case .authenticationRequired(let required) = await session.get("station") else {
                Issue.record("it was let in")
                return
            }
            #expect(required.realm == "all")
            #expect(await server.credentials == ["Bearer bad1", "Bearer bad2"])
            #expect(await server.tokenRequests.count == 1)
        }
    }

    @Test func manyCallsThatAreTurnedAwayCauseOneRefresh() async throws {
        try await TokenServer.start(token: [TokenServer.answer("good2", refresh: "r2")]) { server in
            let session = await server.session(user: Self.token("revoked", expires: nil))
            let calls = (0..<40).map { _ in Task { await session.get("station").name } }
            for call in calls { #expect(await call.value == "success") }
            #expect(await server.tokenRequests.count == 1)
        }
    }

    @Test func theAppsTokenIsFetchedAnewAfterA401() async throws {
        let answers = [TokenServer.answer("bad"), TokenServer.answer("good")]
        try await TokenServer.start(token: answers) { server in
            let session = await server.session(usesAppToken: true)
            #expect(await session.get("station").name == "success")
            #expect(await server.credentials == ["Bearer bad", "Bearer good"])
        }
    }

    @Test func aTokenThatCannotBeRefreshedIsUsedUntilTheServerSaysNo() async throws {
        try await TokenServer.start { server in
            let time = TestTime()
            let session = await server.session(user: Self.token("good1", refresh: nil, expires: time.now), at: time)
            #expect(await session.get("station").name == "success")
            await session.adopt(userToken: Self.token("bad", refresh: nil, expires: time.now))
            #expect(await session.get("station").name == "authenticationRequired")
            #expect(await server.tokenRequests.isEmpty)
            #expect(session.state.access == .user)
        }
    }

    @Test("a call that can have no token ends as the token request did")
    func aCallThatCanHaveNoTokenEndsAsTheTokenRequestDid() async throws {
        let answers = [
            "{ status: 503, retryAfter: 120 }", "{ status: 500 }", "{ fault: { effect: reset, after: request } }",
            TokenServer.refusal("invalid_client", status: 401), "{ jsonBody: { token_type: Bearer } }",
            "{ status: 307, headers: { Location: /elsewhere } }",
        ]
        let names = [
            "serverUnavailable", "serverError", "connectionFailure", "authenticationRequired", "undecodable",
            "redirection",
        ]
        try await TokenServer.start(token: answers) { server in
            let session = await server.session(usesAppToken: true)
            for name in names { #expect(await session.get("station").name == name) }
            #expect(await server.credentials.isEmpty)
        }
    }

    @Test func whileATokenIsStillTakenAFailedRefreshStopsNobody() async throws {
        try await TokenServer.start(token: ["{ status: 503 }"]) { server in
            let time = TestTime()
            let token = Self.token("good1", expires: time.now + .seconds(30))
            let session = await server.session(user: token, at: time)
            #expect(await session.get("station").name == "success")
            #expect(session.state.cause.name == "failed")
            time.advance(by: .seconds(30))
            #expect(await session.get("station").name == "serverUnavailable")
            #expect(await server.credentials == ["Bearer good1"])
        }
    }

    @Test func aCallIsNotRepeatedInTheNameOfSomebodyElse() async throws {
        try await TokenServer.start(token: [TokenServer.answer("good-b", refresh: "rb")]) { server in
            let gate = Gate(server.client)
            let session = OAuthSession(client: gate, configuration: server.configuration())
            await session.adopt(userToken: Self.token("a", expires: nil))
            let call = Task { await session.post("station", .json([:])).name }
            await gate.waitForArrival()
            await session.adopt(userToken: Self.token("good-b", expires: nil))
            gate.open()
            #expect(await call.value == "authenticationRequired")
            #expect(await server.credentials == ["Bearer a"])
        }
    }

    @Test func validatingTellsWhatACallWouldFind() async throws {
        let answers = ["{ status: 503 }", TokenServer.answer("good1")]
        try await TokenServer.start(token: answers) { server in
            let session = await server.session(usesAppToken: true)
            guard case .failed(let outcome) = await session.validate() else {
                Issue.record("the token is missing")
                return
            }
            #expect(outcome.name == "serverUnavailable")
            guard case .ready(.app) = await session.validate() else {
                Issue.record("there is a token")
                return
            }
        }
    }
}
