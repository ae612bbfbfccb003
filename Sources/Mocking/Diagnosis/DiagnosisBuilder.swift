import Scenarios

/// Finds the interactions of a space that come nearest to a request; the work is bounded whatever the space holds.
struct DiagnosisBuilder {
    /// So many interactions are reported, with a full list of checks.
    private static let reported = 3

    private let space: Space
    private let request: IncomingRequest
    private let facts: RequestFacts

    init(_ space: Space, _ request: IncomingRequest, _ target: RequestTarget) {
        self.space = space
        self.request = request
        facts = RequestFacts(request, target)
    }

    func build() -> Diagnosis {
        Diagnosis(
            method: Excerpt.of(request.head[request.method]),
            target: Excerpt.of(request.head[request.target]),
            address: space.address,
            interactionCount: space.state.index.interactions.count,
            nearest: nearest,
            stub: StubDraft(facts),
            form: ExplanationForm(request)
        )
    }

    /// The nearest first.
    var nearest: [NearMiss] {
        let scorer = NearnessScore(request, facts)
        let ranked = space.state.index.nearbyRanks(facts.target).map {
            ($0, scorer.score(space.state.index.interactions[$0]))
        }
        .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        var search = JournalSearch()
        return ranked.prefix(Self.reported).map { miss($0.0, score: $0.1, &search) }
    }

    private func miss(_ rank: Int, score: Double, _ search: inout JournalSearch) -> NearMiss {
        let interaction = space.state.index.interactions[rank]
        let checks = InteractionChecks(interaction.definition.request, request, facts).all
        let blockers = StateChecks(space, rank: rank, &search).all
        return NearMiss(
            interaction: interaction.definition,
            state: blockers.first { $0.field == "state" }?.actual,
            score: score,
            checks: checks + blockers,
            suggestion: Suggestion.of(checks + blockers)
        )
    }
}
