import Messages
package import Scenarios

/// An interaction with everything worked out that can be before the first request.
///
/// Immutable; shared by all addresses.
package final class CompiledInteraction: Sendable {
    /// What a journal keeps of it.
    let source: InteractionSource
    @inline(__always)
    package var definition: Interaction { source.definition }
    let slug: String
    let priority: Int
    let indexKey: InteractionIndex.Key
    let methods: MethodSet
    let responses: [ResponseBlueprint]
    let sequence: SequencePlan
    let url: URLTest
    let headers: HeaderTests
    /// The conditions that `headers` has not taken.
    let tests: [RequestTest]

    /// One that belongs to no scenario.
    package convenience init(_ definition: Interaction) {
        self.init(definition, slug: "")
    }

    convenience init(_ definition: Interaction, in scenario: Scenario) {
        self.init(definition, slug: scenario.slug, LinkOrigins(scenario.origin, other: scenario.otherOrigin))
    }

    /// One that belongs to no scenario has an empty slug.
    private init(_ definition: Interaction, slug: String, _ origins: LinkOrigins = LinkOrigins()) {
        source = InteractionSource(definition)
        self.slug = slug
        priority = definition.priority
        indexKey = InteractionIndex.Key(definition.request.url)
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

    /// Whether the request is as the pattern says; method and state are not looked at.
    @inline(__always)
    func matches(_ request: Request, _ target: RequestTarget, _ facts: inout LazyFacts) -> Bool {
        guard headers.hold(for: request), url.holds(for: request, target, &facts) else { return false }
        for test in tests {
            guard test.holds(for: request, target, &facts) else { return false }
        }
        return true
    }
}

/// Which response of a sequence comes at which position.
struct SequencePlan {
    /// Whether there is nothing to count: always the first response.
    let isConstant: Bool
    private let ending: ResponseSequence.Ending
    /// For each response the position after its last one.
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

    /// The index of the response for a position that counts from 0; nil when the sequence is over.
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
