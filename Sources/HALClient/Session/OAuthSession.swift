/// Makes the calls of a client with OAuth tokens, which it requests, stores and refreshes, RFC 6749.
///
/// ```swift
/// let session = OAuthSession(
///     client: HypermediaClient(configuration: .init(baseURI: "https://fp.example.com/api/")),
///     configuration: OAuthConfiguration(
///         tokenEndpoint: "https://fp.example.com/oauth/token",
///         client: OAuthClient(id: "pump-app", secret: secret)
///     )
/// )
/// _ = await session.logIn(user: "jsmith", password: password)
/// let stations = await session.get("fuelstations")
/// ```
///
/// A token that is about to expire is refreshed before the call, with one request for all waiting calls. After a 401,
/// the token is refreshed and the call repeated once. If no token can be obtained, a call ends with the outcome of the
/// token request. A call with its own credentials is passed on unchanged.
///
/// Only `invalid_grant` drops a user's token; a failed connection or an error of the authorization server does not.
public actor OAuthSession: CallPerforming {
    /// The configuration; its token endpoint is absolute if the client has a base.
    public nonisolated let configuration: OAuthConfiguration

    /// The base URI for relative targets, or nil.
    public nonisolated var baseURI: String? { client.baseURI }

    nonisolated let client: any CallPerforming
    nonisolated let now: @Sendable () -> WallTime
    nonisolated let sleep: @Sendable (Duration) async throws -> Void
    /// The credentials of the next call: every call reads them without waiting for the actor, which alone writes them.
    nonisolated let credentials: Locked<CallCredentials>
    nonisolated let broadcast: StateBroadcast

    let store: any TokenStore
    weak var delegate: (any OAuthSessionDelegate)?
    var tokens: StoredTokens
    /// The running request for the next token, or nil.
    var renewal: SharedRequest<Renewal>?
    /// The number of log-ins and log-outs so far.
    var changes = 0

    /// Makes a session around a client, with the tokens in the store.
    ///
    /// `now` and the clock of waits can be replaced in tests.
    public init(
        client: any CallPerforming,
        configuration: OAuthConfiguration,
        store: any TokenStore = MemoryTokenStore(),
        delegate: (any OAuthSessionDelegate)? = nil,
        clock: some Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> WallTime = { .now() }
    ) {
        let configuration = configuration.resolved(against: client.baseURI)
        self.client = client
        self.configuration = configuration
        self.store = store
        self.delegate = delegate
        self.now = now
        sleep = { try await clock.sleep(for: $0) }
        var cause = SessionState.Cause.restored
        do {
            tokens = try store.tokens(for: configuration.storeKey) ?? StoredTokens()
        } catch {
            tokens = StoredTokens()
            cause = .notStored(error)
        }
        if tokens.user != nil, tokens.identity == nil { tokens.identity = StoredTokens.newIdentity() }
        let first = CallCredentials(tokens, configuration, number: 0, login: 0)
        credentials = Locked(first)
        broadcast = StateBroadcast(SessionState(access: first.access, cause: cause))
    }

    /// The current access and its cause.
    public nonisolated var state: SessionState { broadcast.latest }

    /// The current state, then every change; a listener that is more than 64 changes late misses the oldest.
    public nonisolated var states: AsyncStream<SessionState> { broadcast.listen() }

    /// The user's token, or nil.
    public var userToken: OAuthToken? { tokens.user }

    /// The app's own token, or nil.
    public var appToken: OAuthToken? { tokens.app }

    /// Replaces the delegate, which the session does not retain.
    public func setDelegate(_ delegate: (any OAuthSessionDelegate)?) {
        self.delegate = delegate
    }
}

extension OAuthSession {
    /// Removes all tokens from the session and the store.
    public func logOut() {
        changes += 1
        set(user: nil, app: nil, .loggedOut)
    }

    /// Adopts a token from another source as the user's token.
    public func adopt(userToken token: OAuthToken) {
        changes += 1
        set(user: token, app: tokens.app, .adopted)
    }

    /// Adopts a token from another source as the app's token.
    public func adopt(appToken token: OAuthToken) {
        // A running refresh of the user's token continues: its result must not be lost.
        let login = tokens.user.map { _ in credentials.withLock { $0.login } }
        set(user: tokens.user, app: token, .adopted, login: login)
    }

    /// Ensures that the session has a valid token, as each call does; calling this first is optional.
    public nonisolated func validate() async -> SessionValidation {
        switch await readyCredentials() {
        case .success(let credentials): .ready(credentials.access)
        case .failure(let end): .failed(end.outcome)
        }
    }

    func request(_ grant: Grant, scope: String?, nonce: String? = nil) async -> Outcome<OAuthToken> {
        if let problem = configuration.problem {
            return .connectionFailure(ConnectionFailure(.other, underlying: problem))
        }
        return await client.perform(configuration.tokenCall(grant, scope: scope, nonce: nonce, now: now)).withToken
    }
}

/// The result of validating a session.
public enum SessionValidation: Sendable {
    /// Calls can be made with the token of the user or the app, or without one.
    case ready(SessionState.Access)
    /// A token is required and cannot be obtained: the outcome of the request for it.
    case failed(Outcome<OAuthToken>)
}
