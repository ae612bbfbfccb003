/// The keys of a session that a client makes calls in.
enum OAuthKey: String, KnownKey {
    case tokenUrl, clientId, clientSecret, clientAuthentication, encoding, scope, appToken, user, userToken

    static let owner = "an OAuth session"
    static let definition = "oauth"
    static let required: [Self] = [.tokenUrl, .clientId]
    static let table = makeTable()

    var shape: Shape {
        switch self {
        case .tokenUrl, .clientId, .clientSecret, .scope: .text
        case .clientAuthentication: .choice(StepSession.ClientAuthentication.allCases.map(\.rawValue))
        case .encoding: .choice(StepSession.Encoding.allCases.map(\.rawValue))
        case .appToken: .boolean
        case .user: .definition(CredentialsKey.definition)
        case .userToken: .definition(OAuthTokenKey.definition)
        }
    }

    var summary: String {
        switch self {
        case .tokenUrl: "The token endpoint, resolved against the scenario's address; may be absolute."
        case .clientId: "The name by which the server knows the client."
        case .clientSecret: "The client's password; without one it only says its name."
        case .clientAuthentication:
            "Whether the client says who it is by Authorization (basic, the default) or in the body."
        case .encoding: "Whether token requests are forms (the default) or JSON."
        case .scope: "What tokens are asked to be good for."
        case .appToken: "Whether calls go with a token of the app's own while no user is logged in; true by default."
        case .user: "Who logs in before the first call; a log-in that fails is the outcome of the step."
        case .userToken: "The user's token from last time."
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

    var shape: Shape {
        switch self {
        case .accessToken, .refreshToken: .text
        case .expiresIn: .integer(Self.seconds)
        }
    }

    var summary: String {
        switch self {
        case .accessToken: "The access token."
        case .refreshToken: "What gets the next one."
        case .expiresIn: "Seconds from the beginning of the session; without it the token does not expire by itself."
        }
    }
}
