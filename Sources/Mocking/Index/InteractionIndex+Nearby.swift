import Scenarios

extension InteractionIndex {
    /// Larger indexes are not looked through for an explanation.
    private static let mostExamined = 50
    /// In larger ones so many whose URLs fit.
    private static let mostFitting = 32
    /// And so many on both sides of where the request's URL would stand.
    private static let reach = 5

    /// The ranks among which the nearest interactions are sought; the same may come twice.
    ///
    /// All of a small index; of a large one those whose URLs fit, and those that begin or end like the target.
    func forEachNearby(_ target: RequestTarget, _ body: (Int) -> Void) {
        guard interactions.count > Self.mostExamined else { return interactions.indices.forEach(body) }
        var cursor = candidates(for: target)
        var left = Self.mostFitting
        while left > 0, let rank = cursor.next(ranks) {
            body(rank)
            left -= 1
        }
        urls.beginningLike(target.bytes, target.whole, reach: Self.reach).forEach(body)
        if urls.hasQueries || target.path == target.whole {
            urls.endingLike(target.bytes, target.whole, reach: Self.reach).forEach(body)
        }
        if target.path != target.whole {
            urls.endingLike(target.bytes, target.path, reach: Self.reach).forEach(body)
        }
        if target.path.count > 1, target.bytes[target.path.upperBound - 1] == UInt8(ascii: "/") {
            urls.endingLike(target.bytes, target.path.dropLast(), reach: Self.reach).forEach(body)
        }
    }
}
