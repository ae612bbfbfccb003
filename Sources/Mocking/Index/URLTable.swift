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

    private(set) var bytes: [UInt8] = []
    private(set) var segments: [Range<Int>] = []
    /// For each of `segments` a number that only equal ones share.
    private(set) var numbers: [Int] = []
    /// By rank.
    private(set) var entries: [Entry] = []
    /// Whether a query stands in any of them.
    private(set) var hasQueries = false
    /// The ranks in the order of their texts, and in that of their texts read from the end.
    private var byBeginning: [Int] = []
    private var byEnd: [Int] = []

    init(_ interactions: [CompiledInteraction]) {
        for interaction in interactions { add(interaction) }
        var known: [ArraySlice<UInt8>: Int] = [:]
        for segment in segments {
            let number = known[bytes[segment]] ?? known.count
            known[bytes[segment]] = number
            numbers.append(number)
        }
        byBeginning = entries.indices.sorted { compare(entries[$0].text, with: bytes, entries[$1].text) < 0 }
        byEnd = entries.indices.sorted { compareEnds(entries[$0].text, with: bytes, entries[$1].text) < 0 }
    }

    /// So many ranks on each side of where a text would stand.
    func beginningLike(_ other: [UInt8], _ range: Range<Int>, reach: Int) -> ArraySlice<Int> {
        neighbours(in: byBeginning, reach) { compare(entries[$0].text, with: other, range) < 0 }
    }

    /// The same by the end of the text.
    func endingLike(_ other: [UInt8], _ range: Range<Int>, reach: Int) -> ArraySlice<Int> {
        neighbours(in: byEnd, reach) { compareEnds(entries[$0].text, with: other, range) < 0 }
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
    private func compare(_ own: Range<Int>, with other: [UInt8], _ range: Range<Int>) -> Int {
        for index in 0..<min(own.count, range.count) {
            let difference = Int(bytes[own.lowerBound + index]) - Int(other[range.lowerBound + index])
            if difference != 0 { return difference }
        }
        return own.count - range.count
    }

    private func compareEnds(_ own: Range<Int>, with other: [UInt8], _ range: Range<Int>) -> Int {
        for index in 1..<(1 + min(own.count, range.count)) {
            let difference = Int(bytes[own.upperBound - index]) - Int(other[range.upperBound - index])
            if difference != 0 { return difference }
        }
        return own.count - range.count
    }

    private func add(_ interaction: CompiledInteraction) {
        let (kind, text): (Kind, [UInt8]) =
            switch interaction.definition.request.url {
            case .any: (.any, [])
            case .url(let text): (.whole, PercentCoding.normalized(Array(text.utf8)[...]))
            case .urlPath(let text): (.path, PercentCoding.normalized(Array(text.utf8)[...]))
            case .urlPathTemplate(let template): (.template, Array(template.text.utf8))
            case .urlPattern(let expression), .urlPathPattern(let expression):
                (.expression, Array(expression.pattern.utf8))
            }
        let start = bytes.count
        let first = segments.count
        bytes += text
        let end = text.firstIndex(of: UInt8(ascii: "?")).map { start + $0 } ?? bytes.count
        segments += URLSegments.of(bytes, start..<end)
        hasQueries = hasQueries || end < bytes.count
        entries.append(
            Entry(
                kind: kind,
                text: start..<bytes.count,
                segments: first..<segments.count,
                testCount: interaction.headers.count + interaction.tests.count
            )
        )
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
