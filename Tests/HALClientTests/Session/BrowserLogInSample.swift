import HAL
import HALClient

/// Logs a user in on the page of the authorization server, and returns the reason if there is no token.
func logIn(_ session: OAuthSession, browser: @escaping @Sendable (String) async throws -> String) async -> String? {
    let login = AuthorizationCode(
        endpoint: "https://login.example.com/authorize",
        redirectURI: "com.example.pump:/signed-in",
        scope: "openid stations"
    )
    switch await session.logIn(with: login, present: browser) {
    case .success: return nil
    case .connectionFailure(let failure): return (failure.underlying as? AuthorizationError)?.code.rawValue
    case let refused: return refused.name
    }
}
