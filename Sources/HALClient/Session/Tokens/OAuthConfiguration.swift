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
        Set([Address(URIReference(endpoint))?.origin].compactMap(\.self))
    }
}
