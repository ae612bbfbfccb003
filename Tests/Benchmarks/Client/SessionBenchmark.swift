import HAL
import HALClient
import HTTPTypes

/// A call in a session that needs no new token, and the same call without one: what the session adds.
///
/// The transport answers at once, so that nothing else is in the figures. Then many calls at once that have to wait for
/// the next token, which must be asked for once.
struct SessionBenchmark {
    private struct Failure: Error {}

    private static let repetitions = 2_000
    private static let waiting = 1_000

    func run(rounds: Int) async throws -> [Comparison] {
        let client = HypermediaClient(transport: TokenTransport())
        let session = Self.session(client)
        await session.adopt(
            userToken: OAuthToken(accessToken: "t", refreshToken: "r", expiresAt: .now() + .seconds(3_600))
        )
        return [
            try await .run(
                "call in a session",
                against: "the same without",
                rounds: rounds,
                repetitions: Self.repetitions,
                { try Self.expect(await session.get("http://a.example/")) },
                { try Self.expect(await client.get("http://a.example/")) }
            ),
            try await .run(
                "1 000 calls that wait for one refresh",
                against: "1 000 calls without a session",
                rounds: max(rounds / 4, 1),
                { try await Self.refreshOnce() },
                { try await Self.callManyTimes(client) }
            ),
        ]
    }

    private static func session(_ client: HypermediaClient) -> OAuthSession {
        OAuthSession(
            client: client,
            configuration: OAuthConfiguration(tokenEndpoint: "http://a.example/token", client: OAuthClient(id: "c"))
        )
    }

    private static func refreshOnce() async throws {
        let transport = TokenTransport()
        let session = session(HypermediaClient(transport: transport))
        await session.adopt(userToken: OAuthToken(accessToken: "t", refreshToken: "r", expiresAt: .now()))
        try await callManyTimes(session)
        guard transport.tokenRequests == 1 else { throw Failure() }
    }

    private static func callManyTimes(_ client: some CallPerforming) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<waiting { group.addTask { try expect(await client.get("http://a.example/")) } }
            try await group.waitForAll()
        }
    }

    private static func expect(_ outcome: Outcome<JSONObject>) throws {
        guard case .success = outcome else { throw Failure() }
    }
}

/// Answers without a network: a token to POST, nothing to all else.
private final class TokenTransport: Transport {
    private let count = Locked(0)

    var tokenRequests: Int { count.withLock { $0 } }

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        guard request.method == .post else { return TransportResponse(request: request, status: 204) }
        count.withLock { $0 += 1 }
        let body = #"{"access_token":"t2","refresh_token":"r2","token_type":"Bearer","expires_in":3600}"#
        return TransportResponse(
            request: request,
            status: 200,
            fields: [.contentType: "application/json"],
            body: Array(body.utf8)
        )
    }
}
