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

    /// The URI of the token endpoint; a relative one resolves against the client's base.
    public var tokenEndpoint: String
    /// Who asks.
    public var client: OAuthClient
    /// Where tokens are sent, and nowhere else: the origins of the API.
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
        self.origins = origins ?? Set([Address(URIReference(tokenEndpoint))?.origin].compactMap(\.self))
        self.scope = scope
        self.usesAppToken = usesAppToken
        self.expiryOffset = expiryOffset
        self.encoding = encoding
        self.names = names
    }

    /// Whose tokens these are in a ``TokenStore``; those of another server or client are never taken for them.
    var storeKey: String { "\(client.id) \(tokenEndpoint)" }
}
