import Documents
package import Matching

/// An OAuth session (RFC 6749) for the calls of a client.
///
/// Steps with equal sessions share one, which keeps its tokens from one step to the next.
package struct StepSession: Sendable, Hashable {
    /// Where the client puts its credentials (RFC 6749 §2.3.1).
    package enum ClientAuthentication: String, Sendable, CaseIterable {
        case basic, body
    }

    /// The format of token requests.
    package enum Encoding: String, Sendable, CaseIterable {
        case form, json
    }

    /// A token that the user already has.
    package struct Token: Sendable, Hashable {
        package var accessToken: String
        package var refreshToken: String?
        /// Seconds from the start of the session; nil if unknown.
        package var expiresIn: Int?

        package init(accessToken: String, refreshToken: String? = nil, expiresIn: Int? = nil) {
            self.accessToken = accessToken
            self.refreshToken = refreshToken
            self.expiresIn = expiresIn
        }
    }

    /// Resolved against the scenario's address; may be absolute.
    package var tokenURL: String
    package var clientID: String
    package var clientSecret: String?
    package var clientAuthentication = ClientAuthentication.basic
    package var encoding = Encoding.form
    package var scope: String?
    /// Whether calls use a token of the app while no user is logged in.
    package var usesAppToken = true
    /// The user who logs in before the first call.
    package var user: BasicCredentials?
    /// The token that the user already has.
    package var userToken: Token?

    package init(tokenURL: String, clientID: String, clientSecret: String? = nil) {
        self.tokenURL = tokenURL
        self.clientID = clientID
        self.clientSecret = clientSecret
    }
}

extension StepSession {
    static let codec = ObjectCodec(
        "oauth",
        "an OAuth session",
        StepSession(tokenURL: "/", clientID: ""),
        keys: [
            Key(
                "tokenUrl",
                required: \.tokenURL,
                .headerText,
                "The token endpoint, resolved like `url`.",
                example: "tokenUrl: /token, clientId: app"
            ),
            Key(
                "clientId",
                required: \.clientID,
                .text,
                "The identifier of the client.",
                example: "tokenUrl: /token, clientId: app"
            ),
            Key(
                "clientSecret",
                \.clientSecret,
                .text,
                "The secret of the client; omit it for a public client.",
                example: "tokenUrl: /token, clientId: app, clientSecret: secret"
            ),
            Key(
                "clientAuthentication",
                \.clientAuthentication,
                .choice,
                default: .basic,
                "Whether the client authenticates by `Authorization` (`basic`) or in the `body`.",
                example: "tokenUrl: /token, clientId: app, clientSecret: secret, clientAuthentication: body"
            ),
            Key(
                "encoding",
                \.encoding,
                .choice,
                default: .form,
                "Whether token requests are forms or JSON.",
                example: "tokenUrl: /token, clientId: app, encoding: json"
            ),
            Key(
                "scope",
                \.scope,
                .text,
                "The scope that tokens are requested for.",
                example: "tokenUrl: /token, clientId: app, scope: read write"
            ),
            Key(
                "appToken",
                \.usesAppToken,
                .boolean,
                default: true,
                "Whether calls use a token of the app while no user is logged in.",
                example: "tokenUrl: /token, clientId: app, appToken: false, user: { username: ada, password: secret }"
            ),
            Key(
                "user",
                \.user,
                BasicCredentials.codec.codec,
                "The user who logs in before the first call; if that fails, it is the outcome of the step.",
                example: "tokenUrl: /token, clientId: app, user: { username: ada, password: secret }"
            ),
            Key(
                "userToken",
                \.userToken,
                Token.codec.codec,
                "The token that the user already has.",
                example: "tokenUrl: /token, clientId: app, userToken: { accessToken: abc }"
            ),
        ]
    )
}

extension StepSession.Token {
    static let codec = ObjectCodec(
        "oauthToken",
        "a token",
        StepSession.Token(accessToken: ""),
        keys: [
            Key("accessToken", required: \.accessToken, .headerText, "The access token.", example: "accessToken: abc"),
            Key(
                "refreshToken",
                \.refreshToken,
                .text,
                "The refresh token.",
                example: "accessToken: abc, refreshToken: def"
            ),
            Key(
                "expiresIn",
                \.expiresIn,
                .integer(0...3_155_760_000),
                "Seconds until it expires; without it the client uses the token until the server rejects it.",
                example: "accessToken: abc, expiresIn: 3600"
            ),
        ]
    )
}
