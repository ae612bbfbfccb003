/// Why a body is not what was asked for, and where.
public struct DecodingFailure: Error, Sendable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The serializer does not take this media type, or none is given.
        case mediaType
        /// The text is malformed.
        case syntax
        /// The text is nested deeper or is longer than allowed.
        case tooLarge
        /// The text is well-formed, and no resource: a JSON array for example.
        case notAResource
        /// The resource does not decode into the model.
        case model
        /// The resource has no link of the relation that was to be followed.
        case missingLink
        /// The application's error mapping takes the answer for a failure.
        case application
    }

    /// The class of the problem.
    public let code: Code
    /// What is wrong, in a few words.
    public let message: String
    /// Where, as a JSON path: `$.items[3].price`; nil if the place is not one of JSON.
    public let path: String?
    /// What the decoder reported, or nil.
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
