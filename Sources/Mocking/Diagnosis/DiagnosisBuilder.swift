import Scenarios

/// Finds the interactions of a space that come nearest to a request; the work is bounded whatever the space holds.
struct DiagnosisBuilder {
    /// So many interactions get a full list of checks.
    private static let examined = 12
    /// So many are reported.
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
        let scorer = NearnessScore(request, facts)
        let ranked = space.state.index.nearbyRanks(facts.target).map {
            ($0, scorer.score(space.state.index.interactions[$0]))
        }
        .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        let misses = ranked.prefix(Self.examined).map { miss($0.0, roughly: $0.1) }
            .enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
            .map(\.element)
        return Diagnosis(
            method: Excerpt.of(request.head[request.method]),
            target: Excerpt.of(request.head[request.target]),
            address: space.address,
            interactionCount: space.state.index.interactions.count,
            nearest: Array(misses.prefix(Self.reported)),
            prefersJSON: ExplanationForm.prefersJSON(request)
        )
    }

    private func miss(_ rank: Int, roughly score: Double) -> NearMiss {
        let interaction = space.state.index.interactions[rank]
        let checks = InteractionChecks(interaction.definition.request, request, facts).all
        let blockers = stateChecks(rank, interaction)
        return NearMiss(
            name: interaction.definition.name.map(Excerpt.of),
            location: interaction.definition.location,
            score: score,
            checks: checks + blockers,
            suggestion: Suggestion.of(checks + blockers)
        )
    }

    /// What of the space's state stands in the way, or would not.
    private func stateChecks(_ rank: Int, _ interaction: CompiledInteraction) -> [FieldCheck] {
        var checks: [FieldCheck] = []
        let rule = space.state.index.stateRules[rank]
        if rule.required >= 0 {
            let machine = space.state.index.machines[Int(rule.machine)]
            let state = machine.states[Int(space.state.states[Int(rule.machine)])]
            let required = machine.states[Int(rule.required)]
            checks.append(
                FieldCheck(
                    "state",
                    "of '\(Excerpt.of(machine.name))'",
                    expected: Excerpt.of(required),
                    actual: Excerpt.of(state),
                    state == required,
                    hint: "would match in state '\(Excerpt.of(required))'; scenario '\(Excerpt.of(machine.name))'"
                        + " is in '\(Excerpt.of(state))'"
                )
            )
        }
        guard space.state.nextResponse(of: interaction, rank) == nil else { return checks }
        let served = space.state.positions[rank]
        let times = served == 1 ? "once" : "\(served) times"
        let check = FieldCheck(
            "sequence",
            "afterLast",
            expected: "a response that is left",
            actual: "served \(times)",
            false,
            hint: "all responses of the sequence have been served, and 'afterLast' is 'noMatch'"
        )
        return checks + [check]
    }
}
