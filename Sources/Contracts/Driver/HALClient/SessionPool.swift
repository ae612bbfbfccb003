import HAL
import HALClient
import Matching
import Scenarios

/// The sessions of one case; steps with equal settings share a session.
final class SessionPool: Sendable {
    private let client: HypermediaClient
    private let sessions = Locked<[StepSession: OAuthSession]>([:])

    init(_ client: HypermediaClient) {
        self.client = client
    }

    /// Returns the session, which it starts and logs in at its first use, or the outcome of the failed log-in.
    func session(_ step: StepSession) async -> Result<OAuthSession, FailedLogin> {
        if let session = sessions.withLock({ $0[step] }) { return .success(session) }
        let session = OAuthSession(client: client, configuration: OAuthConfiguration(step))
        if let token = step.userToken { await session.adopt(userToken: OAuthToken(token)) }
        if let user = step.user {
            let outcome = await session.logIn(user: user.username, password: user.password)
            guard outcome.success != nil else { return .failure(FailedLogin(outcome: outcome.withoutModel())) }
        }
        sessions.withLock { $0[step] = session }
        return .success(session)
    }
}

/// The outcome of a log-in that failed.
struct FailedLogin: Error {
    let outcome: Outcome<JSONObject>
}

extension OAuthConfiguration {
    fileprivate init(_ step: StepSession) {
        let client = OAuthClient(
            id: step.clientID,
            secret: step.clientSecret,
            authentication: step.clientAuthentication == .body ? .body : .basic
        )
        self.init(
            tokenEndpoint: step.tokenURL,
            client: client,
            scope: step.scope,
            usesAppToken: step.usesAppToken,
            encoding: step.encoding == .json ? .json : .form
        )
    }
}

extension OAuthToken {
    fileprivate init(_ token: StepSession.Token) {
        self.init(
            accessToken: token.accessToken,
            refreshToken: token.refreshToken,
            expiresAt: token.expiresIn.map { .now() + .seconds($0) }
        )
    }
}
