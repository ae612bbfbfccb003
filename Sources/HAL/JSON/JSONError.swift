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

/// Line and column of a byte in a UTF-8 text.
package struct TextPosition: Sendable, Hashable {
    /// The line; the first is 1.
    package private(set) var line = 1
    /// The column in Unicode scalars; the first is 1.
    package private(set) var column = 1
    /// The offset of this position.
    private var offset = 0

    /// The start of a text.
    package init() {}

    /// The position of `offset`; an offset past the end means the end.
    package init(of offset: Int, in bytes: [UInt8]) {
        advance(to: offset, in: bytes)
    }

    /// Advances to a later offset, so that many positions need one pass.
    package mutating func advance(to later: Int, in bytes: [UInt8]) {
        let end = min(max(offset, later), bytes.count)
        for byte in bytes[offset..<end] {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        offset = end
    }
}
