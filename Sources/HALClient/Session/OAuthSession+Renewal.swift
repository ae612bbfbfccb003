/// How the request for the next token ended.
enum Renewal: Sendable {
    /// The session has a new one.
    case renewed(Pass)
    /// The user's token is dropped, or somebody has logged in or out meanwhile: look again.
    case changed
    case failed(Outcome<OAuthToken>)
}

extension OAuthSession {
    /// Gets the token that takes the place of the one in `pass`, by one request for all who ask.
    ///
    /// - Returns: nil if the one who asks is cancelled; the request goes on for the others.
    func renew(_ pass: Pass) async -> Renewal? {
        guard let grant = pass.renewal, pass.number == self.pass.withLock({ $0.number }) else { return .changed }
        let flight = renewal ?? Flight()
        if renewal == nil {
            renewal = flight
            // In a task of its own: it belongs to no caller, and so none can cancel it.
            Task { await run(grant, for: pass, flight) }
        }
        return await flight.value()
    }

    private func run(_ grant: Grant, for pass: Pass, _ flight: Flight<Renewal>) async {
        // A refresh without a scope gives what was granted at the log-in, RFC 6749 §6.
        let outcome = await request(grant, scope: pass.access == .user ? nil : configuration.scope)
        guard renewal === flight else { return flight.land(.changed) }
        renewal = nil
        flight.land(take(outcome, for: pass))
    }

    private func take(_ outcome: Outcome<OAuthToken>, for pass: Pass) -> Renewal {
        if let token = outcome.token {
            if pass.access == .user {
                set(user: token.replacing(tokens.user), app: tokens.app, .refreshed, login: pass.login)
            } else {
                set(user: tokens.user, app: token, .fetched, login: pass.login)
            }
            return .renewed(self.pass.withLock { $0 })
        }
        if pass.access == .user, let refusal = outcome.refusal, refusal.code == OAuthError.invalidGrant {
            set(user: nil, app: tokens.app, .refused(refusal))
            return .changed
        }
        tell(.failed(outcome))
        return .failed(outcome)
    }

    /// Has other tokens from now on, keeps them and says so; without `login`, they are another user's.
    ///
    /// They are kept before anybody uses them: a refresh token may be good for one time only.
    func set(user: OAuthToken?, app: OAuthToken?, _ cause: SessionState.Cause, login: Int? = nil) {
        if login == nil { renewal = nil }
        let isSameUser = login != nil && tokens.user != nil
        let identity = user == nil ? nil : isSameUser ? tokens.identity : StoredTokens.newIdentity()
        tokens = StoredTokens(user: user, app: app, identity: identity)
        let stored = Result { () throws(TokenStoreError) in try store.keep(tokens, for: configuration.storeKey) }
        pass.withLock { pass in
            pass = Pass(
                tokens,
                configuration,
                number: pass.number + 1,
                login: login ?? pass.login + 1
            )
        }
        tell(cause)
        if case .failure(let error) = stored { tell(.notStored(error)) }
    }

    func tell(_ cause: SessionState.Cause) {
        let state = SessionState(access: pass.withLock { $0.access }, cause: cause)
        broadcast.tell(state)
        delegate?.session(self, didChange: state)
    }
}
