/// Merges up to four ascending lists of ranks into one, without a copy.
struct CandidateCursor {
    /// The rest of one list, with its first rank.
    struct List {
        private static let end = Int32.max

        private var position: Int32 = 0
        private var upperBound: Int32 = 0
        private(set) var head = List.end

        mutating func set(_ range: Range<Int32>, _ ranks: [Int32]) {
            guard !range.isEmpty else { return }
            position = range.lowerBound
            upperBound = range.upperBound
            head = ranks[Int(position)]
        }

        mutating func advance(_ ranks: [Int32]) {
            position += 1
            head = position < upperBound ? ranks[Int(position)] : List.end
        }
    }

    var first = List()
    var second = List()
    var third = List()
    /// Ranks of path templates; in `templates` if several templates match.
    var fourth = List()
    private var templates: [Int32] = []

    mutating func setTemplates(_ ranks: [Int32]) {
        templates = ranks
        fourth.set(0..<Int32(ranks.count), ranks)
    }

    /// Returns the next rank, or nil at the end.
    @inline(__always)
    mutating func next(_ ranks: [Int32]) -> Int? {
        let lowest = min(min(first.head, second.head), min(third.head, fourth.head))
        guard lowest != .max else { return nil }
        if first.head == lowest {
            first.advance(ranks)
        } else if second.head == lowest {
            second.advance(ranks)
        } else if third.head == lowest {
            third.advance(ranks)
        } else {
            fourth.advance(templates.isEmpty ? ranks : templates)
        }
        return Int(lowest)
    }
}
