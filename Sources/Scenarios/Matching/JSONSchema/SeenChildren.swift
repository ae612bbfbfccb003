/// The evaluated members or items of one value, as bits.
struct SeenChildren {
    private(set) var isAll = false
    private var words: [UInt] = []

    /// The steps of a union.
    var cost: Int { words.count / 64 }

    func contains(_ child: Int) -> Bool {
        let (word, bit) = child.quotientAndRemainder(dividingBy: UInt.bitWidth)
        return isAll || word < words.count && words[word] & (1 << UInt(bit)) != 0
    }

    mutating func insert(_ child: Int) {
        guard !isAll else { return }
        let (word, bit) = child.quotientAndRemainder(dividingBy: UInt.bitWidth)
        if word >= words.count { words += repeatElement(0, count: word + 1 - words.count) }
        words[word] |= 1 << UInt(bit)
    }

    mutating func insertAll() {
        isAll = true
        words = []
    }

    mutating func formUnion(_ other: SeenChildren) {
        if other.isAll { insertAll() }
        guard !isAll else { return }
        if other.words.count > words.count { words += repeatElement(0, count: other.words.count - words.count) }
        for (index, word) in other.words.enumerated() { words[index] |= word }
    }
}
