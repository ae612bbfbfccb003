import HAL
import HALClient
import HTTPTypes
import MockServing
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A token endpoint at `token`, and an API that accepts bearer tokens whose names begin with `good`, on a real socket.
struct TokenServer {
    let sandbox: Sandbox
    /// The sandbox's address, with a slash at its end.
    let base: String

    private let server: MockServer

    /// The answers of the token endpoint in order, each as the YAML of a response; the last one is given again and again.
    static func start(
        token answers: [String] = [],
        api: String = "",
        _ use: (TokenServer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(scenario(answers, api).utf8).write(to: folder.appending(path: "tokens.yaml"))
        let server = try await MockServer.start(scenarios: [folder.path])
        try await use(TokenServer(server))
        await server.stop()
    }

    private init(_ server: MockServer) {
        self.server = server
        sandbox = server.sandbox(of: "tokens")
        base = sandbox.baseURL.absoluteString + "/"
    }

    private static func scenario(_ answers: [String], _ api: String) -> String {
        let token =
            answers.isEmpty
            ? "    response: { status: 503 }"
            : "    responses:\n"
                + answers.map { "      - \($0)\n" }.joined()
        return """
            scenario: Tokens
            interactions:
            \(api)
              - name: token
                request: { method: POST, urlPath: /token }
            \(token)
              - name: let in
                request: { headers: { Authorization: { matches: "Bearer good.*" } } }
                response: { jsonBody: { fuelstation-name: 7-Eleven } }
              - name: turned away
                request: { urlPathPattern: "/.*" }
                response: { status: 401, headers: { WWW-Authenticate: Bearer realm="all" } }

            """
    }

    /// The YAML of an answer with a token.
    static func answer(_ access: String, refresh: String? = nil, expiresIn: Int? = 3600) -> String {
        let members =
            ["access_token: \(access)", "token_type: Bearer"]
            + (refresh.map { ["refresh_token: \($0)"] } ?? []) + (expiresIn.map { ["expires_in: \($0)"] } ?? [])
        return "{ jsonBody: { \(members.joined(separator: ", ")) } }"
    }

    /// The YAML of a refusal.
    static func refusal(_ code: String, status: Int = 400) -> String {
        "{ status: \(status), jsonBody: { error: \(code), error_description: no } }"
    }

    var client: HypermediaClient {
        HypermediaClient(configuration: .init(baseURI: base))
    }

    func configuration(
        client: OAuthClient = OAuthClient(id: "pump", secret: "s3cret"),
        usesAppToken: Bool = false
    ) -> OAuthConfiguration {
        OAuthConfiguration(tokenEndpoint: base + "token", client: client, usesAppToken: usesAppToken)
    }

    /// A session without an app token of its own, unless it is asked for.
    func session(usesAppToken: Bool = false, user: OAuthToken? = nil, at time: TestTime = TestTime()) async
        -> OAuthSession
    {
        let configuration = configuration(usesAppToken: usesAppToken)
        let session = OAuthSession(client: client, configuration: configuration, now: { time.now })
        if let user { await session.adopt(userToken: user) }
        return session
    }

    /// The requests that the server received, in order.
    var requests: [RecordedRequest] {
        get async {
            do {
                return try await sandbox.requests()
            } catch {
                Issue.record(error)
                return []
            }
        }
    }

    /// The bodies that the token endpoint got, in order.
    var tokenRequests: [String] {
        get async {
            await requests.filter { $0.target.hasSuffix("/token") }.map { String(decoding: $0.body, as: UTF8.self) }
        }
    }

    /// The credentials that the API got, in order; an empty text for none.
    var credentials: [String] {
        get async {
            await requests.filter { !$0.target.hasSuffix("/token") }.map { $0.headerFields[.authorization] ?? "" }
        }
    }
}

/// A manual wall clock.
final class TestTime: Sendable {
    private let time = Locked(WallTime(sinceEpoch: .seconds(1_000_000)))

    var now: WallTime { time.withLock { $0 } }

    func advance(by duration: Duration) {
        time.withLock { $0 = $0 + duration }
    }
}

/// Lets the calls of one method wait until it is opened.
final class Gate: CallPerforming {
    private let client: any CallPerforming
    private let arrival = SharedRequest<Bool>()
    private let opening = SharedRequest<Bool>()
    private let count = Locked(0)

    init(_ client: any CallPerforming) {
        self.client = client
    }

    /// How many calls have come to it.
    var arrivals: Int { count.withLock { $0 } }

    /// Returns once a call waits.
    func waitForArrival() async {
        _ = await arrival.value()
    }

    func open() {
        opening.finish(with: true)
    }

    func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
        guard call.method == .post else { return await client.perform(call) }
        count.withLock { $0 += 1 }
        arrival.finish(with: true)
        _ = await opening.value()
        return await client.perform(call)
    }
}
