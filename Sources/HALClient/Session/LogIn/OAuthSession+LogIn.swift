import HAL

extension OAuthSession {
    /// Requests a token for a user by name and password, RFC 6749 §4.3, which RFC 9700 §2.4 advises against.
    ///
    /// Until the token arrives, and if it is refused, calls use the previous tokens. A later log-in or log-out ends
    /// this one as a connection failure of the kind `cancelled`.
    public func logIn(user: String, password: String, scope: String? = nil) async -> Outcome<OAuthToken> {
        let change = beginLogIn()
        let grant = Grant.password(user: user, password: password)
        return endLogIn(change, await request(grant, scope: scope ?? configuration.scope))
    }

    /// Logs a user in on the page of the authorization server, RFC 6749 §4.1 with PKCE, RFC 7636.
    ///
    /// `present` opens the URI of the page in a browser and returns the URI to which the browser was redirected, such as
    /// from `ASWebAuthenticationSession` or from a server on the loopback interface, RFC 8252. A response with another
    /// `state`, issuer or redirect URI ends as a connection failure of the kind `other` with an ``AuthorizationError``, and so
    /// does a refusal; if the task is canceled or `present` throws `CancellationError`, the kind is `cancelled`.
    public func logIn(
        with login: AuthorizationCode,
        present: @escaping @Sendable (_ page: String) async throws -> String
    ) async -> Outcome<OAuthToken> {
        let change = beginLogIn()
        let request = AuthorizationRequest(login, scope: configuration.scope)
        switch await Self.code(for: request, page: request.page(for: configuration.client, base: baseURI), present) {
        case .success(let code):
            let grant = Grant.authorizationCode(code, redirectURI: login.redirectURI, verifier: request.verifier)
            return endLogIn(change, await self.request(grant, scope: nil, nonce: request.nonce))
        case .failure(let failure):
            return endLogIn(change, .connectionFailure(failure))
        }
    }

    private static func code(
        for request: AuthorizationRequest,
        page: String,
        _ present: @Sendable (_ page: String) async throws -> String
    ) async -> Result<String, ConnectionFailure> {
        do {
            return .success(try request.code(in: try await present(page)))
        } catch let error as AuthorizationError {
            return .failure(ConnectionFailure(.other, underlying: error))
        } catch is CancellationError {
            return .failure(ConnectionFailure(.cancelled))
        } catch {
            let reason = AuthorizationError(.presentation, OAuthError(code: "\(error)", message: nil))
            return .failure(ConnectionFailure(.other, underlying: reason))
        }
    }

    /// Logs a user in on another device, RFC 8628.
    ///
    /// `present` shows the code and the address of the page, and returns at once. The session asks for the token at the
    /// interval of the server until the user has answered or the code expires, which ends as a connection failure of the kind
    /// `timedOut` with a ``DeviceCodeExpired``; a refusal ends as a client error with `access_denied`. Canceling the task ends
    /// the wait.
    public func logIn(
        withDeviceCodeFrom endpoint: String,
        scope: String? = nil,
        present: @escaping @Sendable (DeviceCode) async -> Void
    ) async -> Outcome<OAuthToken> {
        let change = beginLogIn()
        if let problem = configuration.problem {
            return endLogIn(change, .connectionFailure(ConnectionFailure(.other, underlying: problem)))
        }
        let call = configuration.deviceCall(to: endpoint, scope: scope ?? configuration.scope, now: now)
        let outcome = await client.perform(call)
        guard let code = outcome.success?.model else {
            let refusal: Outcome<OAuthToken> = outcome.withoutModel()
            return endLogIn(change, refusal.withToken)
        }
        await present(code)
        return endLogIn(change, await token(for: code, change))
    }

    /// Asks for the token of a device code until there is one, or none is to be expected.
    private func token(for code: DeviceCode, _ change: Int) async -> Outcome<OAuthToken> {
        var polling = DevicePolling(interval: code.interval)
        while change == changes {
            do {
                try await sleep(min(polling.interval, max(code.expiresAt - now(), .zero)))
            } catch {
                return .connectionFailure(ConnectionFailure(.cancelled, underlying: error))
            }
            guard now() < code.expiresAt else { break }
            let outcome = await request(.deviceCode(code.deviceCode), scope: nil)
            guard polling.decision(after: outcome) == .wait else { return outcome }
        }
        return .connectionFailure(ConnectionFailure(.timedOut, underlying: DeviceCodeExpired()))
    }

    private func beginLogIn() -> Int {
        changes += 1
        return changes
    }

    /// Adopts the token of an outcome, unless a later log-in or log-out came in between.
    private func endLogIn(_ change: Int, _ outcome: Outcome<OAuthToken>) -> Outcome<OAuthToken> {
        guard change == changes else { return .connectionFailure(ConnectionFailure(.cancelled)) }
        guard let token = outcome.token else {
            tell(.failed(outcome))
            return outcome
        }
        set(user: token, app: tokens.app, .loggedIn)
        return outcome
    }
}
