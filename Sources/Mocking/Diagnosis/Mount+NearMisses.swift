package import Matching
package import Messages
import Scenarios

extension Mount {
    /// A request that comes near to a pattern.
    package struct NearRequest {
        package let entry: JournalEntry
        /// From 0 (nothing matches) to 1.
        package let score: Double
    }

    /// The number of newest requests that are compared with a pattern.
    private static let mostCompared = 1000
    private static let mostReported = 3

    /// The interactions that come nearest to a request of this address' journal.
    package func nearMisses(to entry: JournalEntry) -> [NearMiss] {
        nearMisses(to: entry.request, target(of: entry.request), ExplanationBudget())
    }

    /// Why no interaction matches a request of this address' journal, or which others come near to it.
    package func explanation(of entry: JournalEntry) -> Diagnosis {
        settle()
        return DiagnosisBuilder(self, entry.request, target(of: entry.request)).build()
    }

    /// For each request of this address' journal the nearest interactions, within one budget for all.
    package func nearMisses(to entries: [JournalEntry]) -> [[NearMiss]] {
        let budget = ExplanationBudget()
        return entries.map { nearMisses(to: $0.request, target(of: $0.request), budget) }
    }

    /// The interactions that come nearest to a request that was not sent; its target is below this address.
    package func nearMisses(toLocal request: Request) -> [NearMiss] {
        let target = RequestTarget(request.head, OriginForm.range(of: request.target, in: request.head))
        return nearMisses(to: request, target, ExplanationBudget())
    }

    private func nearMisses(
        to request: Request,
        _ target: RequestTarget,
        _ budget: ExplanationBudget
    ) -> [NearMiss] {
        settle()
        return DiagnosisBuilder(self, request, target, budget).nearest
    }

    /// The requests that come nearest to a pattern, the nearest first, among equals the newest.
    package func nearMisses(to pattern: RequestPattern) -> [NearRequest] {
        var query = JournalQuery()
        query.limit = Self.mostCompared
        let interaction = CompiledInteraction(
            Interaction(request: pattern, responses: ResponseSequence([ResponseDefinition()]))
        )
        let urls = URLTable([interaction])
        let budget = ExplanationBudget()
        let scored = journal(query).entries.map { entry in
            let facts = DecodedRequest(entry.request, target(of: entry.request))
            var scorer = NearnessScore(entry.request, facts, budget)
            return NearRequest(entry: entry, score: scorer.score(interaction, urls.entries[0], in: urls)?.score ?? 0)
        }
        return Array(scored.sorted { ($1.score, $1.entry.id) < ($0.score, $0.entry.id) }.prefix(Self.mostReported))
    }
}
