import HAL

/// The reason why a call cannot be made: the outcome of the request for its token.
struct NoToken: Error {
    let outcome: Outcome<OAuthToken>
}

extension OAuthSession {
    /// Makes a call with the user's token, else with the app's, else without a token.
    public nonisolated func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
        guard call.options.authorization == nil else { return await client.perform(call) }
        let call = call.begun(within: deadline)
        var used = credentials.withLock { $0 }
        if !used.isReady(at: now(), offset: configuration.expiryOffset) {
            switch await limited(by: call.options.expiry, { await self.readyCredentials() }) {
            case .success(let ready): used = ready
            case .failure(let end): return end.outcome.withoutModel()
            }
        }
        let outcome = await client.perform(call.with(used))
        guard case .authenticationRequired(let required) = outcome, went(used, with: required.response.request) else {
            return outcome
        }
        switch await limited(by: call.options.expiry, { [used] in await self.otherCredentials(than: used) }) {
        case .success(let other?): return await client.perform(call.with(other))
        case .success(nil): return outcome
        case .failure(let end): return end.outcome.withoutModel()
        }
    }

    /// The result, or no token if the deadline of the call passes first; a running request for it continues.
    private nonisolated func limited<Value: Sendable>(
        by expiry: CallExpiry?,
        _ body: @escaping @Sendable () async -> Result<Value, NoToken>
    ) async -> Result<Value, NoToken> {
        guard let expiry else { return await body() }
        let result = await expiry.limit(body)
        switch result {
        case .failure? where expiry.hasPassed && !Task.isCancelled: return .failure(NoToken(expiry.failure()))
        case let result?: return result
        case nil: return .failure(NoToken(expiry.failure()))
        }
    }

    /// The deadline of calls without their own.
    private nonisolated var deadline: Duration? { (client as? HypermediaClient)?.configuration.deadline }

    /// Whether the refused request had the token, which a redirect may have removed.
    private nonisolated func went(_ credentials: CallCredentials, with request: TransportRequest) -> Bool {
        credentials.token != nil && request.origin.map { credentials.authorizations[$0] != nil } == true
    }

    /// Credentials that are ready for a call; renews them if necessary.
    nonisolated func readyCredentials() async -> Result<CallCredentials, NoToken> {
        // Each iteration means a concurrent change of the tokens; the limit bounds the wait for them to settle.
        for _ in 0..<10 {
            let credentials = credentials.withLock { $0 }
            if credentials.isReady(at: now(), offset: configuration.expiryOffset) { return .success(credentials) }
            switch await renew(credentials) {
            case .renewed(let renewed)?: return .success(renewed)
            case .changed?: continue
            case .failed(let outcome)?:
                return credentials.isStillTaken(at: now()) ? .success(credentials) : .failure(NoToken(outcome))
            case nil: return .failure(.cancelled)
            }
        }
        return .success(credentials.withLock { $0 })
    }

    /// The credentials for one retry after the server has refused `used`; nil if there are none of the same user.
    private nonisolated func otherCredentials(than used: CallCredentials) async -> Result<CallCredentials?, NoToken> {
        let current = credentials.withLock { $0 }
        guard current.login == used.login, current.access == used.access else { return .success(nil) }
        guard current.number == used.number else { return .success(current) }
        guard current.renewal != nil else { return .success(nil) }
        switch await renew(current) {
        case .renewed(let renewed)?: return .success(renewed)
        case .changed?:
            let now = credentials.withLock { $0 }
            return .success(now.login == used.login && now.access == used.access ? now : nil)
        case .failed(let outcome)?: return outcome.isRefused ? .success(nil) : .failure(NoToken(outcome))
        case nil: return .failure(.cancelled)
        }
    }
}

extension NoToken {
    fileprivate init(_ outcome: Outcome<OAuthToken>) {
        self.outcome = outcome
    }

    fileprivate init(_ failure: ConnectionFailure) {
        outcome = .connectionFailure(failure)
    }

    fileprivate static let cancelled = NoToken(ConnectionFailure(.cancelled))
}

extension Call {
    /// The call whose time runs from now on, token requests included.
    fileprivate func begun(within deadline: Duration?) -> Call {
        guard options.expiry == nil, let expiry = CallExpiry(options.deadline ?? deadline) else { return self }
        var call = self
        call.options.expiry = expiry
        return call
    }

    fileprivate func with(_ credentials: CallCredentials) -> Call {
        guard !credentials.authorizations.isEmpty else { return self }
        var call = self
        guard !call.options.authorizations.isEmpty else {
            // Merging would hash each origin at every call.
            call.options.authorizations = credentials.authorizations
            return call
        }
        call.options.authorizations.merge(credentials.authorizations) { own, _ in own }
        return call
    }
}

/// The credentials of a call: a snapshot of the session's token.
struct CallCredentials: Sendable {
    /// The owner of the token.
    let access: SessionState.Access
    /// The token, or nil.
    let token: OAuthToken?
    /// The origins that receive the token.
    let authorizations: [Origin: Authorization]
    /// The grant for the next token; nil if there is none.
    let renewal: Grant?
    /// Increases with each token.
    let number: Int
    /// Increases with each log-in, so that a call is never repeated for another user.
    let login: Int

    /// Takes the user's token if there is one, else the app's.
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

    /// Whether a call may use these credentials: the token is valid, or no better one can be obtained.
    func isReady(at time: @autoclosure () -> WallTime, offset: Duration) -> Bool {
        guard renewal != nil else { return true }
        guard let token else { return false }
        return token.expiresAt == nil || token.isValid(at: time(), offset: offset)
    }

    /// Whether the token has not expired.
    func isStillTaken(at time: WallTime) -> Bool {
        token?.isValid(at: time) ?? false
    }
}
