package import Scenarios

extension Space {
    /// A request that comes near to a pattern.
    package struct NearRequest {
        package let entry: JournalEntry
        /// From 0 (nothing fits) to 1.
        package let score: Double
    }

    /// So many requests, the newest, are compared with a pattern.
    private static let mostCompared = 1000
    private static let mostReported = 3

    /// The interactions that come nearest to a request that came to this address.
    package func nearMisses(to entry: JournalEntry) -> [NearMiss] {
        nearMisses(to: entry.request, target(of: entry.request))
    }

    /// The interactions that come nearest to a request that did not come; its target is below this address.
    package func nearMisses(toLocal request: IncomingRequest) -> [NearMiss] {
        nearMisses(to: request, RequestTarget(request.head, OriginForm.range(of: request.target, in: request.head)))
    }

    private func nearMisses(to request: IncomingRequest, _ target: RequestTarget) -> [NearMiss] {
        settle()
        return DiagnosisBuilder(self, request, target).nearest
    }

    /// The requests that come nearest to a pattern, the nearest first, the newest among equals.
    package func nearMisses(to pattern: RequestPattern) -> [NearRequest] {
        var query = JournalQuery()
        query.limit = Self.mostCompared
        let interaction = CompiledInteraction(
            Interaction(request: pattern, responses: ResponseSequence([ResponseDefinition()]))
        )
        let urls = URLTable([interaction])
        let scored = journal(query).entries.map { entry in
            let facts = RequestFacts(entry.request, target(of: entry.request))
            var scorer = NearnessScore(entry.request, facts)
            return NearRequest(entry: entry, score: scorer.score(interaction, urls.entries[0], in: urls) ?? 0)
        }
        return Array(scored.sorted { ($1.score, $1.entry.id) < ($0.score, $0.entry.id) }.prefix(Self.mostReported))
    }
}
