/// A text that is compared by its bytes in UTF-8.
///
/// Names and strings of JSON differ if their code units do (RFC 8259 §8.3), also where `String` takes both for the same
/// text, such as `é` in one scalar and in two.
package struct ExactText: Sendable, Hashable {
    /// The text itself.
    package let text: String

    /// Makes a text of a string.
    package init(_ text: String) {
        self.text = text
    }

    /// Whether both have the same bytes.
    package static func == (one: ExactText, other: ExactText) -> Bool { one.text.isExactly(other.text) }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) {
        text.hashBytes(into: &hasher)
    }
}

extension ExactText: Comparable {
    /// Whether a text precedes another in the order of their Unicode scalars.
    package static func < (one: ExactText, other: ExactText) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
}

extension ExactText: CustomStringConvertible {
    /// The text itself.
    package var description: String { text }
}

/// Parts of a text, by bytes too.
extension ExactText {
    /// Whether the text contains another one; each contains the empty one.
    package func contains(_ other: ExactText) -> Bool {
        other.text.isEmpty || Array(text.utf8).firstRange(of: Array(other.text.utf8)) != nil
    }

    /// Whether the text begins with another one.
    package func hasPrefix(_ other: ExactText) -> Bool { text.utf8.starts(with: other.text.utf8) }

    /// Whether the text ends with another one.
    package func hasSuffix(_ other: ExactText) -> Bool { text.utf8.reversed().starts(with: other.text.utf8.reversed()) }
}
