public import HAL

/// What the members of a token answer are called, and how its time is read.
public struct TokenNames: Sendable {
    /// The access token.
    public var accessToken: String
    /// The refresh token.
    public var refreshToken: String
    /// How long the access token lives.
    public var expiresIn: String
    /// The type, which must be `Bearer`.
    public var tokenType: String
    /// What the token is good for.
    public var scope: String
    /// When a token expires by the value of `expiresIn` and the time of its receipt; nil takes it for whole seconds.
    public var expiry: (@Sendable (_ value: JSONValue, _ now: WallTime) -> WallTime?)?

    /// Makes names; the defaults are those of RFC 6749 §5.1.
    public init(
        accessToken: String = "access_token",
        refreshToken: String = "refresh_token",
        expiresIn: String = "expires_in",
        tokenType: String = "token_type",
        scope: String = "scope",
        expiry: (@Sendable (_ value: JSONValue, _ now: WallTime) -> WallTime?)? = nil
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.tokenType = tokenType
        self.scope = scope
        self.expiry = expiry
    }
}
