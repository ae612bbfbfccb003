import Documents
import HAL
package import Matching
package import Scenarios

/// Why no interaction matches a request, and which ones come nearest.
package struct Diagnosis: Sendable {
    /// The method and the target of the request in printable characters, cut to a readable length.
    package var method: String
    package var target: String
    /// The address that the request was sent to.
    package var address: Address
    /// The number of interactions at that address.
    package var interactionCount: Int
    /// The paths of the live resources at that address; at most ten.
    package var resourcePaths: [String] = []
    /// The nearest interactions, the nearest first; at most three.
    package var nearest: [NearMiss]
    /// An interaction that would match the request; nil if it would be too long to read.
    package var stub: StubDraft?
    /// The URL that was probably meant, if it belongs to another address.
    package var hint: String?
    /// The form that the request's `Accept` asks for.
    package var form: ExplanationForm
    /// The rendered explanation, if it is cached.
    var kept: [UInt8]?

    /// The explanation in one sentence, for a log.
    package var summary: String {
        if let hint { return "\(method) \(target) matches no interaction; \(hint)." }
        guard interactionCount > 0 else {
            return "\(method) \(target): there are no interactions at \(address)\(resourceNote)."
        }
        guard let best = nearest.first else {
            return "\(method) \(target) matches none of \(interactionCount) interactions."
        }
        let reason = best.suggestion ?? "\(best.failures.count) conditions fail."
        let nearest = String(joining: " matches no interaction; the nearest is ", best.title, ": ", reason)
        return String(joining: method, " ", target, nearest)
    }
}

extension Diagnosis {
    /// The live resources, to follow a statement about interactions; empty without any.
    var resourceNote: String {
        resourcePaths.isEmpty ? "" : "; it has live resources at \(resourcePaths.joined(separator: ", "))"
    }

    /// The nearest interaction and what differs, in one line below that of the request.
    package var nearestLine: String {
        if let hint { return hint }
        guard interactionCount > 0 else {
            return String(joining: "there are no interactions at ", address.description, resourceNote)
        }
        guard let best = nearest.first else { return "no interaction comes near" }
        let differing = best.failures.map(\.field)
        let listed = differing.prefix(3).joined(separator: ", ") + (differing.count > 3 ? ", …" : "")
        let verb = differing.count == 1 ? " differs" : " differ"
        return String(joining: "nearest: ", best.title, ": ", best.suggestion ?? String(joining: listed, verb))
    }
}

/// An interaction that nearly matches.
package struct NearMiss: Sendable {
    package var interaction: Interaction { compiled.definition }
    /// The current state of its machine; nil without a machine.
    package var state: String?
    /// From 0 (nothing matches) to 1 (everything matches except the state).
    package var score: Double
    /// The similarity of the URL, from 0 to 1.
    var urlSimilarity: Double
    /// All conditions, in the order of a request's parts.
    package var checks: [FieldCheck]
    /// The change that would make it match, if exactly one condition fails.
    package var suggestion: String?

    let compiled: CompiledInteraction

    package var name: String? { interaction.name.map(Excerpt.of) }

    package var failures: [FieldCheck] { checks.filter { $0.verdict == .fails } }

    /// The name with the place, or the place alone.
    package var title: String {
        if let name { return String(joining: "'", name, "' (", interaction.place, ")") }
        return String(joining: "the interaction at ", interaction.place)
    }
}

extension Interaction {
    /// File, line and column; for an interaction without a file, its identifier.
    package var place: String { location.file.isEmpty ? "mapping \(identifier)" : location.description }

    /// The place without the column.
    var source: String { location.file.isEmpty ? place : String(joining: location.file, ":", String(location.line)) }
}

/// The change that would make an interaction match, if exactly one condition fails.
enum Suggestion {
    static func of(_ checks: [FieldCheck]) -> String? {
        guard let place = checks.firstIndex(where: { $0.verdict == .fails }),
            checks.lastIndex(where: { $0.verdict == .fails }) == place
        else { return nil }
        let failure = checks[place]
        let (operation, expected) = (failure.operation, failure.expected)
        switch failure.field {
        case "state", "sequence": return String(joining: "Only the state prevents a match: ", failure.hint ?? "", ".")
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
