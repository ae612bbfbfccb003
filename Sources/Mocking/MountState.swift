import Messages
import Scenarios

/// The interactions of a mount and all that changes when they are served.
///
/// A value in one place, so that a request opens it once and not field by field.
struct MountState {
    /// Which pass over the candidates this is; a GET interaction answers HEAD only when no HEAD interaction does.
    private enum Pass {
        case direct
        case headItself
        case headAsGet
    }

    /// What answers a request.
    private struct Choice {
        let rank: Int
        /// Which of the interaction's responses.
        let response: Int
    }

    private(set) var index: InteractionIndex
    /// How often each rank has answered.
    private(set) var served: [Int]
    /// How often each rank has answered since its sequence was at its beginning.
    private(set) var positions: [Int]
    /// The state of each machine, by number.
    private(set) var states: [Int32]
    /// Counts whatever may change an explanation.
    private(set) var version = 0
    /// What responses wait that do not say so themselves; nil: not at all.
    var delay: DelayPlan?
    /// The number of the mount.
    var mount: Int
    private var links: LiveLinks

    init(_ index: InteractionIndex, mount: Int, prefix: [UInt8], publicURL: String?) {
        self.index = index
        self.mount = mount
        served = Array(repeating: 0, count: index.interactions.count)
        positions = served
        states = Array(repeating: 0, count: index.machines.count)
        links = LiveLinks(prefix: prefix, publicURL: publicURL, responseCount: index.responseCount)
    }

    /// Puts all machines to `Started` and all sequences to their first response.
    mutating func reset() {
        touch()
        positions = Array(repeating: 0, count: positions.count)
        states = Array(repeating: 0, count: states.count)
    }

    /// Takes other interactions; what is in both keeps its counts, and machines of the same name their states.
    ///
    /// With `restartsChangedMachines`, a machine keeps its state only if all that mention it are in both.
    mutating func move(to other: InteractionIndex, restartsChangedMachines: Bool = false) {
        let ranks = Dictionary(
            index.interactions.enumerated().map { (ObjectIdentifier($0.element), $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        let old = other.interactions.map { ranks[ObjectIdentifier($0)] }
        served = old.map { $0.map { served[$0] } ?? 0 }
        positions = old.map { $0.map { positions[$0] } ?? 0 }
        let changed = restartsChangedMachines ? index.machinesChanged(in: other) : []
        let names = Dictionary(zip(index.machines, states).map { ($0.name, $0.states[Int($1)]) }) { first, _ in first }
        states = other.machines.map { machine in
            guard !changed.contains(machine.name), let state = names[machine.name] else { return 0 }
            return Int32(machine.states.firstIndex(of: state) ?? 0)
        }
        index = other
        touch()
        links.restart(responseCount: other.responseCount)
    }

    mutating func set(machine: Int, to state: Int) {
        states[machine] = Int32(state)
        touch()
    }

    /// Explanations that were given before are no longer right.
    mutating func touch() {
        version += 1
    }

    /// Selects and advances in one step; nil when nothing matches.
    mutating func reply(to request: Request, _ target: RequestTarget, _ random: RandomSource) -> MockReply? {
        guard let choice = choose(for: request, target) else { return nil }
        let rank = choice.rank
        served[rank] += 1
        positions[rank] += 1
        let rule = index.stateRules[rank]
        let interaction = index.interactions[rank]
        if rule.next >= 0 { states[Int(rule.machine)] = rule.next }
        if rule.next >= 0 || !interaction.sequence.isConstant { touch() }
        let blueprint = interaction.responses[choice.response]
        let place = index.firstResponses[rank] + choice.response
        return MockReply(
            response: blueprint.constant
                ?? templated(blueprint, request, target, random) ?? links.response(place, blueprint, for: request),
            delayMilliseconds: delay.map { blueprint.delay.draw(random, instead: $0) } ?? blueprint.delay.draw(random),
            source: interaction.source,
            responseNumber: choice.response,
            mount: mount
        )
    }

    private mutating func templated(
        _ blueprint: ResponseBlueprint,
        _ request: Request,
        _ target: RequestTarget,
        _ random: RandomSource
    ) -> RenderedResponse? {
        guard let template = blueprint.template else { return nil }
        return template.rendered(for: request, target, links.base(for: request), random)
    }

    /// The place of the response that is next; nil when the sequence is over.
    @inline(__always)
    func nextResponse(of interaction: CompiledInteraction, _ rank: Int) -> Int? {
        interaction.sequence.isConstant ? 0 : interaction.sequence.response(at: positions[rank])
    }

    private func choose(for request: Request, _ target: RequestTarget) -> Choice? {
        let method = RequestMethod(request.head, request.method)
        guard method.code == RequestMethod.head.code else { return choose(for: request, target, method, .direct) }
        if index.mentionsHead, let choice = choose(for: request, target, method, .headItself) { return choice }
        return choose(for: request, target, method, .headAsGet)
    }

    @inline(__always)
    private func choose(
        for request: Request,
        _ target: RequestTarget,
        _ method: RequestMethod,
        _ pass: Pass
    ) -> Choice? {
        var facts = LazyFacts()
        var cursor = index.candidates(for: target)
        while let rank = cursor.next(index.ranks) {
            let interaction = index.interactions[rank]
            let isMethodRight =
                switch pass {
                case .direct: interaction.methods.contains(method)
                case .headItself: interaction.methods.namesHead
                case .headAsGet: interaction.methods.answersHead
                }
            guard isMethodRight, isStateRight(index.stateRules[rank]),
                let response = nextResponse(of: interaction, rank), interaction.matches(request, target, &facts)
            else { continue }
            return Choice(rank: rank, response: response)
        }
        return nil
    }

    @inline(__always)
    private func isStateRight(_ rule: InteractionIndex.StateRule) -> Bool {
        rule.required < 0 || states[Int(rule.machine)] == rule.required
    }
}

extension InteractionIndex {
    /// The names of the machines that an interaction mentions which is in one of the two alone.
    fileprivate func machinesChanged(in other: InteractionIndex) -> Set<String> {
        let old = Set(interactions.map { ObjectIdentifier($0) })
        let new = Set(other.interactions.map { ObjectIdentifier($0) })
        let changed =
            interactions.filter { !new.contains(ObjectIdentifier($0)) }
            + other.interactions.filter { !old.contains(ObjectIdentifier($0)) }
        return Set(changed.compactMap { $0.definition.state?.machine })
    }
}
