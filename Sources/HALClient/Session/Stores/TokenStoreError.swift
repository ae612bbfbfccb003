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
