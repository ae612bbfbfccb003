import HAL

/// An access token with the other members of its response, RFC 6749 §5.1.
///
/// The tokens are only sent and stored in a ``TokenStore``: no description contains them.
public struct OAuthToken: Sendable, Hashable {
    /// The access token, sent with each call.
    public var accessToken: String
    /// The refresh token, or nil.
    public var refreshToken: String?
    /// The time of expiry; nil if the server did not state it, and then the session does not expire the token.
    public var expiresAt: WallTime?
    /// The scope as the server stated it, or nil.
    public var scope: String?

    /// Makes a token.
    public init(
        accessToken: String,
        refreshToken: String? = nil,
        expiresAt: WallTime? = nil,
        scope: String? = nil
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
        self.scope = scope
    }

    /// Whether the token is valid at `time`, and for longer than `offset` from then on.
    public func isValid(at time: WallTime, offset: Duration = .zero) -> Bool {
        guard !accessToken.isEmpty else { return false }
        return expiresAt.map { $0 - time > offset } ?? true
    }

    /// The token with the refresh token of the one that it replaces, if it has none itself, RFC 6749 §6.
    func replacing(_ old: OAuthToken?) -> OAuthToken {
        var token = self
        token.refreshToken = refreshToken ?? old?.refreshToken
        token.scope = scope ?? old?.scope
        return token
    }
}

extension OAuthToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `bearer token <redacted>, refreshable, until Tue, 03 Nov 2026 10:00:00 GMT`.
    public var description: String {
        "bearer token \(Redaction.mark)" + (refreshToken == nil ? "" : ", refreshable")
            + (expiresAt.map { ", until \($0.date)" } ?? "")
    }

    /// The description.
    public var debugDescription: String { description }

    /// Scope and expiry, and whether it can be refreshed.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["scope": scope as Any, "expiresAt": expiresAt as Any, "refreshable": refreshToken != nil]
        )
    }
}

extension OAuthToken: Codable {
    private enum CodingKeys: String, CodingKey {
        case accessToken, refreshToken, expiresAt, scope
    }

    /// Reads the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accessToken = try container.decode(String.self, forKey: .accessToken)
        refreshToken = try container.decodeIfPresent(String.self, forKey: .refreshToken)
        scope = try container.decodeIfPresent(String.self, forKey: .scope)
        let expiry = try container.decodeIfPresent(Int64.self, forKey: .expiresAt)
        expiresAt = expiry.map { WallTime(sinceEpoch: .milliseconds($0)) }
    }

    /// Writes the tokens in clear, for a ``TokenStore``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accessToken, forKey: .accessToken)
        try container.encodeIfPresent(refreshToken, forKey: .refreshToken)
        try container.encodeIfPresent(scope, forKey: .scope)
        try container.encodeIfPresent(expiresAt.map(\.milliseconds), forKey: .expiresAt)
    }
}

extension WallTime {
    /// Milliseconds since the epoch, rounded down and clamped.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = sinceEpoch.components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? (seconds < 0 ? .min : .max) : product + attoseconds / 1_000_000_000_000_000
    }
}
