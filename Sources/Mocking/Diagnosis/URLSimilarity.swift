import Matching
import Scenarios

/// The similarity of a request's URL to those of the interactions of one table, segment by segment.
struct URLSimilarity {
    private let facts: DecodedRequest
    private let budget: ExplanationBudget
    private let target: RequestTarget
    private let segments: [Range<Int>]
    private let distances: [SegmentDistance]
    /// The latest comparison of each segment, from the front and from the back, since neighbors in a table are alike.
    private var last: [(number: Int, similarity: Double)]

    init(_ facts: DecodedRequest, _ budget: ExplanationBudget) {
        self.facts = facts
        self.budget = budget
        let target = facts.target
        self.target = target
        segments = URLSegments.of(target.bytes, target.path)
        distances = segments.map { SegmentDistance(target.bytes, $0) }
        last = Array(repeating: (-1, 0), count: 2 * segments.count)
    }

    /// Returns the similarity to an entry of the table, from 0 to 1; 1 only if its URL pattern matches.
    mutating func similarity(
        to interaction: @autoclosure () -> CompiledInteraction,
        _ entry: URLTable.Entry,
        in table: URLTable
    ) -> Double {
        switch entry.kind {
        case .any: return 1
        case .whole where table.bytes.isSame(entry.text, as: target.bytes, target.whole): return 1
        case .path where table.bytes.isSame(entry.text, as: target.bytes, target.path): return 1
        case .whole, .path: return 0.95 * toPath(entry.segments, in: table)
        case .template:
            let similarity = toPath(entry.segments, in: table)
            let mayMatch = similarity == 1 || table.bytes[entry.text].last == UInt8(ascii: "*")
            return mayMatch && facts.matches(interaction().definition.request.url) ? 1 : 0.95 * similarity
        case .expression:
            return holds(interaction()) ? 1 : 0.8 * toPath(entry.segments, in: table)
        }
    }

    /// Whether an expression matches, as far as the budget allows to find out.
    private func holds(_ interaction: CompiledInteraction) -> Bool {
        var lazyFacts = LazyFacts(facts)
        return budget.takes(interaction.definition.request.url.cost(on: facts))
            && interaction.url.holds(for: facts.request, target, &lazyFacts)
    }

    /// Compares from the front and from the back, so that a missing or additional segment does not hide the rest.
    private mutating func toPath(_ other: Range<Int>, in table: URLTable) -> Double {
        let count = max(segments.count, other.count)
        guard count > 0 else { return 1 }
        var forwards = 0.0
        var backwards = 0.0
        for place in 0..<min(segments.count, other.count) {
            forwards += similarity(place, other.lowerBound + place, slot: place, in: table)
        }
        guard segments.count != other.count else { return forwards / Double(count) }
        for place in 1..<(1 + min(segments.count, other.count)) {
            let own = segments.count - place
            backwards += similarity(own, other.upperBound - place, slot: segments.count + own, in: table)
        }
        return max(forwards, backwards) / Double(count)
    }

    /// The similarity of a segment of the request to one of the table.
    private mutating func similarity(_ own: Int, _ other: Int, slot: Int, in table: URLTable) -> Double {
        let number = table.numbers[other]
        if last[slot].number == number { return last[slot].similarity }
        let similarity = similarity(own, to: table.segments[other], in: table)
        last[slot] = (number, similarity)
        return similarity
    }

    private func similarity(_ own: Int, to other: Range<Int>, in table: URLTable) -> Double {
        if table.bytes.isSame(other, as: target.bytes, segments[own]) { return 1 }
        if let first = other.first, table.bytes[first] == UInt8(ascii: "{"), !segments[own].isEmpty { return 1 }
        return distances[own].similarity(to: table.bytes, other)
    }
}

extension [UInt8] {
    /// Whether both ranges contain the same bytes.
    fileprivate func isSame(_ range: Range<Int>, as other: [UInt8], _ otherRange: Range<Int>) -> Bool {
        range.count == otherRange.count && span.extracting(range).isEqual(to: other.span.extracting(otherRange))
    }
}
