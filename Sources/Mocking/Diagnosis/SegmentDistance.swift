/// The edit distances of one short text to many, all edits of a row at once in the bits of a word.
///
/// Counts as `EditDistance` does: bytes added, dropped, replaced or swapped with their neighbour. The algorithm is
/// Hyyrö's (A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances, 2003).
struct SegmentDistance {
    /// Of longer texts only the beginning is compared.
    static let longest = 20

    /// For each byte the places at which the text has it.
    private var places = [UInt32](repeating: 0, count: 256)
    private let count: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        count = min(range.count, Self.longest)
        for place in 0..<count { places[Int(bytes[range.lowerBound + place])] |= 1 << UInt32(place) }
    }

    /// 1 for the same texts, 0 for texts that have nothing in common.
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
