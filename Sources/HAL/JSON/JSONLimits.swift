/// What a JSON text may cost its reader, and what happens to doubled keys.
public struct JSONLimits: Sendable, Hashable {
    /// What happens to a key that an object has twice.
    public enum DuplicateKeys: Sendable, Hashable {
        /// All members stay, in order; `JSONDocument` lists the keys.
        case keep
        /// The text is an error.
        case refuse
    }

    /// The greatest depth that can be asked for: releasing a value costs stack for each level.
    public static let greatestDepth = 1024

    /// How deep arrays and objects may be nested.
    public var depth: Int
    /// How many bytes the text may have.
    public var bytes: Int
    /// How many values the text may have, arrays and objects included.
    public var values: Int
    /// What happens to doubled keys.
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
