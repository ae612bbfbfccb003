/// One response, or several that are served one after the other.
package struct ResponseSequence: Sendable {
    /// The response after the last one: the last again, the first again, or none.
    package enum Ending: String, Sendable, CaseIterable {
        case repeatLast
        case loop
        case noMatch
    }

    /// At least one response.
    package var responses: [ResponseDefinition]
    package var ending: Ending

    package init(_ responses: [ResponseDefinition], ending: Ending = .repeatLast) {
        self.responses = responses
        self.ending = ending
    }

    /// Whether the same response is served each time, so that no position needs to be kept.
    package var isConstant: Bool {
        responses.count == 1 && ending != .noMatch
    }

    /// The weight of each response; nil if they are served in their order.
    package var weights: [Int]? {
        guard responses.contains(where: { $0.weight != nil }) else { return nil }
        return responses.map { $0.weight ?? 1 }
    }
}
