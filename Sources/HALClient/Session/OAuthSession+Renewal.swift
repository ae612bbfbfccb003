/// The outcome of the request for the next token.
enum Renewal: Sendable {
    /// The session has new credentials.
    case renewed(CallCredentials)
    /// The user's token was dropped, or a log-in or log-out came in between: check again.
    case changed
    case failed(Outcome<OAuthToken>)
}

extension OAuthSession {
    /// Requests the token that replaces the one in `credentials`, with one request for all callers.
    ///
    /// - Returns: nil if the calling task is canceled; the request continues for the others.
    func renew(_ credentials: CallCredentials) async -> Renewal? {
        guard let grant = credentials.renewal, credentials.number == self.credentials.withLock({ $0.number }) else {
            return .changed
        }
        let shared = renewal ?? SharedRequest()
        if renewal == nil {
            renewal = shared
            // In its own task, which no caller can cancel.
            Task { await run(grant, for: credentials, shared) }
        }
        return await shared.value()
    }

    private func run(_ grant: Grant, for credentials: CallCredentials, _ shared: SharedRequest<Renewal>) async {
        // A refresh without a scope keeps the scope of the log-in, RFC 6749 §6.
        let outcome = await request(grant, scope: credentials.access == .user ? nil : configuration.scope)
        guard renewal === shared else { return shared.finish(with: .changed) }
        renewal = nil
        shared.finish(with: take(outcome, for: credentials))
    }

    private func take(_ outcome: Outcome<OAuthToken>, for credentials: CallCredentials) -> Renewal {
        if let token = outcome.token {
            if credentials.access == .user {
                set(user: token.replacing(tokens.user), app: tokens.app, .refreshed, login: credentials.login)
            } else {
                set(user: tokens.user, app: token, .fetched, login: credentials.login)
            }
            return .renewed(self.credentials.withLock { $0 })
        }
        if credentials.access == .user, let refusal = outcome.refusal, refusal.code == OAuthError.invalidGrant {
            set(user: nil, app: tokens.app, .refused(refusal))
            return .changed
        }
        tell(.failed(outcome))
        return .failed(outcome)
    }

    /// Replaces the tokens, stores them and reports the change; without `login`, they belong to another user.
    ///
    /// They are stored before they are used: a refresh token may be valid only once.
    func set(user: OAuthToken?, app: OAuthToken?, _ cause: SessionState.Cause, login: Int? = nil) {
        if login == nil { renewal = nil }
        let isSameUser = login != nil && tokens.user != nil
        let identity = user == nil ? nil : isSameUser ? tokens.identity : StoredTokens.newIdentity()
        tokens = StoredTokens(user: user, app: app, identity: identity)
        let stored = Result { () throws(TokenStoreError) in try store.keep(tokens, for: configuration.storeKey) }
        credentials.withLock { credentials in
            credentials = CallCredentials(
                tokens,
                configuration,
                number: credentials.number + 1,
                login: login ?? credentials.login + 1
            )
        }
        tell(cause)
        if case .failure(let error) = stored { tell(.notStored(error)) }
    }

    func tell(_ cause: SessionState.Cause) {
        let state = SessionState(access: credentials.withLock { $0.access }, cause: cause)
        broadcast.tell(state)
        delegate?.session(self, didChange: state)
    }
}
