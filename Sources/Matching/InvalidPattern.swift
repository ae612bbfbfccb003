/// The reason that a regular expression, path template, JSONPath, date format or template is invalid.
package struct InvalidPattern: Error, Sendable, Hashable {
    /// The reason, without the pattern itself.
    package let message: String
    /// The place in the pattern, in Unicode scalars from its beginning; nil if unknown.
    package let offset: Int?

    package init(_ message: String, at offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }
}
