import HAL

/// What a call takes along: the token that the session has now.
struct Pass: Sendable {
    /// Whose it is.
    let access: SessionState.Access
    /// None if there is none, not yet or not at all.
    let token: OAuthToken?
    /// Where the token goes.
    let authorizations: [Origin: Authorization]
    /// What gets the next one; nil if nothing does.
    let renewal: Grant?
    /// Counts from one token to the next.
    let number: Int
    /// Counts from one log-in to the next; a call is never repeated in the name of somebody else.
    let login: Int

    /// The user's token if there is one, else the app's.
    init(_ tokens: StoredTokens, _ configuration: OAuthConfiguration, number: Int, login: Int) {
        let user = tokens.user
        let token = user ?? (configuration.usesAppToken ? tokens.app : nil)
        self.token = token
        let identity = user == nil ? "app \(configuration.storeKey)" : tokens.identity
        access = user != nil ? .user : token != nil ? .app : .none
        authorizations = Dictionary(
            uniqueKeysWithValues: token.map { token in
                configuration.origins.map { ($0, .bearer(token.accessToken, of: identity)) }
            } ?? []
        )
        renewal =
            if let user { user.refreshToken.map { .refresh(token: $0) } } else {
                configuration.usesAppToken ? .clientCredentials : nil
            }
        self.number = number
        self.login = login
    }

    /// Whether a call may go with it: the token will do, or there is no better one to be had.
    func isReady(at time: @autoclosure () -> WallTime, offset: Duration) -> Bool {
        guard renewal != nil else { return true }
        guard let token else { return false }
        return token.expiresAt == nil || token.isValid(at: time(), offset: offset)
    }

    /// Whether the server would still take the token.
    func isStillTaken(at time: WallTime) -> Bool {
        token?.isValid(at: time) ?? false
    }
}
