internal import HAL

/// The keys of a session that a client makes calls in.
enum OAuthKey: String, KnownKey {
    case tokenUrl, clientId, clientSecret, clientAuthentication, encoding, scope, appToken, user, userToken

    static let owner = "an OAuth session"
    static let definition = "oauth"
    static let required: [Self] = [.tokenUrl, .clientId]
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .tokenUrl:
            KeyEntry(
                .text,
                "The token endpoint, resolved like `url`.",
                example: "tokenUrl: /token, clientId: app"
            )
        case .clientId: KeyEntry(.text, "The identifier of the client.", example: "tokenUrl: /token, clientId: app")
        case .clientSecret:
            KeyEntry(
                .text,
                "The secret of the client; omit it for a public client.",
                example: "tokenUrl: /token, clientId: app, clientSecret: secret"
            )
        case .clientAuthentication:
            KeyEntry(
                .choice(StepSession.ClientAuthentication.allCases.map(\.rawValue)),
                default: "basic",
                "Whether the client authenticates by `Authorization` (`basic`) or in the `body`.",
                example: "tokenUrl: /token, clientId: app, clientSecret: secret, clientAuthentication: body"
            )
        case .encoding:
            KeyEntry(
                .choice(StepSession.Encoding.allCases.map(\.rawValue)),
                default: "form",
                "Whether token requests are forms or JSON.",
                example: "tokenUrl: /token, clientId: app, encoding: json"
            )
        case .scope:
            KeyEntry(
                .text,
                "The scope that tokens are requested for.",
                example: "tokenUrl: /token, clientId: app, scope: read write"
            )
        case .appToken:
            KeyEntry(
                .boolean,
                default: true,
                "Whether calls use a token of the app while no user is logged in.",
                example: "tokenUrl: /token, clientId: app, appToken: false, user: { username: ada, password: secret }"
            )
        case .user:
            KeyEntry(
                .definition(CredentialsKey.keyTable),
                "The user who logs in before the first call; if that fails, it is the outcome of the step.",
                example: "tokenUrl: /token, clientId: app, user: { username: ada, password: secret }"
            )
        case .userToken:
            KeyEntry(
                .definition(OAuthTokenKey.keyTable),
                "The token that the user already has.",
                example: "tokenUrl: /token, clientId: app, userToken: { accessToken: abc }"
            )
        }
    }
}

/// The keys of a token from last time.
enum OAuthTokenKey: String, KnownKey {
    case accessToken, refreshToken, expiresIn

    static let owner = "a token"
    static let definition = "oauthToken"
    static let required: [Self] = [.accessToken]
    static let table = makeTable()

    /// A hundred years.
    static let seconds = 0...3_155_760_000

    var entry: KeyEntry {
        switch self {
        case .accessToken: KeyEntry(.text, "The access token.", example: "accessToken: abc")
        case .refreshToken: KeyEntry(.text, "The refresh token.", example: "accessToken: abc, refreshToken: def")
        case .expiresIn:
            KeyEntry(
                .integer(Self.seconds),
                "Seconds until it expires; without it the client uses the token until the server rejects it.",
                example: "accessToken: abc, expiresIn: 3600"
            )
        }
    }
}
