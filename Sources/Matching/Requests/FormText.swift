import HAL

/// Pairs like `a=1&b=2`, in queries and form bodies.
package enum FormText {
    private static let separator = UInt8(ascii: "&")

    /// The first pairs, decoded, with `+` as a space; empty pairs are ignored.
    package static func pairs(_ bytes: ArraySlice<UInt8>, atMost limit: Int = .max) -> [DecodedRequest.Pair] {
        var pairs: [DecodedRequest.Pair] = []
        var rest = bytes
        while pairs.count < limit, !rest.isEmpty {
            let pair = rest.prefix { $0 != separator }
            rest = rest[pair.endIndex...].dropFirst()
            guard !pair.isEmpty else { continue }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            pairs.append((decoded(pair[..<equals]), decoded(pair[equals...].dropFirst())))
        }
        return pairs
    }

    /// The number of pairs.
    package static func count(_ bytes: ArraySlice<UInt8>) -> Int {
        var count = 0
        var wasSeparator = true
        for byte in bytes {
            if wasSeparator, byte != separator { count += 1 }
            wasSeparator = byte == separator
        }
        return count
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        String(repairing: PercentCoding.decoded(bytes, plusIsSpace: true))
    }
}

/// Pairs like `a=1; b=2`, in `Cookie` (RFC 6265 §4.2.1).
enum CookieText {
    /// The pairs, values without the quotes around them.
    static func pairs(_ values: [String]) -> [DecodedRequest.Pair] {
        values.flatMap { $0.split(separator: ";") }.compactMap { pair in
            guard let equals = pair.firstIndex(of: "=") else { return nil }
            var value = pair[pair.index(after: equals)...].trimmingSpaces
            if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") { value = value.dropFirst().dropLast() }
            return (String(pair[..<equals].trimmingSpaces), String(value))
        }
    }
}
