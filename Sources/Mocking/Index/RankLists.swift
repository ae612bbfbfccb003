import Matching

/// The ranks of an index by URL: lists in ascending order, and the tables that find them.
struct RankLists {
    /// The lists, concatenated.
    private(set) var ranks: [Int32]
    /// The range of each list; list 0 contains the ranks that no table finds.
    private var lists: [Range<Int32>]
    private var tables: LookupTables

    init(ranks: [Int32], lists: [Range<Int32>], tables: LookupTables) {
        self.ranks = ranks
        self.lists = lists
        self.tables = tables
    }

    /// Whether most lists are empty, since removals leave them in the tables.
    var isSparse: Bool { lists.count > 2 * ranks.count + 64 }

    /// The ranks whose URLs may match, in order; those with regular expressions have yet to be tested.
    @inline(__always)
    func candidates(for target: RequestTarget) -> CandidateCursor {
        var cursor = CandidateCursor()
        cursor.first.set(list(tables.targets.find(target.wholeHash, target.bytes, target.whole)), ranks)
        cursor.second.set(list(tables.paths.find(target.pathHash, target.bytes, target.path)), ranks)
        cursor.third.set(lists[0], ranks)
        guard !tables.templates.isEmpty else { return cursor }
        addTemplates(for: target, to: &cursor)
        return cursor
    }

    private func addTemplates(for target: RequestTarget, to cursor: inout CandidateCursor) {
        var only: Int32 = -1
        var merged: [Int32] = []
        tables.templates.lists(for: target) { number in
            guard only >= 0 else {
                only = number
                return
            }
            if merged.isEmpty { merged += ranks[list(only).asInts] }
            merged += ranks[list(number).asInts]
        }
        guard merged.isEmpty else {
            cursor.setTemplates(merged.sorted())
            return
        }
        cursor.fourth.set(list(only), ranks)
    }

    private func list(_ number: Int32) -> Range<Int32> {
        number < 0 ? 0..<0 : lists[Int(number)]
    }

    // MARK: Single ranks

    /// The rank of an interaction among all; nil if they do not include it.
    func rank(of interaction: CompiledInteraction, in all: [CompiledInteraction]) -> Int? {
        ranks[list(tables.list(of: interaction.indexKey)).asInts].first { all[Int($0)] === interaction }.map { Int($0) }
    }

    /// Adds a rank; those from it on become greater by one.
    mutating func insert(_ rank: Int, _ key: InteractionIndex.LookupKey) {
        let new = Int32(rank)
        for place in ranks.indices where ranks[place] >= new { ranks[place] += 1 }
        let number = Int(tables.list(of: key, orInsert: Int32(lists.count)))
        if number == lists.count { lists.append(Int32(ranks.count)..<Int32(ranks.count)) }
        let list = lists[number]
        let place = list.first { ranks[Int($0)] > new } ?? list.upperBound
        ranks.insert(new, at: Int(place))
        shift(from: list.upperBound, by: 1)
        lists[number] = list.lowerBound..<(list.upperBound + 1)
    }

    /// Removes a rank; those after it become less by one.
    mutating func remove(_ rank: Int, _ key: InteractionIndex.LookupKey) {
        let old = Int32(rank)
        let number = Int(tables.list(of: key))
        guard number >= 0, let place = lists[number].first(where: { ranks[Int($0)] == old }) else { return }
        let list = lists[number]
        ranks.remove(at: Int(place))
        for place in ranks.indices where ranks[place] > old { ranks[place] -= 1 }
        shift(from: list.upperBound, by: -1)
        lists[number] = list.lowerBound..<(list.upperBound - 1)
    }

    private mutating func shift(from start: Int32, by count: Int32) {
        for number in lists.indices where lists[number].lowerBound >= start {
            lists[number] = (lists[number].lowerBound + count)..<(lists[number].upperBound + count)
        }
    }
}

extension Range<Int32> {
    fileprivate var asInts: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
