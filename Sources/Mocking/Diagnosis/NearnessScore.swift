import Matching
import Messages

/// The nearness of interactions to a request: all conditions count, not only the URL, but not the state.
struct NearnessScore {
    private static let urlWeight = 5.0
    private static let methodWeight = 3.0
    private static let testWeight = 2.0

    private let request: Request
    private let facts: DecodedRequest
    private let method: RequestMethod
    private var urls: URLSimilarity
    private let budget: ExplanationBudget

    init(_ request: Request, _ facts: DecodedRequest, _ budget: ExplanationBudget) {
        self.request = request
        self.facts = facts
        method = RequestMethod(request.head, request.method)
        self.budget = budget
        urls = URLSimilarity(facts, budget)
    }

    /// The nearness of one interaction.
    struct Nearness {
        /// From 0 (nothing matches) to 1 (everything matches).
        let score: Double
        /// The similarity of the URL, from 0 to 1.
        let ofURL: Double
    }

    /// Scores an interaction whose URL is that entry of a table.
    ///
    /// Returns nil if the URL alone keeps the score below a minimum, so that most interactions cost no more than that.
    mutating func score(
        _ interaction: @autoclosure () -> CompiledInteraction,
        _ entry: URLTable.Entry,
        in table: URLTable,
        atLeast minimum: Double = 0
    ) -> Nearness? {
        let similarity = urls.similarity(to: interaction(), entry, in: table)
        let ofURL = Self.urlWeight * similarity
        let ofOthers = Self.methodWeight + Self.testWeight * Double(entry.testCount)
        let possible = Self.urlWeight + ofOthers
        guard (ofURL + ofOthers) / possible >= minimum else { return nil }
        return Nearness(score: (ofURL + reached(by: interaction())) / possible, ofURL: similarity)
    }

    /// The part of the score that is not for the URL.
    private func reached(by interaction: CompiledInteraction) -> Double {
        let isHead = method.code == RequestMethod.head.code
        let isMethodRight = isHead ? interaction.methods.answersHead : interaction.methods.contains(method)
        var reached = isMethodRight ? Self.methodWeight : 0
        reached += Self.testWeight * Double(interaction.headers.holding(for: request))
        guard !interaction.tests.isEmpty else { return reached }
        var lazyFacts = LazyFacts(facts)
        for test in interaction.tests
        where isAffordable(test) && budget.takes(test.cost(on: facts))
            && test.holds(for: request, facts.target, &lazyFacts)
        {
            reached += Self.testWeight
        }
        return reached
    }

    private func isAffordable(_ test: RequestTest) -> Bool {
        !test.readsBody || request.body.count <= InteractionChecks.largestBody
    }
}
