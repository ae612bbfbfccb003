package import Scenarios

/// Why no interaction answered a request, and which came near.
package struct Diagnosis: Sendable {
    /// The request as people read it, cut to a sensible length.
    package var method: String
    package var target: String
    /// The address that it came to.
    package var address: Address
    /// How many interactions there are at that address.
    package var interactionCount: Int
    /// The nearest first; at most three.
    package var nearest: [NearMiss]
    /// What would answer the request; nil when it is too long for people.
    package var stub: StubDraft?
    /// What the URL was probably meant to be, where that is another address.
    package var hint: String?
    /// What the request's `Accept` asks for.
    package var form: ExplanationForm
    /// What is said, where that is kept for the next request.
    var kept: [UInt8]?

    /// One sentence for a log.
    package var summary: String {
        if let hint { return "\(method) \(target) matches no interaction; \(hint)." }
        guard interactionCount > 0 else { return "\(method) \(target): there are no interactions at \(address)." }
        guard let best = nearest.first else {
            return "\(method) \(target) matches none of \(interactionCount) interactions."
        }
        let reason = best.suggestion ?? "\(best.failures.count) conditions do not hold."
        let nearest = String(joining: " matches no interaction; the nearest is ", best.title, ": ", reason)
        return String(joining: method, " ", target, nearest)
    }
}

/// An interaction that nearly answered.
package struct NearMiss: Sendable {
    package var interaction: Interaction { compiled.definition }
    /// The state that its machine is in; nil when it has none.
    package var state: String?
    /// From 0 (nothing fits) to 1 (only the state stands in the way).
    package var score: Double
    /// How similar the URL is, from 0 to 1.
    var urlSimilarity: Double
    /// Every condition, in the order in which people read a request.
    package var checks: [FieldCheck]
    /// What would make it match, when exactly one thing stands in the way.
    package var suggestion: String?

    let compiled: CompiledInteraction

    package var name: String? { interaction.name.map(Excerpt.of) }

    package var failures: [FieldCheck] { checks.filter { $0.verdict == .fails } }

    /// The name, or else what the interaction is for.
    package var title: String {
        if let name { return String(joining: "'", name, "' (", interaction.place, ")") }
        return String(joining: "the interaction at ", interaction.place)
    }
}

extension Interaction {
    /// File, line and column, or what one that comes from no file is named by.
    package var place: String { location.file.isEmpty ? "mapping \(identifier)" : location.description }

    /// The same without the column.
    var source: String { location.file.isEmpty ? place : String(joining: location.file, ":", String(location.line)) }
}

/// What would make an interaction match, when exactly one thing stands in the way.
enum Suggestion {
    static func of(_ checks: [FieldCheck]) -> String? {
        guard let place = checks.firstIndex(where: { $0.verdict == .fails }),
            checks.lastIndex(where: { $0.verdict == .fails }) == place
        else { return nil }
        let failure = checks[place]
        let (operation, expected) = (failure.operation, failure.expected)
        switch failure.field {
        case "state", "sequence": return String(joining: "Only the state stands in the way: ", failure.hint ?? "", ".")
        case "method":
            let actual = failure.actual ?? ""
            return String(joining: "Only the method differs: ", operation, " ", expected, ", not ", actual, ".")
        case let field:
            let what = failure.actual == nil ? " is missing: " : " differs: "
            guard let hint = failure.hint else {
                return String(joining: "Only the ", field, what, operation, " ", expected, ".")
            }
            return String(joining: "Only the ", field, what, hint, ".")
        }
    }
}
