/// A choice among responses by weight, which depends on a seed and on the position alone, so that it needs no state.
struct WeightedChoice: Sendable {
    private let seed: UInt64
    /// The sum of the weights up to each response; the last one is greater than 0.
    private let sums: [UInt64]

    /// Creates a choice; nil if no response has a weight above 0.
    init?(_ weights: [Int], seed: UInt64) {
        var sum: UInt64 = 0
        sums = weights.map { weight in
            sum += UInt64(max(0, weight))
            return sum
        }
        self.seed = seed
        guard sum > 0 else { return nil }
    }

    /// The index of the response at a position.
    func response(at position: Int) -> Int {
        let total = sums.last ?? 1
        let drawn = Self.mixed(seed, with: UInt64(bitPattern: Int64(position))).multipliedFullWidth(by: total).high
        return sums.firstIndex { drawn < $0 } ?? 0
    }

    /// Mixes a number into a seed (SplitMix64).
    static func mixed(_ seed: UInt64, with number: UInt64) -> UInt64 {
        var value = seed &+ (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
