import Scenarios

/// Which response of a sequence comes at which position.
struct SequencePlan {
    /// Whether there is nothing to count: always the first response.
    let isConstant: Bool
    private let ending: ResponseSequence.Ending
    /// For each response the position after its last one.
    private let ends: [Int]

    init(_ sequence: ResponseSequence) {
        isConstant = sequence.isConstant
        ending = sequence.ending
        var end = 0
        ends = sequence.responses.map { response in
            let (sum, overflow) = end.addingReportingOverflow(max(0, response.repetitions))
            end = overflow ? .max : sum
            return end
        }
    }

    /// The index of the response for a position that counts from 0; nil when the sequence is over.
    func response(at position: Int) -> Int? {
        guard let length = ends.last, length > 0 else { return nil }
        if position < length { return ends.firstIndex { position < $0 } }
        return switch ending {
        case .repeatLast: ends.count - 1
        case .loop: ends.firstIndex { position % length < $0 }
        case .noMatch: nil
        }
    }
}
