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

    /// The interactions that come nearest to a request whose target is below this address.
    package func nearMisses(to request: IncomingRequest) -> [NearMiss] {
        settle()
        return DiagnosisBuilder(self, request, target(of: request)).nearest
    }

    /// The requests that come nearest to a pattern, the nearest first, the newest among equals.
    package func nearMisses(to pattern: RequestPattern) -> [NearRequest] {
        var query = JournalQuery()
        query.limit = Self.mostCompared
        let interaction = CompiledInteraction(
            Interaction(request: pattern, responses: ResponseSequence([ResponseDefinition()]))
        )
        let scored = journal(query).entries.map { entry in
            let facts = RequestFacts(entry.request, target(of: entry.request))
            return NearRequest(entry: entry, score: NearnessScore(entry.request, facts).score(interaction))
        }
        return Array(scored.sorted { ($1.score, $1.entry.id) < ($0.score, $0.entry.id) }.prefix(Self.mostReported))
    }
}
