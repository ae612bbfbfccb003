/// A parsed JSON text and its duplicate keys.
public struct JSONDocument: Sendable, Hashable {
    /// A key that an object has more than once.
    public struct DuplicateKey: Sendable, Hashable {
        /// The key.
        public let name: String
        /// The offset of the later one's opening quote.
        public let offset: Int
        /// The line of that quote; the first is 1.
        public let line: Int
        /// The column of that quote in Unicode scalars; the first is 1.
        public let column: Int
    }

    /// The maximum number of duplicate keys listed; the value has them all.
    public static let duplicateKeysListed = 100

    /// The value, with all members of duplicate keys.
    public let value: JSONValue
    /// The duplicate keys in the order of the text.
    public let duplicateKeys: [DuplicateKey]

    /// Reads a whole text, RFC 8259.
    ///
    /// - Throws: ``JSONError`` with the position if the text is not JSON or exceeds a limit.
    public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        var reader = JSONReader(bytes, limits: limits, listsDuplicates: true)
        value = try reader.read()
        var position = TextPosition()
        duplicateKeys = reader.duplicates.map { name, offset in
            position.advance(to: offset, in: bytes)
            return DuplicateKey(name: name, offset: offset, line: position.line, column: position.column)
        }
    }
}

extension JSONValue {
    /// Reads a whole text, RFC 8259.
    ///
    /// - Throws: ``JSONError`` with the position if the text is not JSON or exceeds a limit.
    public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        var reader = JSONReader(bytes, limits: limits, listsDuplicates: false)
        self = try reader.read()
    }

    /// Reads a whole text, RFC 8259.
    ///
    /// - Throws: ``JSONError`` with the position if the text is not JSON or exceeds a limit.
    public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}
