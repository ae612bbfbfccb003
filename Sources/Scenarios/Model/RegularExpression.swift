/// A regular expression that is known to compile; equal when the patterns are.
package struct RegularExpression: Sendable, Hashable {
    package let pattern: String

    /// - Throws: When the pattern is no regular expression.
    package init(_ pattern: String) throws {
        _ = try Regex<AnyRegexOutput>(pattern)
        self.pattern = pattern
    }
}
