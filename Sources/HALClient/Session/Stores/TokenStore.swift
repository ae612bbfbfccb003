/// Keeps the tokens of a session from one launch to the next.
///
/// A session calls its store in order, never twice at once, and waits for it.
public protocol TokenStore: Sendable {
    /// The tokens that were kept under the key last; nil if there are none.
    ///
    /// - Throws: ``TokenStoreError`` if there are some that cannot or must not be read.
    func tokens(for key: String) throws(TokenStoreError) -> StoredTokens?

    /// Keeps the tokens under the key in place of those before, or nothing if there are none.
    ///
    /// - Throws: ``TokenStoreError`` if they cannot be kept; what was kept before is as it was.
    func keep(_ tokens: StoredTokens, for key: String) throws(TokenStoreError)
}

/// What a session keeps.
public struct StoredTokens: Sendable, Hashable, Codable {
    /// The user's token, or nil.
    public var user: OAuthToken?
    /// The app's own token, or nil.
    public var app: OAuthToken?
    /// Stands for the user from log-in to log-out, whichever token they have; says nothing about them.
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

    /// An identity that nobody else has.
    static func newIdentity() -> String {
        String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
    }

    /// Whether there is nothing to keep.
    public var isEmpty: Bool { user == nil && app == nil }
}

/// Keeps tokens as long as the process lives.
public final class MemoryTokenStore: TokenStore {
    private let tokens = Locked<[String: StoredTokens]>([:])

    /// Makes an empty store.
    public init() {}

    /// The tokens that were kept under the key last.
    public func tokens(for key: String) -> StoredTokens? {
        tokens.withLock { $0[key] }
    }

    /// Keeps the tokens under the key.
    public func keep(_ tokens: StoredTokens, for key: String) {
        self.tokens.withLock { $0[key] = tokens.isEmpty ? nil : tokens }
    }
}

/// Why tokens could not be kept, or what was kept not read.
public struct TokenStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The store cannot be reached now: the disk is full, the device is locked.
        case unavailable
        /// Others than the owner can read what was kept.
        case readableByOthers
        /// It belongs to another user, server or client, or is no token store at all; it is left as it is.
        case notOurs
        /// Its end is missing.
        case truncated
        /// It is not what a store writes.
        case malformed
    }

    /// The class of the problem.
    public let code: Code
    /// What is wrong, in a few words, without anything of a token.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
