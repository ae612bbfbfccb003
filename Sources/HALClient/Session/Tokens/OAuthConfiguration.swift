public import HAL

/// The configuration of a session: the source and the use of its tokens.
public struct OAuthConfiguration: Sendable {
    /// The encoding of the body of a token request.
    public enum Encoding: String, Sendable, Hashable, CaseIterable {
        /// As a form, RFC 6749 §4.
        case form
        /// As a JSON object, which is not standard but which some servers require.
        case json
    }

    /// The URI of the token endpoint.
    ///
    /// A relative URI resolves against the client's base at the time at which the session is made.
    public var tokenEndpoint: String
    /// The client that requests tokens.
    public var client: OAuthClient
    /// The origins of the API, the only ones to which tokens are sent.
    ///
    /// Empty for a relative token endpoint until a session is made, which then uses the origin of the resolved
    /// endpoint.
    public var origins: Set<Origin>
    /// The requested scope, separated by spaces; nil leaves it to the server.
    public var scope: String?
    /// Whether calls while no user is logged in have a token of the client itself, RFC 6749 §4.4.
    ///
    /// On by default: such a call requests the token first, and fails with that request. Off, it has no token.
    public var usesAppToken: Bool
    /// The time before its expiry at which a token counts as expired, so that it does not expire in transit.
    public var expiryOffset: Duration
    /// The encoding of token requests.
    public var encoding: Encoding
    /// The names of the members of a token response.
    public var names: TokenNames

    /// Makes a configuration; unless `origins` are given, tokens go to the origin of the token endpoint.
    public init(
        tokenEndpoint: String,
        client: OAuthClient,
        origins: Set<Origin>? = nil,
        scope: String? = nil,
        usesAppToken: Bool = true,
        expiryOffset: Duration = .seconds(60),
        encoding: Encoding = .form,
        names: TokenNames = TokenNames()
    ) {
        self.tokenEndpoint = tokenEndpoint
        self.client = client
        self.origins = origins ?? Self.origins(of: tokenEndpoint)
        self.scope = scope
        self.usesAppToken = usesAppToken
        self.expiryOffset = expiryOffset
        self.encoding = encoding
        self.names = names
    }

    /// The key in a ``TokenStore``, made of client and server, so that no other session finds the tokens.
    var storeKey: String {
        let key = "\(client.id) \(tokenEndpoint)"
        return isResolved ? key : "\(key) for \(origins.map(\.description).sorted().joined(separator: " "))"
    }

    /// The configuration with its token endpoint resolved against the base of a client, if it has one.
    func resolved(against base: String?) -> OAuthConfiguration {
        guard !isResolved, let base else { return self }
        var resolved = self
        resolved.tokenEndpoint = URIReference(tokenEndpoint).resolved(against: URIReference(base)).description
        if origins.isEmpty { resolved.origins = Self.origins(of: resolved.tokenEndpoint) }
        return resolved
    }

    /// The error if the origin for tokens is unknown, else nil.
    var problem: InvalidRequest? {
        guard !isResolved, origins.isEmpty else { return nil }
        return InvalidRequest(
            .address,
            "the token endpoint '\(tokenEndpoint)' is relative and the client has no base URI: use an absolute URI"
        )
    }

    private var isResolved: Bool { !Self.origins(of: tokenEndpoint).isEmpty }

    private static func origins(of endpoint: String) -> Set<Origin> {
        Set([HTTPAddress(URIReference(endpoint))?.origin].compactMap(\.self))
    }
}

/// The client that requests tokens, registered with the authorization server, RFC 6749 §2.
public struct OAuthClient: Sendable, Hashable {
    /// The authentication of the client, RFC 6749 §2.3.1.
    public enum Authentication: String, Sendable, Hashable, CaseIterable {
        /// By `Authorization: Basic`, which every server must support.
        case basic
        /// By fields of the body, for servers that support nothing else.
        case body
    }

    /// The client's identifier.
    public let id: String
    /// The client's secret; nil for a public client, RFC 6749 §2.1.
    public let secret: String?
    /// The authentication of the client.
    public let authentication: Authentication

    /// Makes a client.
    public init(id: String, secret: String? = nil, authentication: Authentication = .basic) {
        self.id = id
        self.secret = secret
        self.authentication = authentication
    }

    /// The value of `Authorization`, which never has credentials of the API's calls.
    var authorization: Authorization {
        guard authentication == .basic, let secret else { return .anonymous }
        return .basic(user: FormEncoding.encode(id), password: FormEncoding.encode(secret))
    }

    /// The fields for the body.
    var fields: [(name: String, value: String)] {
        guard let secret else { return [("client_id", id)] }
        switch authentication {
        case .basic: return []
        case .body: return [("client_id", id), ("client_secret", secret)]
        }
    }
}

extension OAuthClient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The client's identifier.
    public var description: String { "client \(id)" }

    /// The description.
    public var debugDescription: String { description }

    /// All properties except the secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["id": id, "authentication": authentication])
    }
}

/// The names of the members of a token response, and the reading of its expiry.
public struct TokenNames: Sendable {
    /// The access token.
    public var accessToken: String
    /// The refresh token.
    public var refreshToken: String
    /// The lifetime of the access token.
    public var expiresIn: String
    /// The type, which must be `Bearer`.
    public var tokenType: String
    /// The scope of the token.
    public var scope: String
    /// Converts the value of `expiresIn` and the time of receipt to the time of expiry; nil reads whole seconds.
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
