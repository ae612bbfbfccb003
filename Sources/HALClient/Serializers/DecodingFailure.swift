/// The reason why a body cannot be decoded as requested, and the position.
public struct DecodingFailure: Error, Sendable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The serializer does not accept this media type, or it is missing.
        case mediaType
        /// The text is malformed.
        case syntax
        /// The text is too deeply nested or too long.
        case tooLarge
        /// The text is well-formed, but not a resource: for example, a JSON array.
        case notAResource
        /// The resource does not decode into the model.
        case model
        /// The resource has no link of the relation to follow.
        case missingLink
        /// The application's error mapping classified the response as a failure.
        case application
    }

    /// The class of the problem.
    public let code: Code
    /// A short description of the problem.
    public let message: String
    /// The position as a JSON path: `$.items[3].price`; nil if the problem is not at a JSON value.
    public let path: String?
    /// The error of the decoder, or nil.
    public let underlying: (any Error)?

    /// Makes a failure.
    public init(_ code: Code, _ message: String, path: String? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.underlying = underlying
    }

    /// `$.price: expected a number`.
    public var description: String {
        path.map { "\($0): \(message)" } ?? message
    }
}
