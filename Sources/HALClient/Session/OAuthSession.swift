/// Makes the calls of a client with OAuth tokens, which it gets, keeps and refreshes, RFC 6749.
///
/// ```swift
/// let session = OAuthSession(
///     client: RelationExecutor(configuration: ExecutorConfiguration(baseURI: "https://fp.example.com/api/")),
///     configuration: OAuthConfiguration(
///         tokenEndpoint: "https://fp.example.com/oauth/token",
///         client: OAuthClient(id: "pump-app", secret: secret)
///     )
/// )
/// _ = await session.logIn(user: "jsmith", password: password)
/// let stations = await session.get("fuelstations")
/// ```
///
/// A token that is about to expire is refreshed before the call, by one request however many calls wait for it. A 401
/// has the token refreshed and the call made once more, once. If no token can be had, a call ends as the request for the
/// token did. A call with credentials of its own is passed on as it is.
///
/// Only `invalid_grant` drops a user's token. A failed connection or an error of the authorization server drops none.
public actor OAuthSession: CallExecutor {
    /// How tokens are got and used; the token endpoint is absolute if the client has a base.
    public nonisolated let configuration: OAuthConfiguration

    /// The base URI for relative targets, or nil.
    public nonisolated var baseURI: String? { client.baseURI }

    nonisolated let client: any CallExecutor
    nonisolated let now: @Sendable () -> WallTime
    /// What the next call takes along: read by every call, without waiting for the actor, and written by it alone.
    nonisolated let credentials: Locked<CallCredentials>
    nonisolated let broadcast: StateBroadcast

    let store: any TokenStore
    weak var delegate: (any OAuthSessionDelegate)?
    var tokens: StoredTokens
    /// The request for the next token of whoever's turn it is.
    var renewal: SharedRequest<Renewal>?
    /// How often somebody has begun to log in or out.
    var changes = 0

    /// Makes a session around a client, with the tokens that the store has from last time.
    ///
    /// `now` can be replaced in tests.
    public init(
        client: any CallExecutor,
        configuration: OAuthConfiguration,
        store: any TokenStore = MemoryTokenStore(),
        delegate: (any OAuthSessionDelegate)? = nil,
        now: @escaping @Sendable () -> WallTime = { .now() }
    ) {
        let configuration = configuration.resolved(against: client.baseURI)
        self.client = client
        self.configuration = configuration
        self.store = store
        self.delegate = delegate
        self.now = now
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

    /// Whose token goes with calls, and what led to it.
    public nonisolated var state: SessionState { broadcast.latest }

    /// The state, and then every change of it; a listener that is more than 64 changes late misses the oldest.
    public nonisolated var states: AsyncStream<SessionState> { broadcast.listen() }

    /// The user's token, or nil.
    public var userToken: OAuthToken? { tokens.user }

    /// The app's own token, or nil.
    public var appToken: OAuthToken? { tokens.app }

    /// Has somebody else hear of changes; the session does not keep the delegate.
    public func setDelegate(_ delegate: (any OAuthSessionDelegate)?) {
        self.delegate = delegate
    }
}

extension OAuthSession {
    /// Gets a token for a user by name and password, RFC 6749 §4.3.
    ///
    /// Until it is there, and if it is refused, calls go on with what there was. A log-in that is overtaken by another one
    /// or by a log-out ends as a connection failure of the kind `cancelled`.
    public func logIn(user: String, password: String, scope: String? = nil) async -> Outcome<OAuthToken> {
        changes += 1
        let change = changes
        let grant = Grant.password(user: user, password: password)
        let outcome = await request(grant, scope: scope ?? configuration.scope)
        guard change == changes else { return .connectionFailure(ConnectionFailure(.cancelled)) }
        guard let token = outcome.token else {
            tell(.failed(outcome))
            return outcome
        }
        set(user: token, app: tokens.app, .loggedIn)
        return outcome
    }

    /// Drops all tokens, here and in the store.
    public func logOut() {
        changes += 1
        set(user: nil, app: nil, .loggedOut)
    }

    /// Takes a token that was got in another way, in place of the user's or the app's own.
    public func adopt(userToken token: OAuthToken) {
        changes += 1
        set(user: token, app: tokens.app, .adopted)
    }

    /// Takes a token that was got in another way, in place of the app's own.
    public func adopt(appToken token: OAuthToken) {
        // A user's refresh that is under way goes on: what it brings must not be lost.
        let login = tokens.user.map { _ in credentials.withLock { $0.login } }
        set(user: tokens.user, app: token, .adopted, login: login)
    }

    /// Makes sure that there is a token that will do, as a call would; a call need not be preceded by this.
    public nonisolated func validate() async -> SessionValidation {
        switch await readyCredentials() {
        case .success(let credentials): .ready(credentials.access)
        case .failure(let end): .failed(end.outcome)
        }
    }

    func request(_ grant: Grant, scope: String?) async -> Outcome<OAuthToken> {
        if let problem = configuration.problem {
            return .connectionFailure(ConnectionFailure(.other, underlying: problem))
        }
        return await client.perform(configuration.tokenCall(grant, scope: scope, now: now)).withToken
    }
}

/// Whether a session has what its calls need.
public enum SessionValidation: Sendable {
    /// Calls go with the token of that one.
    case ready(SessionState.Access)
    /// A token is needed and cannot be had: how the request for it ended.
    case failed(Outcome<OAuthToken>)
}
