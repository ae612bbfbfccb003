/// The reason why a text is not a valid URI template, or why a template cannot be expanded.
public struct URITemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: Sendable, Hashable {
        /// The text does not follow RFC 6570 §2.
        case syntax
        /// A prefix modifier applies to a list or a map, RFC 6570 §2.4.1.
        case prefixOfComposite
    }

    /// The class of the problem.
    public let code: Code
    /// A short description of the problem.
    public let message: String
    /// The offset in the template, in bytes of UTF-8.
    public let offset: Int

    init(_ code: Code = .syntax, _ message: String, at offset: Int) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// One line for people.
    public var description: String {
        "\(message) at offset \(offset)"
    }
}
