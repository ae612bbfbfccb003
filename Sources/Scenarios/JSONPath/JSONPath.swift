/// A JSONPath expression (RFC 9535) that is known to be valid.
package struct JSONPath: Sendable, Hashable {
    package let text: String
}
