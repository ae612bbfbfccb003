public import HAL

/// Where a session gets its tokens, and what it does with them.
public struct OAuthConfiguration: Sendable {
    /// How the body of a token request is written.
    public enum Encoding: String, Sendable, Hashable, CaseIterable {
        /// As a form, RFC 6749 §4.
        case form
        /// As a JSON object, which the RFC does not know and some servers want.
        case json
    }

    /// The URI of the token endpoint.
    ///
    /// A relative one resolves against the base that the client has when the session is made.
    public var tokenEndpoint: String
    /// Who asks.
    public var client: OAuthClient
    /// The origins of the API: tokens are sent there and nowhere else.
    ///
    /// Empty for a relative token endpoint until a session is made, which then takes the origin that it resolves to.
    public var origins: Set<Origin>
    /// What tokens are asked to be good for, words with spaces between them; nil leaves it to the server.
    public var scope: String?
    /// Whether the client gets a token of its own while no user is logged in.
    public var usesAppToken: Bool
    /// How long before its end a token counts as expired, so that it does not end on its way.
    public var expiryOffset: Duration
    /// How token requests are written.
    public var encoding: Encoding
    /// What the members of a token answer are called.
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

    /// Whose tokens these are in a ``TokenStore``: the client and the server, so that no other session finds them.
    var storeKey: String {
        let key = "\(client.id) \(tokenEndpoint)"
        return isResolved ? key : "\(key) for \(origins.map(\.description).sorted().joined(separator: " "))"
    }

    /// The configuration with an absolute token endpoint, as far as a client with that base can tell.
    func resolved(against base: String?) -> OAuthConfiguration {
        guard !isResolved, let base else { return self }
        var resolved = self
        resolved.tokenEndpoint = URIReference(tokenEndpoint).resolved(against: URIReference(base)).description
        if origins.isEmpty { resolved.origins = Self.origins(of: resolved.tokenEndpoint) }
        return resolved
    }

    /// Why no token can be used: it is not known where it would be sent; nil if it is.
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

/// Who asks for tokens: the app, as the authorization server knows it, RFC 6749 §2.
public struct OAuthClient: Sendable, Hashable {
    /// How the client proves who it is, RFC 6749 §2.3.1.
    public enum Authentication: String, Sendable, Hashable, CaseIterable {
        /// By `Authorization: Basic`, which every server must take.
        case basic
        /// By fields of the body, for servers that take nothing else.
        case body
    }

    /// The client's name.
    public let id: String
    /// The client's password; nil for one that cannot keep a secret, RFC 6749 §2.1.
    public let secret: String?
    /// How the client proves who it is.
    public let authentication: Authentication

    /// Makes a client.
    public init(id: String, secret: String? = nil, authentication: Authentication = .basic) {
        self.id = id
        self.secret = secret
        self.authentication = authentication
    }

    /// What goes into `Authorization`: nothing that the API's own calls carry.
    var authorization: Authorization {
        guard authentication == .basic, let secret else { return .anonymous }
        return .basic(user: FormEncoding.encode(id), password: FormEncoding.encode(secret))
    }

    /// What goes into the body.
    var fields: [(name: String, value: String)] {
        guard let secret else { return [("client_id", id)] }
        switch authentication {
        case .basic: return []
        case .body: return [("client_id", id), ("client_secret", secret)]
        }
    }
}

extension OAuthClient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The client's name.
    public var description: String { "client \(id)" }

    /// The description.
    public var debugDescription: String { description }

    /// All but the secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["id": id, "authentication": authentication])
    }
}

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
