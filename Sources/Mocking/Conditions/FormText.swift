/// `a=1&b=2`, as in queries and form bodies.
enum FormText {
    /// Decoded, `+` as a space; empty pieces are passed over.
    static func pairs(_ bytes: ArraySlice<UInt8>) -> [RequestFacts.Pair] {
        bytes.split(separator: UInt8(ascii: "&")).map { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return (decoded(pair[..<equals]), decoded(pair[equals...].dropFirst()))
        }
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: PercentCoding.decoded(bytes, plusIsSpace: true), as: UTF8.self)
    }
}

/// `a=1; b=2`, as in `Cookie` (RFC 6265 §4.2.1).
enum CookieText {
    /// Values without the quotes around them.
    static func pairs(_ values: [String]) -> [RequestFacts.Pair] {
        values.flatMap { $0.split(separator: ";") }.compactMap { pair in
            guard let equals = pair.firstIndex(of: "=") else { return nil }
            var value = pair[pair.index(after: equals)...].trimmingSpaces()
            if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") { value = value.dropFirst().dropLast() }
            return (String(pair[..<equals].trimmingSpaces()), String(value))
        }
    }
}

extension Substring {
    /// Without the spaces and tabs at both ends.
    func trimmingSpaces() -> Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
