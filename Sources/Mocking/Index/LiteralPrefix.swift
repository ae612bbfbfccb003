import Scenarios

/// The bytes that every match of a regular expression begins with, so that most targets need no evaluation.
enum LiteralPrefix {
    /// Errs on the short side: alternatives, groups and options give an empty prefix.
    static func of(_ pattern: String) -> [UInt8] {
        guard !pattern.contains("|") else { return [] }
        var prefix: [UInt8] = []
        var bytes = Array(pattern.utf8)[...]
        if bytes.first == UInt8(ascii: "^") { bytes.removeFirst() }
        while let byte = bytes.popFirst() {
            guard let literal = literal(byte, &bytes) else { break }
            if let next = bytes.first, [UInt8](" ?*+{".utf8).contains(next) { break }
            prefix.append(literal)
        }
        return prefix
    }

    /// The byte that a pattern's next item stands for, or nil when it is no single plain character.
    private static func literal(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\\"):
            guard let next = rest.popFirst(), next.isPlainInTarget, !next.isLetterOrDigit else { return nil }
            return next
        case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "="): return byte
        case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: ","), UInt8(ascii: ";"): return byte
        case _: return byte.isLetterOrDigit ? byte : nil
        }
    }
}
