import Scenarios

/// The URLs of interactions taken apart: what an explanation compares the URL of a request with.
///
/// A few flat arrays, so that hundreds of comparisons allocate nothing; immutable.
final class URLTable {
    /// What a URL condition looks at.
    enum Kind {
        case any
        case whole
        case path
        case template
        case expression
    }

    struct Entry {
        let kind: Kind
        /// Of literals in normal form.
        let text: Range<Int>
        /// Which of `segments` are those of the path.
        let segments: Range<Int>
        /// How many conditions the interaction has besides method and URL.
        let testCount: Int
    }

    let bytes: [UInt8]
    let segments: [Range<Int>]
    /// For each of `segments` a number that only equal ones share.
    let numbers: [Int]
    /// By rank.
    let entries: [Entry]
    /// Whether a query stands in any of them.
    let hasQueries: Bool
    /// The ranks in the order of their texts, and in that of their texts read from the end.
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

    /// So many ranks on each side of where a text would stand.
    func beginningLike(_ other: [UInt8], _ range: Range<Int>, reach: Int) -> ArraySlice<Int> {
        neighbours(in: byBeginning, reach) { Self.compare(bytes, entries[$0].text, other, range) < 0 }
    }

    /// The same by the end of the text.
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

    /// Below 0 when the own text goes before the other one.
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

/// The URLs of a table that is being made.
private struct CollectedURLs {
    var bytes: [UInt8] = []
    var segments: [Range<Int>] = []
    var entries: [URLTable.Entry] = []
    var hasQueries = false

    /// For each of `segments` a number that only equal ones share.
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

/// The segments of a path.
enum URLSegments {
    /// Of longer paths only the beginning is looked at.
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
