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
