/// The reason why a request was refused before anything was sent.
public struct InvalidRequest: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: String, Sendable, Hashable {
        /// The target is not an absolute `http` or `https` URI.
        case address
        /// A field's name is not a token, or its value contains CR, LF or NUL.
        case field
        /// The model could not be encoded.
        case content
        /// The link's template is malformed.
        case template
    }

    /// The class of the problem.
    public let code: Code
    /// A short description of the problem.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
