/// Stores the tokens of a session between launches.
///
/// A session calls its store in order, never concurrently, and waits for it.
public protocol TokenStore: Sendable {
    /// The tokens last stored for the key; nil if there are none.
    ///
    /// - Throws: ``TokenStoreError`` if stored tokens cannot or must not be read.
    func tokens(for key: String) throws(TokenStoreError) -> StoredTokens?

    /// Stores the tokens for the key in place of earlier ones; empty tokens remove them.
    ///
    /// - Throws: ``TokenStoreError`` if they cannot be stored; earlier ones are unchanged then.
    func keep(_ tokens: StoredTokens, for key: String) throws(TokenStoreError)
}

/// The tokens of a session.
public struct StoredTokens: Sendable, Hashable, Codable {
    /// The user's token, or nil.
    public var user: OAuthToken?
    /// The app's own token, or nil.
    public var app: OAuthToken?
    /// A random identifier of the user from log-in to log-out, across tokens.
    var identity: String?

    /// Makes a value.
    public init(user: OAuthToken? = nil, app: OAuthToken? = nil) {
        self.init(user: user, app: app, identity: nil)
    }

    init(user: OAuthToken?, app: OAuthToken?, identity: String?) {
        self.user = user
        self.app = app
        self.identity = identity
    }

    /// A new random identity.
    static func newIdentity() -> String {
        String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
    }

    /// Whether there are no tokens.
    public var isEmpty: Bool { user == nil && app == nil }
}

/// Stores tokens in memory, for the lifetime of the process.
public final class MemoryTokenStore: TokenStore {
    private let tokens = Locked<[String: StoredTokens]>([:])

    /// Makes an empty store.
    public init() {}

    /// The tokens last stored for the key.
    public func tokens(for key: String) -> StoredTokens? {
        tokens.withLock { $0[key] }
    }

    /// Stores the tokens for the key.
    public func keep(_ tokens: StoredTokens, for key: String) {
        self.tokens.withLock { $0[key] = tokens.isEmpty ? nil : tokens }
    }
}

/// The reason why tokens could not be stored or read.
public struct TokenStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The store is currently unavailable: for example, the disk is full or the device is locked.
        case unavailable
        /// The stored tokens are readable by other users.
        case readableByOthers
        /// The store belongs to another user, server or client, or is not a token store; it is not changed.
        case notOurs
        /// The stored tokens are truncated.
        case truncated
        /// The stored tokens are malformed.
        case malformed
    }

    /// The class of the problem.
    public let code: Code
    /// A short description of the problem, without any part of a token.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
