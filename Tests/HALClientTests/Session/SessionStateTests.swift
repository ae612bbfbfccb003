import HAL
import HALClient
import Testing

/// The states that a session reports.
struct SessionStateTests {
    /// Records the reported states.
    private final class Listener: OAuthSessionDelegate {
        let heard = Locked<[String]>([])

        func session(_ session: OAuthSession, didChange state: SessionState) {
            heard.withLock { $0.append("\(state)") }
        }
    }

    @Test func everyChangeIsTold() async throws {
        let answers = [
            TokenServer.answer("good-app", expiresIn: nil), TokenServer.answer("good1", refresh: "r1"),
            TokenServer.answer("good2"), "{ status: 503 }", TokenServer.refusal("invalid_grant"),
        ]
        try await TokenServer.start(token: answers) { server in
            let time = TestTime()
            let session = await server.session(usesAppToken: true, at: time)
            let listener = Listener()
            await session.setDelegate(listener)
            let states = session.states
            _ = await session.get("station")
            _ = await session.logIn(user: "u", password: "p")
            for _ in 0..<3 {
                time.advance(by: .seconds(3_600))
                _ = await session.get("station")
            }
            await session.adopt(userToken: OAuthToken(accessToken: "good3"))
            await session.logOut()
            let expected = [
                "app: fetched", "user: loggedIn", "user: refreshed", "user: failed, serverUnavailable",
                "app: refused, invalid_grant: no", "user: adopted", "none: loggedOut",
            ]
            let heard = listener.heard.withLock { $0 }
            #expect(heard.count == expected.count)
            for (told, start) in zip(heard, expected) { #expect(told.hasPrefix(start)) }
            var seen: [String] = []
            for await state in states.prefix(expected.count + 1) { seen.append("\(state)") }
            #expect(seen == ["none: restored"] + heard)
        }
    }

    @Test func aListenerHearsTheEnd() async {
        var session: OAuthSession? = OAuthSession(
            client: HypermediaClient(transport: CannedTransport([.init(204)])),
            configuration: OAuthConfiguration(tokenEndpoint: "http://a.example/t", client: OAuthClient(id: "p"))
        )
        let states = session?.states
        session = nil
        var count = 0
        for await _ in states ?? AsyncStream(unfolding: { nil }) { count += 1 }
        #expect(count == 1)
    }

    @Test func aStoreThatFailsIsTold() async throws {
        let problem = TokenStoreError(.unavailable, "the disk is full")
        struct Broken: TokenStore {
            let problem: TokenStoreError
            func tokens(for key: String) throws(TokenStoreError) -> StoredTokens? { throw problem }
            func keep(_ tokens: StoredTokens, for key: String) throws(TokenStoreError) { throw problem }
        }
        try await TokenServer.start(token: [TokenServer.answer("good1")]) { server in
            let store = Broken(problem: problem)
            let session = OAuthSession(client: server.client, configuration: server.configuration(), store: store)
            #expect("\(session.state)" == "none: not stored, the disk is full")
            #expect(await session.logIn(user: "u", password: "p").name == "success")
            #expect("\(session.state)" == "user: not stored, the disk is full")
            #expect(await session.get("station").name == "success")
        }
    }
}
