import Scenarios

/// How near an interaction comes to a request: everything counts, not only the URL; the state does not.
struct NearnessScore {
    private static let urlWeight = 5.0
    private static let methodWeight = 3.0
    private static let testWeight = 2.0

    private let request: IncomingRequest
    private let facts: RequestFacts
    private let method: RequestMethod
    private var urls: URLSimilarity

    init(_ request: IncomingRequest, _ facts: RequestFacts) {
        self.request = request
        self.facts = facts
        method = RequestMethod(request.head, request.method)
        urls = URLSimilarity(facts)
    }

    /// From 0 (nothing fits) to 1 (everything does), for an interaction whose URL is that entry of a table.
    mutating func score(_ interaction: CompiledInteraction, _ entry: URLTable.Entry, in table: URLTable) -> Double {
        var reached = Self.urlWeight * urls.similarity(to: interaction, entry, in: table)
        var possible = Self.urlWeight + Self.methodWeight
        let isHead = method.code == RequestMethod.head.code
        if isHead ? interaction.methods.answersHead : interaction.methods.contains(method) {
            reached += Self.methodWeight
        }
        possible += Self.testWeight * Double(interaction.headers.count)
        reached += Self.testWeight * Double(interaction.headers.holding(for: request))
        guard !interaction.tests.isEmpty else { return reached / possible }
        var lazyFacts = LazyFacts(facts)
        for test in interaction.tests {
            possible += Self.testWeight
            if isAffordable(test), test.holds(for: request, facts.target, &lazyFacts) { reached += Self.testWeight }
        }
        return reached / possible
    }

    private func isAffordable(_ test: RequestTest) -> Bool {
        switch test {
        case .body, .form: request.body.count <= InteractionChecks.largestBody
        case .basicAuth, .query, .headerValues, .queryValues, .cookie, .pathParameter, .host, .port, .scheme: true
        }
    }
}
