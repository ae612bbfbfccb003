import Scenarios

extension InteractionIndex {
    /// Larger indexes are not looked through for an explanation.
    private static let mostExamined = 200

    /// The ranks among which the nearest interactions are sought: all, or those whose URLs are sorted next to the target.
    func nearbyRanks(_ target: RequestTarget) -> [Int] {
        guard interactions.count > Self.mostExamined else { return Array(interactions.indices) }
        var ranks: Set<Int> = []
        var cursor = candidates(for: target)
        while ranks.count < Self.mostExamined / 2, let rank = cursor.next(self.ranks) { ranks.insert(rank) }
        let order = ranksByURL
        let key = Array(target.bytes[target.whole])
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if Self.urlText(interactions[order[middle]]).lexicographicallyPrecedes(key) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let reach = Self.mostExamined / 4
        return (ranks.union(order[max(0, low - reach)..<min(order.count, low + reach)])).sorted()
    }

    static func urlText(_ interaction: CompiledInteraction) -> String.UTF8View {
        switch interaction.definition.request.url {
        case .any: "".utf8
        case .url(let text), .urlPath(let text): text.utf8
        case .urlPattern(let expression), .urlPathPattern(let expression): expression.pattern.utf8
        case .urlPathTemplate(let template): template.text.utf8
        }
    }
}
