/// Why a text is no URI template, or why a template cannot be expanded with some values.
public struct URITemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: Sendable, Hashable {
        /// The text does not follow RFC 6570 §2.
        case syntax
        /// A prefix was asked of a list or a map, RFC 6570 §2.4.1.
        case prefixOfComposite
    }

    /// The class of the problem.
    public let code: Code
    /// What is wrong, in a few words.
    public let message: String
    /// The place in the template, in bytes of UTF-8 from its start.
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
