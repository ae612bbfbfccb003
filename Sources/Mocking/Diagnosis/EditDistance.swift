/// The similarity of two texts, in bounded time.
enum EditDistance {
    /// The maximum number of candidates of a list that are compared.
    static let most = 400
    /// The longest beginning of a text that is compared, in bytes.
    static let longest = 120

    /// The number of bytes to add, drop, replace or swap with their neighbor (optimal string alignment).
    static func between(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Int {
        var left = Array(left.prefix(longest))[...]
        var right = Array(right.prefix(longest))[...]
        // Common beginnings and ends are cheap to find, and most compared texts are alike.
        while let first = left.first, first == right.first { (left, right) = (left.dropFirst(), right.dropFirst()) }
        while let last = left.last, last == right.last { (left, right) = (left.dropLast(), right.dropLast()) }
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        return distance(Array(left), Array(right))
    }

    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var previous = Array(0...right.count)
        var beforePrevious = previous
        var current = previous
        for row in left.indices {
            current[0] = row + 1
            for column in right.indices {
                let isSame = left[row] == right[column]
                var best = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current[column + 1] = best
            }
            swap(&beforePrevious, &previous)
            swap(&previous, &current)
        }
        return previous[right.count]
    }

    /// The similarity from 0, nothing in common, to 1 for equal texts.
    static func similarity(_ left: String, _ right: String) -> Double {
        let length = min(max(left.utf8.count, right.utf8.count), longest)
        guard length > 0 else { return 1 }
        return 1 - Double(between(left.utf8, right.utf8)) / Double(length)
    }

    /// Sorts the candidates, the most similar first.
    static func ranked(_ candidates: [String], by text: String) -> [String] {
        candidates.prefix(most).map { ($0, similarity($0, text)) }
            .sorted { $0.1 > $1.1 }
            .map(\.0)
    }

    /// Whether the text may be a misspelling of the candidate: up to a third of it may be wrong.
    static func isTypo(_ candidate: String, for text: String) -> Bool {
        similarity(candidate, text) >= 0.66
    }
}

/// The edit distances from one short text to many, computing all edits of a row at once in the bits of a word.
///
/// Counts the same edits as `EditDistance`. The algorithm is Hyyrö's (A Bit-Vector Algorithm for Computing Levenshtein
/// and Damerau Edit Distances, 2003).
struct SegmentDistance {
    /// The longest beginning of a text that is compared, in bytes.
    static let longest = 20

    /// For each byte value the positions at which the text has it.
    private var places = [UInt32](repeating: 0, count: 256)
    private let count: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        count = min(range.count, Self.longest)
        for place in 0..<count { places[Int(bytes[range.lowerBound + place])] |= 1 << UInt32(place) }
    }

    /// The similarity from 0, nothing in common, to 1 for equal texts.
    func similarity(to bytes: [UInt8], _ range: Range<Int>) -> Double {
        let length = max(count, min(range.count, Self.longest))
        return length == 0 ? 1 : 1 - Double(distance(to: bytes, range.prefix(Self.longest))) / Double(length)
    }

    private func distance(to bytes: [UInt8], _ range: Range<Int>) -> Int {
        guard count > 0 else { return range.count }
        let last: UInt32 = 1 << UInt32(count - 1)
        var distance = count
        var increases = UInt32.max
        var decreases: UInt32 = 0
        var diagonals: UInt32 = 0
        var previous: UInt32 = 0
        for index in range {
            let matches = places[Int(bytes[index])]
            let swaps = ((~diagonals & matches) << 1) & previous
            diagonals = (((matches & increases) &+ increases) ^ increases) | matches | decreases | swaps
            let rising = decreases | ~(diagonals | increases)
            let falling = diagonals & increases
            if rising & last != 0 { distance += 1 }
            if falling & last != 0 { distance -= 1 }
            let shifted = rising << 1 | 1
            increases = (falling << 1) | ~(diagonals | shifted)
            decreases = shifted & diagonals
            previous = matches
        }
        return distance
    }
}
