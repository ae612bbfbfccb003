import Scenarios

/// How similar the URL of a request is to those of interactions, segment by segment.
struct URLSimilarity {
    private let facts: RequestFacts
    private let target: RequestTarget
    private let segments: [Range<Int>]
    private let distances: [SegmentDistance]

    init(_ facts: RequestFacts) {
        self.facts = facts
        let target = facts.target
        self.target = target
        segments = URLSegments.of(target.bytes, target.path)
        distances = segments.map { SegmentDistance(target.bytes, $0) }
    }

    /// From 0 to 1; 1 only where the URL of the interaction, which is an entry of the table, matches.
    func similarity(to interaction: CompiledInteraction, _ entry: URLTable.Entry, in table: URLTable) -> Double {
        switch entry.kind {
        case .any: return 1
        case .whole where table.bytes.isSame(entry.text, as: target.bytes, target.whole): return 1
        case .path where table.bytes.isSame(entry.text, as: target.bytes, target.path): return 1
        case .whole, .path: return 0.95 * toPath(entry.segments, in: table)
        case .template:
            let similarity = toPath(entry.segments, in: table)
            let mayMatch = similarity == 1 || table.bytes[entry.text].last == UInt8(ascii: "*")
            return mayMatch && URLCheck.holds(interaction.definition.request.url, facts) ? 1 : 0.95 * similarity
        case .expression:
            var lazyFacts = LazyFacts(facts)
            guard !interaction.url.holds(for: facts.request, target, &lazyFacts) else { return 1 }
            return 0.8 * toPath(entry.segments, in: table)
        }
    }

    /// Compares from the front and from the back, so that one segment too many or too few does not hide the rest.
    private func toPath(_ other: Range<Int>, in table: URLTable) -> Double {
        let count = max(segments.count, other.count)
        guard count > 0 else { return 1 }
        var forwards = 0.0
        var backwards = 0.0
        for place in 0..<min(segments.count, other.count) {
            forwards += similarity(place, table.segments[other.lowerBound + place], in: table)
        }
        guard segments.count != other.count else { return forwards / Double(count) }
        for place in 1..<(1 + min(segments.count, other.count)) {
            backwards += similarity(segments.count - place, table.segments[other.upperBound - place], in: table)
        }
        return max(forwards, backwards) / Double(count)
    }

    private func similarity(_ place: Int, _ other: Range<Int>, in table: URLTable) -> Double {
        if table.bytes.isSame(other, as: target.bytes, segments[place]) { return 1 }
        if let first = other.first, table.bytes[first] == UInt8(ascii: "{"), !segments[place].isEmpty { return 1 }
        return distances[place].similarity(to: table.bytes, other)
    }
}

extension [UInt8] {
    /// Whether the same bytes stand in both places.
    fileprivate func isSame(_ range: Range<Int>, as other: [UInt8], _ otherRange: Range<Int>) -> Bool {
        range.count == otherRange.count && span.extracting(range).isEqual(to: other.span.extracting(otherRange))
    }
}
