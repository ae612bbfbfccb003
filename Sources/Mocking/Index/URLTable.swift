import Matching
import Scenarios

/// The URLs of interactions, split into segments for comparison with the URL of an unmatched request.
///
/// A few flat arrays, so that hundreds of comparisons need no allocation; immutable.
final class URLTable {
    /// The part of the URL that a condition is on.
    enum Kind {
        case any
        case whole
        case path
        case template
        case expression
    }

    struct Entry {
        let kind: Kind
        /// The text; literals are in normal form.
        let text: Range<Int>
        /// The range of the path's segments in `segments`.
        let segments: Range<Int>
        /// The number of conditions besides method and URL.
        let testCount: Int
    }

    let bytes: [UInt8]
    let segments: [Range<Int>]
    /// A number for each of `segments`, the same for equal segments.
    let numbers: [Int]
    /// The entries by rank.
    let entries: [Entry]
    /// Whether any of the URLs has a query.
    let hasQueries: Bool
    /// The ranks sorted by their texts, and by their texts read backwards.
    private let byBeginning: [Int]
    private let byEnd: [Int]

    init(_ interactions: [CompiledInteraction]) {
        var urls = CollectedURLs()
        for interaction in interactions { urls.add(interaction) }
        let (bytes, entries) = (urls.bytes, urls.entries)
        self.bytes = bytes
        self.entries = entries
        segments = urls.segments
        numbers = urls.numbers
        hasQueries = urls.hasQueries
        byBeginning = entries.indices.sorted { Self.compare(bytes, entries[$0].text, bytes, entries[$1].text) < 0 }
        byEnd = entries.indices.sorted { Self.compareEnds(bytes, entries[$0].text, bytes, entries[$1].text) < 0 }
    }

    /// The ranks on both sides of the position of a text in the order of texts, up to `reach` on each side.
    func beginningLike(_ other: [UInt8], _ range: Range<Int>, reach: Int) -> ArraySlice<Int> {
        neighbours(in: byBeginning, reach) { Self.compare(bytes, entries[$0].text, other, range) < 0 }
    }

    /// The ranks on both sides of the position of a text in the order of texts read backwards.
    func endingLike(_ other: [UInt8], _ range: Range<Int>, reach: Int) -> ArraySlice<Int> {
        neighbours(in: byEnd, reach) { Self.compareEnds(bytes, entries[$0].text, other, range) < 0 }
    }

    private func neighbours(in order: [Int], _ reach: Int, isBefore: (Int) -> Bool) -> ArraySlice<Int> {
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(order[middle]) { low = middle + 1 } else { high = middle }
        }
        return order[max(0, low - reach)..<min(order.count, low + reach)]
    }

    /// Returns a negative number if the own text precedes the other.
    private static func compare(_ bytes: [UInt8], _ own: Range<Int>, _ others: [UInt8], _ other: Range<Int>) -> Int {
        for index in 0..<min(own.count, other.count) {
            let difference = Int(bytes[own.lowerBound + index]) - Int(others[other.lowerBound + index])
            if difference != 0 { return difference }
        }
        return own.count - other.count
    }

    private static func compareEnds(_ bytes: [UInt8], _ own: Range<Int>, _ others: [UInt8], _ other: Range<Int>) -> Int
    {
        for index in 1..<(1 + min(own.count, other.count)) {
            let difference = Int(bytes[own.upperBound - index]) - Int(others[other.upperBound - index])
            if difference != 0 { return difference }
        }
        return own.count - other.count
    }
}

/// The URLs of a table under construction.
private struct CollectedURLs {
    var bytes: [UInt8] = []
    var segments: [Range<Int>] = []
    var entries: [URLTable.Entry] = []
    var hasQueries = false

    /// A number for each of `segments`, the same for equal segments.
    var numbers: [Int] {
        var known: [ArraySlice<UInt8>: Int] = [:]
        return segments.map { segment in
            let number = known[bytes[segment]] ?? known.count
            known[bytes[segment]] = number
            return number
        }
    }

    mutating func add(_ interaction: CompiledInteraction) {
        let (kind, text) = Self.condition(interaction.definition.request.url)
        let start = bytes.count
        let first = segments.count
        bytes += text
        let end = text.firstIndex(of: UInt8(ascii: "?")).map { start + $0 } ?? bytes.count
        segments += URLSegments.of(bytes, start..<end)
        hasQueries = hasQueries || end < bytes.count
        entries.append(
            URLTable.Entry(
                kind: kind,
                text: start..<bytes.count,
                segments: first..<segments.count,
                testCount: interaction.headers.count + interaction.tests.count
            )
        )
    }

    private static func condition(_ url: URLPattern) -> (URLTable.Kind, [UInt8]) {
        switch url {
        case .any: (.any, [])
        case .url(let text): (.whole, PercentCoding.normalized(Array(text.utf8)[...]))
        case .urlPath(let text): (.path, PercentCoding.normalized(Array(text.utf8)[...]))
        case .urlPathTemplate(let template): (.template, Array(template.text.utf8))
        case .urlPattern(let expression), .urlPathPattern(let expression):
            (.expression, Array(expression.pattern.utf8))
        }
    }
}

/// Splits paths into segments.
enum URLSegments {
    /// The maximum number of segments that are compared.
    private static let most = 24

    static func of(_ bytes: [UInt8], _ path: Range<Int>) -> [Range<Int>] {
        guard !path.isEmpty else { return [] }
        var segments: [Range<Int>] = []
        var start = path.lowerBound + 1
        for index in (path.lowerBound + 1)..<(path.upperBound + 1) where segments.count < most {
            guard index == path.upperBound || bytes[index] == UInt8(ascii: "/") else { continue }
            segments.append(start..<index)
            start = index + 1
        }
        return segments
    }
}

extension InteractionIndex {
    /// The largest index whose interactions are all compared.
    private static let mostExamined = 50
    /// The maximum number of interactions with a matching URL that are compared in larger indexes.
    private static let mostFitting = 32
    /// The number of compared interactions on each side of the request's URL in larger indexes.
    private static let reach = 5

    /// Calls `body` with the ranks among which the nearest interactions are searched; a rank may come twice.
    ///
    /// Visits all of a small index; of a large one those whose URLs match, begin or end like the target.
    func forEachNearby(_ target: RequestTarget, _ body: (Int) -> Void) {
        guard interactions.count > Self.mostExamined else { return interactions.indices.forEach(body) }
        var cursor = lists.candidates(for: target)
        var left = Self.mostFitting
        while left > 0, let rank = cursor.next(lists.ranks) {
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
