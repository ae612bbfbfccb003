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

    /// Compiles an interaction outside of a scenario.
    package convenience init(_ definition: Interaction) {
        self.init(definition, slug: "")
    }

    convenience init(_ definition: Interaction, in scenario: Scenario) {
        let origins = LinkOrigins(
            scenario.origin,
            other: scenario.otherOrigin,
            crossesPorts: scenario.crossesPorts
        )
        self.init(definition, slug: scenario.slug, origins)
    }

    /// Compiles an interaction; the slug is empty outside of a scenario.
    private init(_ definition: Interaction, slug: String, _ origins: LinkOrigins = LinkOrigins()) {
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
        sequence = SequencePlan(definition.responses)
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

    init(_ sequence: ResponseSequence) {
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
    var length: Int? { ending == .noMatch ? ends.last ?? 0 : nil }

    /// The index of the response at a position, counted from 0; nil after the end of the sequence.
    func response(at position: Int) -> Int? {
        guard let length = ends.last, length > 0 else { return nil }
        if position < length { return ends.firstIndex { position < $0 } }
        return switch ending {
        case .repeatLast: ends.count - 1
        case .loop: ends.firstIndex { position % length < $0 }
        case .noMatch: nil
        }
    }
}
