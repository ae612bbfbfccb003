/// An OAuth session (RFC 6749) that a client is told to make a call in.
///
/// Steps of a contract that say the same have the same session: it keeps its tokens from one to the next.
package struct StepSession: Sendable, Hashable {
    /// How the client says who it is.
    package enum ClientAuthentication: String, Sendable, CaseIterable {
        case basic, body
    }

    /// How token requests are written.
    package enum Encoding: String, Sendable, CaseIterable {
        case form, json
    }

    /// A token from last time.
    package struct Token: Sendable, Hashable {
        package var accessToken: String
        package var refreshToken: String?
        /// Seconds from the beginning of the session; nil: not known.
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
    /// Whether calls go with a token of the app's own while no user is logged in.
    package var usesAppToken = true
    /// Logs in before the first call.
    package var user: BasicCredentials?
    /// The user's token from last time.
    package var userToken: Token?

    package init(tokenURL: String, clientID: String, clientSecret: String? = nil) {
        self.tokenURL = tokenURL
        self.clientID = clientID
        self.clientSecret = clientSecret
    }
}
