/// A name with a pattern for its value.
package struct Named<Pattern: Sendable & Hashable>: Sendable, Hashable {
    package var name: String
    package var pattern: Pattern

    package init(_ name: String, _ pattern: Pattern) {
        self.name = name
        self.pattern = pattern
    }
}
