/// A valid XPath 1.0 expression, and the prefixes that it may use.
///
/// Without namespaces, names in a document count without their prefixes, as in WireMock.
package struct XPath: Sendable, Hashable {
    /// In bytes; longer expressions are rejected.
    package static let maximumLength = 4096
    /// Deeper parentheses and predicates are rejected: libxml2 recurses over them.
    package static let maximumDepth = 64

    package let text: String
    /// The URIs by their prefixes.
    package let namespaces: [String: String]

    /// - Throws: ``InvalidPattern`` if the expression is invalid, too long or too deeply nested, or if libxml2 is
    ///   missing.
    package init(_ text: String, namespaces: [String: String] = [:]) throws(InvalidPattern) {
        self.text = text
        self.namespaces = namespaces
        guard text.utf8.count <= Self.maximumLength else {
            throw InvalidPattern("it has more than \(Self.maximumLength) bytes")
        }
        guard Self.depth(of: text) <= Self.maximumDepth else {
            throw InvalidPattern("it is nested more than \(Self.maximumDepth) levels deep")
        }
        try XMLDocument.check(self)
    }

    private static func depth(of text: String) -> Int {
        var (depth, deepest) = (0, 0)
        for byte in text.utf8 {
            if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth -= 1 }
            deepest = max(deepest, depth)
        }
        return deepest
    }
}
