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
        let login = tokens.user.map { _ in pass.withLock { $0.login } }
        set(user: tokens.user, app: token, .adopted, login: login)
    }

    /// Makes sure that there is a token that will do, as a call would; a call need not be preceded by this.
    public nonisolated func validate() async -> SessionValidation {
        switch await readyPass() {
        case .success(let pass): .ready(pass.access)
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
