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

/// One condition of an interaction and what the request had.
package struct FieldCheck: Sendable, Hashable {
    package enum Verdict: String, Sendable {
        case holds
        case fails
        /// Too expensive to find out for an explanation.
        case notExamined
    }

    /// What of the request, for example `header Accept`, or `state` for what is not of the request.
    package var field: String
    package var operation: String
    package var expected: String
    /// Nil: the request has nothing there.
    package var actual: String?
    package var verdict: Verdict
    package var hint: String?
    /// The number in the journal of the request that has left the state as it is, where that is known.
    package var lastAdvancedBy: Int?

    init(
        _ field: String,
        _ operation: String,
        expected: String,
        actual: String?,
        _ holds: Bool,
        hint: @autoclosure () -> String? = nil
    ) {
        self.field = field
        self.operation = operation
        self.expected = expected
        self.actual = actual
        verdict = holds ? .holds : .fails
        self.hint = holds ? nil : hint()
    }

    /// A condition that would cost too much to find out about.
    static func notExamined(_ field: String, _ operation: String, expected: String, actual: String?) -> FieldCheck {
        var check = FieldCheck(field, operation, expected: expected, actual: actual, true)
        check.verdict = .notExamined
        return check
    }
}

extension Interaction {
    /// File, line and column, or what one that comes from no file is named by.
    package var place: String { location.file.isEmpty ? "mapping \(identifier)" : location.description }

    /// The same without the column.
    var source: String { location.file.isEmpty ? place : String(joining: location.file, ":", String(location.line)) }
}
