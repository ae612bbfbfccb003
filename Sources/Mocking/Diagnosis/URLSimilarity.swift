import Scenarios

/// How similar the URL of a request is to those of interactions, segment by segment.
struct URLSimilarity {
    private static let mostSegments = 24
    private static let longestSegment = 20

    private typealias Segment = ArraySlice<UInt8>

    private let facts: RequestFacts
    private let path: [Segment]

    init(_ facts: RequestFacts) {
        self.facts = facts
        path = Self.segments(facts.target.bytes[facts.target.path])
    }

    /// From 0 to 1; 1 only where the pattern matches.
    func similarity(_ pattern: URLPattern) -> Double {
        guard !URLCheck.holds(pattern, facts) else { return 1 }
        return switch pattern {
        case .any: 1
        case .url(let text), .urlPath(let text): 0.95 * toPath(Self.path(of: text))
        case .urlPathTemplate(let template): 0.95 * toPath(Array(template.text.utf8)[...])
        case .urlPattern(let expression), .urlPathPattern(let expression):
            0.8 * toPath(Self.path(of: expression.pattern))
        }
    }

    /// Compares from the front and from the back, so that one segment too many or too few does not hide the rest.
    private func toPath(_ other: Segment) -> Double {
        let other = Self.segments(other)
        let count = max(path.count, other.count)
        guard count > 0 else { return 1 }
        let forwards = zip(path, other).reduce(0) { $0 + Self.similarity($1.0, $1.1) }
        let backwards = zip(path.reversed(), other.reversed()).reduce(0) { $0 + Self.similarity($1.0, $1.1) }
        return max(forwards, backwards) / Double(count)
    }

    private static func similarity(_ left: Segment, _ right: Segment) -> Double {
        if left == right { return 1 }
        if right.first == UInt8(ascii: "{"), !left.isEmpty { return 1 }
        let left = left.prefix(longestSegment)
        let right = right.prefix(longestSegment)
        let length = max(left.count, right.count)
        return 1 - Double(EditDistance.between(left, right)) / Double(length)
    }

    private static func path(of text: String) -> Segment {
        Array(text.utf8).prefix { $0 != UInt8(ascii: "?") }
    }

    private static func segments(_ path: Segment) -> [Segment] {
        Array(
            path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).prefix(mostSegments)
        )
    }
}
