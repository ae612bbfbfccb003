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
    nonisolated let pass: Locked<Pass>
    nonisolated let broadcast: StateBroadcast

    let store: any TokenStore
    weak var delegate: (any OAuthSessionDelegate)?
    var tokens: StoredTokens
    /// The request for the next token of whoever's turn it is.
    var renewal: Flight<Renewal>?
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
        let first = Pass(tokens, configuration, number: 0, login: 0)
        pass = Locked(first)
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
