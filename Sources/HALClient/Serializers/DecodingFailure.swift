import HAL

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
        /// The resource has no template to submit.
        case missingTemplate
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

extension DecodingFailure {
    /// Makes a failure of an error that a model threw, with the path if it is a `DecodingError`.
    init(model error: any Error) {
        guard let context = (error as? DecodingError)?.context else {
            self.init(.model, "\(error)", underlying: error)
            return
        }
        self.init(.model, context.description, path: Self.path(context.keys), underlying: error)
    }

    /// The coding path as a JSON path, RFC 9535: `$.items[3]['price-per-gallon']`.
    static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "$") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else if key.stringValue.utf8.allSatisfy({ $0.isTokenByte && !"!#$%&'*+-.^`|~".utf8.contains($0) }) {
                path += ".\(key.stringValue)"
            } else {
                path += "['\(key.stringValue.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
            }
        }
    }
}

extension DecodingFailure {
    /// The path of a member as a JSON path, RFC 9535.
    static func path(names: String...) -> String {
        path(names.map { PathKey(stringValue: $0) })
    }

    private struct PathKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension DecodingError {
    /// The coding path, a missing key included, and the description.
    fileprivate var context: (keys: [any CodingKey], description: String)? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.codingPath, context.debugDescription)
        case .keyNotFound(let key, let context):
            (context.codingPath + [key], "missing")
        @unknown default:
            nil
        }
    }
}
