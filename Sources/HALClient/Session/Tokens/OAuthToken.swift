import HAL

/// An access token and what came with it, RFC 6749 §5.1.
///
/// The tokens themselves are on the wire and in a ``TokenStore`` and nowhere else: no description shows them.
public struct OAuthToken: Sendable, Hashable {
    /// What goes with each call.
    public var accessToken: String
    /// What gets the next access token, or nil.
    public var refreshToken: String?
    /// When the server will no longer take it; nil if it did not say, and then it does not expire by itself.
    public var expiresAt: WallTime?
    /// What it is good for, as the server wrote it, or nil.
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

    /// Whether it may still be used at `time`, and for longer than `offset` from then on.
    public func isValid(at time: WallTime, offset: Duration = .zero) -> Bool {
        guard !accessToken.isEmpty else { return false }
        return expiresAt.map { $0 - time > offset } ?? true
    }

    /// The token with the refresh token of the one that it takes the place of, if it came without one, RFC 6749 §6.
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

    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accessToken = try container.decode(String.self, forKey: .accessToken)
        refreshToken = try container.decodeIfPresent(String.self, forKey: .refreshToken)
        scope = try container.decodeIfPresent(String.self, forKey: .scope)
        let expiry = try container.decodeIfPresent(Int64.self, forKey: .expiresAt)
        expiresAt = expiry.map { WallTime(sinceEpoch: .milliseconds($0)) }
    }

    /// Writes the tokens as they are; for a ``TokenStore``, which keeps them where nobody else reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accessToken, forKey: .accessToken)
        try container.encodeIfPresent(refreshToken, forKey: .refreshToken)
        try container.encodeIfPresent(scope, forKey: .scope)
        try container.encodeIfPresent(expiresAt.map(\.milliseconds), forKey: .expiresAt)
    }
}

extension WallTime {
    /// Since the epoch, rounded down and clamped to what fits.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = sinceEpoch.components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? (seconds < 0 ? .min : .max) : product + attoseconds / 1_000_000_000_000_000
    }
}
