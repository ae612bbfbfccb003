/// Comparison of texts byte by byte, where Swift's own would take canonical equivalents for the same.
enum TextSearch {
    static func isEqual(_ left: String, _ right: String, caseInsensitive: Bool) -> Bool {
        if left.utf8.elementsEqual(right.utf8) { return true }
        return caseInsensitive && left.lowercased().utf8.elementsEqual(right.lowercased().utf8)
    }

    /// Whether the part stands anywhere in the text; takes time in proportion to both lengths (Knuth, Morris, Pratt).
    static func contains(_ text: String, _ part: String) -> Bool {
        let part = Array(part.utf8)
        guard !part.isEmpty else { return true }
        let borders = borders(of: part)
        var matched = 0
        for byte in text.utf8 {
            while matched > 0, part[matched] != byte { matched = borders[matched - 1] }
            if part[matched] == byte { matched += 1 }
            if matched == part.count { return true }
        }
        return false
    }

    /// For each prefix: how long its longest proper prefix is that is also its suffix.
    private static func borders(of part: [UInt8]) -> [Int] {
        var borders = [Int](repeating: 0, count: part.count)
        var length = 0
        for index in part.indices.dropFirst() {
            while length > 0, part[length] != part[index] { length = borders[length - 1] }
            if part[length] == part[index] { length += 1 }
            borders[index] = length
        }
        return borders
    }
}
