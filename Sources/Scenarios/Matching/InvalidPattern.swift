/// Why a regular expression, path template or JSONPath is refused.
package struct InvalidPattern: Error, Sendable, Hashable {
    /// What is wrong, without the pattern itself.
    package let message: String
    /// Where in the pattern, in Unicode scalars from its beginning; nil where only the whole is known.
    package let offset: Int?

    package init(_ message: String, at offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }
}
