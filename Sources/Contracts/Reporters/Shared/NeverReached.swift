import Scenarios

/// Interactions that no case of any variant has reached.
///
/// A matrix multiplies its interactions; one of them counts as reached when any variant has reached it.
struct NeverReached {
    let interactions: [UnreachedInteraction]

    init(_ report: RunReport) {
        var variants: [String: Int] = [:]
        for variant in report.variants { variants[variant.slug, default: 0] += 1 }
        var misses: [SourceLocation: Int] = [:]
        var found: [UnreachedInteraction] = []
        for variant in report.variants {
            for interaction in variant.unreached {
                misses[interaction.location, default: 0] += 1
                if misses[interaction.location] == variants[variant.slug] { found.append(interaction) }
            }
        }
        interactions = found
    }
}

extension UnreachedInteraction {
    /// `file:12:5 'the station'`.
    var text: String { location.description.oneLine() + (name.map { " '\($0.oneLine())'" } ?? "") }
}
