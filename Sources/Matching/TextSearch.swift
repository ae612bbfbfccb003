/// Comparison of texts byte by byte; Swift's own treats canonical equivalents as equal.
package enum TextSearch {
    /// The largest ratio of a text's length to its length in lower case, in bytes.
    private static let mostGrowth = 3

    /// Nil when the budget is used up.
    static func isEqual(
        _ left: String,
        _ right: String,
        caseInsensitive: Bool,
        budget: inout EvaluationBudget
    ) -> Bool? {
        if left.utf8.elementsEqual(right.utf8) { return true }
        let (shorter, longer) = (min(left.utf8.count, right.utf8.count), max(left.utf8.count, right.utf8.count))
        guard caseInsensitive, longer / mostGrowth <= shorter else { return false }
        guard budget.spend(bytes: 16 * longer) else { return nil }
        return left.lowercased().utf8.elementsEqual(right.lowercased().utf8)
    }

    /// Nil when the budget is used up.
    static func contains(_ text: String, _ part: String, budget: inout EvaluationBudget) -> Bool? {
        guard part.utf8.count <= text.utf8.count else { return false }
        guard budget.spend(3), budget.spend(bytes: 3 * text.utf8.count) else { return nil }
        return contains(text, part)
    }

    /// Whether the text contains the part; takes time in proportion to both lengths (Knuth, Morris, Pratt).
    package static func contains(_ text: String, _ part: String) -> Bool {
        guard !part.isEmpty else { return true }
        var isFound = false
        forEachEnd(of: part, in: text) { _ in
            isFound = true
            return false
        }
        return isFound
    }

    /// The number of occurrences, without overlap, of a part that is not empty.
    package static func count(of part: String, in text: String) -> Int {
        var count = 0
        forEachEnd(of: part, in: text) { _ in
            count += 1
            return true
        }
        return count
    }

    /// The text with each occurrence of a part, which is not empty, replaced.
    package static func replace(_ part: String, in text: String, by replacement: String) -> String {
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var start = 0
        forEachEnd(of: part, in: text) { end in
            bytes += source[start..<(end - part.utf8.count)]
            bytes += replacement.utf8
            start = end
            return true
        }
        bytes += source[start...]
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Calls `body` with the place after each occurrence, without overlap, until it returns false.
    private static func forEachEnd(of part: String, in text: String, _ body: (Int) -> Bool) {
        let part = Array(part.utf8)
        let borders = borders(of: part)
        // A copy of the bytes costs less than asking the text for each of them.
        let bytes = Array(text.utf8)
        let first = part[0]
        var matched = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if matched == 0, byte != first { continue }
            while matched > 0, part[matched] != byte { matched = borders[matched - 1] }
            if part[matched] == byte { matched += 1 }
            guard matched == part.count else { continue }
            guard body(index) else { return }
            matched = 0
        }
    }

    /// For each prefix, the length of its longest proper prefix that is also its suffix.
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
