import Matching
import Messages
import Scenarios

/// Finds the interactions of a mount that come nearest to a request, in bounded time.
struct DiagnosisBuilder {
    /// The number of interactions that are reported with a full list of checks.
    private static let reported = 3
    /// The budget for evaluating the request's body.
    private static let evaluation = EvaluationBudget(steps: 100_000)
    /// Besides the nearest, a 404 names interactions with at least this URL similarity, or with nearly the best score.
    private static let leastSimilarURL = 0.5
    private static let hardlyLess = 0.05
    /// The number of live resources that are named.
    private static let resourcesNamed = 10

    private struct Candidate {
        let rank: Int
        let nearness: NearnessScore.Nearness
        var score: Double { nearness.score }

        /// Inserts the candidate into the best ones, which are at most `places`, unless it is among them.
        func compete(for best: inout [Candidate], places: Int) {
            let isKnown = best.contains { $0.rank == rank }
            guard !isKnown else { return }
            let place = best.firstIndex { $0.score < score || ($0.score == score && $0.rank > rank) } ?? best.count
            guard place < places else { return }
            if best.count == places { best.removeLast() }
            best.insert(self, at: place)
        }
    }

    private let mount: Mount
    private let request: Request
    private let facts: DecodedRequest
    private let budget: ExplanationBudget

    init(
        _ mount: Mount,
        _ request: Request,
        _ target: RequestTarget,
        _ budget: ExplanationBudget = ExplanationBudget()
    ) {
        self.mount = mount
        self.request = request
        self.budget = budget
        facts = DecodedRequest(request, target, budget: Self.evaluation)
    }

    func build() -> Diagnosis {
        Diagnosis(
            method: Excerpt.of(request.head[request.method]),
            target: Excerpt.of(request.head[request.target]),
            address: mount.address,
            interactionCount: mount.index.interactions.count,
            resourcePaths: mount.resources.prefix(Self.resourcesNamed).map { Excerpt.of($0.path) },
            nearest: related,
            stub: StubDraft(facts),
            hint: missingTilde ?? nearbyResource,
            form: ExplanationForm(request)
        )
    }

    /// The hint for a path whose first segment is a scenario's slug without the `~`; nil for other paths.
    private var missingTilde: String? {
        guard !mount.scenarioSlugs.isEmpty else { return nil }
        let path = Excerpt.of(request.head[OriginForm.range(of: request.target, in: request.head)])
        let slug = String(path.dropFirst().prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        guard path.hasPrefix("/"), mount.scenarioSlugs.contains(slug) else { return nil }
        return "the scenario '\(slug)' has the address /~\(slug): did you mean /~\(path.dropFirst())?"
    }

    /// The hint for a path beside a live resource: with a final slash, in another case, or below an item.
    private var nearbyResource: String? {
        guard mount.world != nil else { return nil }
        let target = facts.target
        let sent = String(decoding: target.bytes[target.path], as: UTF8.self).lowercased()
        let segments = sent.split(separator: "/")
        let resource = mount.resources.first { segments.starts(with: $0.path.lowercased().split(separator: "/")) }
        return resource.map {
            let path = Excerpt.of($0.path)
            return "the live resource '\(Excerpt.of($0.name))' is at \(path), each item at \(path)/{id}"
        }
    }

    /// The nearest interactions, the nearest first.
    var nearest: [NearMiss] {
        var scorer = NearnessScore(request, facts, budget)
        let index = mount.index
        let urls = index.urls
        var best: [Candidate] = []
        index.forEachNearby(facts.target) { rank in
            let minimum = best.count == Self.reported ? best[Self.reported - 1].score : 0
            let nearness = scorer.score(index.interactions[rank], urls.entries[rank], in: urls, atLeast: minimum)
            guard let nearness else { return }
            Candidate(rank: rank, nearness: nearness).compete(for: &best, places: Self.reported)
        }
        var search = JournalSearch()
        return best.map { miss($0, &search) }
    }

    /// The nearest interactions that are related to the request.
    private var related: [NearMiss] {
        let nearest = nearest
        let least = (nearest.first?.score ?? 0) - Self.hardlyLess
        return nearest.filter { $0.score >= least || $0.urlSimilarity >= Self.leastSimilarURL }
    }

    private func miss(_ candidate: Candidate, _ search: inout JournalSearch) -> NearMiss {
        let rank = candidate.rank
        let interaction = mount.index.interactions[rank]
        let blockers = StateChecks(mount, rank: rank, &search).all
        let purpose = InteractionChecks.Purpose.explanation(showsCredentials: mount.showsCredentials)
        var checks = InteractionChecks(interaction.definition.request, facts, budget, purpose).all
        if !blockers.isEmpty { checks += blockers }
        return NearMiss(
            state: blockers.first { $0.field == "state" }?.actual,
            score: candidate.score,
            urlSimilarity: candidate.nearness.ofURL,
            checks: checks,
            suggestion: Suggestion.of(checks),
            compiled: interaction
        )
    }
}
