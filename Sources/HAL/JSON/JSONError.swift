/// The reason why a text is not JSON, and the position.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: Sendable, Hashable {
        /// The text does not follow the grammar of RFC 8259.
        case syntax
        /// The bytes are not UTF-8, or an escape is half of a surrogate pair.
        case encoding
        /// Arrays and objects are nested deeper than allowed.
        case tooDeep
        /// The text is longer than allowed.
        case tooLarge
        /// An object has a duplicate key, and the limits refuse that.
        case duplicateKey
    }

    /// The class of the problem.
    public let code: Code
    /// A short description of the problem.
    public let message: String
    /// The offset of the offending byte from the start of the text.
    public let offset: Int
    /// The line of that byte; the first is 1.
    public let line: Int
    /// The column of that byte in Unicode scalars; the first is 1.
    public let column: Int

    /// One line for people: `2:14: expected a value`.
    public var description: String {
        "\(line):\(column): \(message)"
    }

    /// Finds line and column of `offset` in `bytes`.
    package init(_ code: Code, _ message: String, at offset: Int, in bytes: [UInt8]) {
        let position = TextPosition(of: offset, in: bytes)
        self.code = code
        self.message = message
        self.offset = offset
        line = position.line
        column = position.column
    }
}
