/// A log-in on the page of an authorization server, RFC 6749 §4.1 with PKCE, RFC 7636.
///
/// The application presents the page in a browser, never in a view that it controls, RFC 8252 §8.12:
///
/// ```swift
/// let outcome = await session.logIn(
///     with: AuthorizationCode(
///         endpoint: "https://login.example.com/authorize",
///         redirectURI: "com.example.pump:/signed-in",
///         scope: "openid stations"
///     )
/// ) { page in try await browser.open(page) }
/// ```
public struct AuthorizationCode: Sendable, Hashable {
    /// The URI of the authorization endpoint, RFC 6749 §3.1; a relative one resolves against the client's base.
    public var endpoint: String
    /// The URI to which the server redirects the browser, as registered.
    public var redirectURI: String
    /// The requested scope, separated by spaces; nil for that of the configuration.
    ///
    /// With `openid` among it, the ID token must have the nonce of the request, OpenID Connect Core 1.0 §3.1.3.7.
    public var scope: String?
    /// The issuer that the response must name, RFC 9207; nil to accept any.
    public var issuer: String?
    /// More parameters of the request, such as `prompt` or `login_hint`; they cannot replace those of the protocol.
    public var parameters: [String: String]

    /// Makes a description of the log-in.
    public init(
        endpoint: String,
        redirectURI: String,
        scope: String? = nil,
        issuer: String? = nil,
        parameters: [String: String] = [:]
    ) {
        self.endpoint = endpoint
        self.redirectURI = redirectURI
        self.scope = scope
        self.issuer = issuer
        self.parameters = parameters
    }
}

/// The reason why a log-in in a browser ended without a code; nothing was sent to the token endpoint.
public struct AuthorizationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The browser could not present the page.
        case presentation
        /// The user or the server refused; ``AuthorizationError/error`` has the reason.
        case refused
        /// The browser came back to another URI than the redirect URI.
        case redirectURI
        /// The response belongs to another request: an attack or an old page, RFC 6749 §10.12.
        case state
        /// The response is from another server, RFC 9207 §2.4.
        case issuer
        /// The response has no code.
        case missingCode
    }

    /// The class of the problem.
    public let code: Code
    /// The error of the authorization server, RFC 6749 §4.1.2.1, or nil.
    public let error: OAuthError?

    init(_ code: Code, _ error: OAuthError? = nil) {
        self.code = code
        self.error = error
    }

    /// `refused: access_denied`.
    public var description: String {
        code.rawValue + (error.map { ": \($0)" } ?? "")
    }
}
