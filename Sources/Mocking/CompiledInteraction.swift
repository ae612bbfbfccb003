import Matching
import Messages
package import Scenarios

/// An interaction, prepared at load so that a request costs as little as possible.
///
/// Immutable; shared by all addresses.
package final class CompiledInteraction: Sendable {
    /// The part that the journal keeps.
    let source: InteractionSource
    @inline(__always)
    package var definition: Interaction { source.definition }
    var slug: String { source.slug }
    let priority: Int
    let indexKey: InteractionIndex.LookupKey
    let methods: MethodSet
    let responses: [ResponseBlueprint]
    let sequence: SequencePlan
    let url: URLTest
    let headers: HeaderTests
    /// The conditions that are not among `headers`.
    let tests: [RequestTest]
    /// The outages and rate limits that may replace the response, in the order in which they are applied.
    let rules: [TimeRule]

    /// Compiles an interaction outside of a scenario.
    package convenience init(_ definition: Interaction) {
        self.init(definition, slug: "")
    }

    /// `rules` are those that the interactions of a variant share.
    ///
    /// `number` is its place among them, so that each has draws of its own.
    convenience init(
        _ definition: Interaction,
        in scenario: Scenario,
        sharing rules: [TimeRule] = [],
        number: Int = 0
    ) {
        let seed = scenario.seed.map { WeightedChoice.mixed(UInt64($0), with: UInt64(number)) }
        self.init(definition, slug: scenario.slug, LinkOrigins(of: scenario), rules, seed: seed)
    }

    /// Compiles an interaction; the slug is empty outside of a scenario.
    private init(
        _ definition: Interaction,
        slug: String,
        _ origins: LinkOrigins = LinkOrigins(),
        _ shared: [TimeRule] = [],
        seed: UInt64? = nil
    ) {
        rules = shared + TimeRule.all(definition.outage, definition.rateLimit, origins)
        source = InteractionSource(definition, slug: slug)
        priority = definition.priority
        indexKey = InteractionIndex.LookupKey(definition.request.url)
        methods = MethodSet(definition.request.method)
        url = URLTest(definition.request.url)
        var headers = HeaderTests()
        tests = RequestTest.all(of: definition.request, headers: &headers)
        self.headers = headers
        var context = ResponseContext(
            interactionName: definition.name,
            interactionID: definition.id,
            origins: origins,
            answersOnlyHead: methods.isOnlyHead
        )
        if case .urlPathTemplate(let template) = definition.request.url { context.pathTemplate = template }
        let settled = context
        responses = definition.responses.responses.map { ResponseBlueprint($0, settled) }
        sequence = SequencePlan(definition.responses, seed: seed)
    }

    /// Whether the request meets all conditions except those on method and state.
    @inline(__always)
    func matches(_ request: Request, _ target: RequestTarget, _ facts: inout LazyFacts) -> Bool {
        guard headers.hold(for: request), url.holds(for: request, target, &facts) else { return false }
        for test in tests {
            guard test.holds(for: request, target, &facts) else { return false }
        }
        return true
    }
}

/// Maps positions of a sequence to responses.
struct SequencePlan {
    /// Whether the first response is always the next, so that counting is unnecessary.
    let isConstant: Bool
    private let ending: ResponseSequence.Ending
    /// For each response the position after its last repetition.
    private let ends: [Int]
    /// nil: the responses are served in their order.
    private let draw: WeightedChoice?

    /// Creates a plan; without a seed, draws differ each time.
    init(_ sequence: ResponseSequence, seed: UInt64? = nil) {
        draw = sequence.weights.flatMap { weights in
            WeightedChoice(weights, seed: seed ?? UInt64.random(in: 0...UInt64.max))
        }
        isConstant = sequence.isConstant
        ending = sequence.ending
        var end = 0
        ends = sequence.responses.map { response in
            let (sum, overflow) = end.addingReportingOverflow(max(0, response.repetitions))
            end = overflow ? .max : sum
            return end
        }
    }

    /// The number of responses before the sequence is over; nil: it has no end.
    var length: Int? { draw == nil && ending == .noMatch ? ends.last ?? 0 : nil }

    /// The index of the response at a position, counted from 0; nil after the end of the sequence.
    func response(at position: Int) -> Int? {
        if let draw { return draw.response(at: position) }
        guard let length = ends.last, length > 0 else { return nil }
        if position < length { return ends.firstIndex { position < $0 } }
        return switch ending {
        case .repeatLast: ends.count - 1
        case .loop: ends.firstIndex { position % length < $0 }
        case .noMatch: nil
        }
    }
}
