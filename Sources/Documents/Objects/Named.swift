/// A name with a pattern for its value.
public struct Named<Pattern: Sendable & Hashable>: Sendable, Hashable {
    /// The name, such as the one of a header field.
    public var name: String
    /// The pattern for its value.
    public var pattern: Pattern

    /// Makes a name with a pattern.
    @inlinable
    public init(_ name: String, _ pattern: Pattern) {
        self.name = name
        self.pattern = pattern
    }
}
