import Documents
import Matching

/// An interaction that is never used, because another one matches all its requests first.
enum ShadowedInteractionRule: Rule {
    static func check(_ subject: RuleSubject) {
        let interactions = subject.variant.interactions
        let order = interactions.indices.sorted {
            (interactions[$0].priority, $0) < (interactions[$1].priority, $1)
        }
        var before = ShadowIndex()
        for index in order {
            let interaction = interactions[index]
            let shadow = before.candidates(for: interaction.request.url).first { candidate in
                interactions[candidate].request.covers(interaction.request)
            }
            if let shadow { warn(subject, index, by: interactions[shadow]) }
            if interaction.alwaysAnswers { before.add(index, interaction.request.url) }
            if before.comparisons > ShadowIndex.maximumComparisons { return }
        }
    }

    private static func warn(_ subject: RuleSubject, _ index: Int, by other: Interaction) {
        let node = subject.nodes[index]
        let name = other.name.map { "'\($0)'" } ?? "the interaction"
        subject.log.warning(
            "this interaction is never used: \(name) on line \(other.location.line) matches all its requests first",
            at: node["name"] ?? node,
            suggestion: "put the more specific one first, or give it a lower 'priority'"
        )
    }
}

/// The interactions that come first, those with a plain path by that path.
struct ShadowIndex {
    /// Pairs that are compared at most, so that loading large sets stays quick.
    static let maximumComparisons = 200_000

    private var byPath: [String: [Int]] = [:]
    private var others: [Int] = []
    private(set) var comparisons = 0

    mutating func add(_ index: Int, _ url: URLPattern) {
        guard case .urlPath(let path) = url else { return others.append(index) }
        byPath[PercentCoding.normalized(path), default: []].append(index)
    }

    mutating func candidates(for url: URLPattern) -> [Int] {
        let path: String? =
            switch url {
            case .url(let url): String(URLPattern.path(of: url))
            case .urlPath(let path): path
            case .any, .urlPattern, .urlPathPattern, .urlPathTemplate: nil
            }
        let candidates = (path.flatMap { byPath[PercentCoding.normalized($0)] } ?? []) + others
        comparisons += candidates.count
        return candidates
    }
}

extension Interaction {
    /// Whether no state and no end of a sequence keeps it from answering.
    var alwaysAnswers: Bool {
        state?.required == nil && responses.ending != .noMatch
    }
}
