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

/// Limits on the cost of reading a JSON text, and the treatment of duplicate keys.
public struct JSONLimits: Sendable, Hashable {
    /// The treatment of a key that an object has more than once.
    public enum DuplicateKeys: Sendable, Hashable {
        /// All members stay, in order; `JSONDocument` lists the keys.
        case keep
        /// The text is an error.
        case refuse
    }

    /// The greatest depth that can be configured: releasing a value needs stack for each level.
    public static let greatestDepth = 1024

    /// The maximum nesting of arrays and objects.
    public var depth: Int
    /// The maximum size of the text in bytes.
    public var bytes: Int
    /// The maximum number of values, arrays and objects included.
    public var values: Int
    /// The treatment of duplicate keys.
    public var duplicateKeys: DuplicateKeys

    /// Makes limits; a depth above `greatestDepth` counts as `greatestDepth`.
    public init(
        depth: Int = 512,
        bytes: Int = 64 << 20,
        values: Int = .max,
        duplicateKeys: DuplicateKeys = .keep
    ) {
        self.depth = min(depth, Self.greatestDepth)
        self.bytes = bytes
        self.values = values
        self.duplicateKeys = duplicateKeys
    }
}
