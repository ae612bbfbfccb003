/// What went wrong with a file that is sent or received.
public struct FileFailure: Error, Sendable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: String, Sendable, Hashable {
        /// It cannot be opened or read.
        case unreadable
        /// It became shorter while it was sent.
        case shrank
        /// It cannot be made, written or put in its place.
        case unwritable
        /// It is larger than allowed.
        case tooLarge
    }

    /// The class of the problem.
    public let code: Code
    /// A short description of the problem.
    public let message: String
    /// What the system reported, or nil.
    public let underlying: (any Error)?

    init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    /// The message and what the system reported.
    public var description: String {
        message + (underlying.map { ": \($0)" } ?? "")
    }
}
