import Scenarios

extension InteractionIndex {
    /// Larger indexes are not looked through for an explanation.
    private static let mostExamined = 200

    /// The ranks among which the nearest interactions are sought.
    ///
    /// All of a small index; of a large one those whose URLs fit, and those that begin or end like the target.
    func nearbyRanks(_ target: RequestTarget) -> [Int] {
        guard interactions.count > Self.mostExamined else { return Array(interactions.indices) }
        var ranks: Set<Int> = []
        var cursor = candidates(for: target)
        while ranks.count < Self.mostExamined / 2, let rank = cursor.next(self.ranks) { ranks.insert(rank) }
        let text = Array(target.bytes[target.whole])
        let reach = Self.mostExamined / 4
        ranks.formUnion(byBeginning.neighbours(of: text, reach: reach / 2))
        ranks.formUnion(byEnd.neighbours(of: text.reversed(), reach: reach / 2))
        let path = Array(target.bytes[target.path])
        ranks.formUnion(byEnd.neighbours(of: path.reversed(), reach: reach / 2))
        if path.last == UInt8(ascii: "/") {
            ranks.formUnion(byEnd.neighbours(of: path.dropLast().reversed(), reach: reach / 2))
        }
        return ranks.sorted()
    }
}

/// Ranks in the order of a text of their interactions, for finding those that begin alike.
struct SortedRanks {
    private let texts: [[UInt8]]
    private let ranks: [Int]

    /// Sorts interactions by what `text` makes of their URLs.
    init(_ interactions: [CompiledInteraction], by text: ([UInt8]) -> [UInt8]) {
        let all = interactions.map { text(Array(Self.url(of: $0).utf8)) }
        ranks = all.indices.sorted { all[$0].lexicographicallyPrecedes(all[$1]) }
        texts = ranks.map { all[$0] }
    }

    /// The ranks on both sides of where a text would stand.
    func neighbours(of text: [UInt8], reach: Int) -> ArraySlice<Int> {
        var low = 0
        var high = texts.count
        while low < high {
            let middle = (low + high) / 2
            if texts[middle].lexicographicallyPrecedes(text) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return ranks[max(0, low - reach)..<min(ranks.count, low + reach)]
    }

    private static func url(of interaction: CompiledInteraction) -> String {
        switch interaction.definition.request.url {
        case .any: ""
        case .url(let text), .urlPath(let text): text
        case .urlPattern(let expression), .urlPathPattern(let expression): expression.pattern
        case .urlPathTemplate(let template): template.text
        }
    }
}
