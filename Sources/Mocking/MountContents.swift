import Matching
import Messages

/// The contents of a mount: its index, state and settings, and its rendered links.
///
/// One value, so that a request accesses the mount once instead of field by field.
struct MountContents {
    /// A pass over the candidates: a GET interaction responds to HEAD only if no HEAD interaction does.
    enum Pass {
        case direct(RequestMethod)
        case headItself
        case headAsGet

        @inline(__always)
        func admits(_ methods: MethodSet) -> Bool {
            switch self {
            case .direct(let method): methods.contains(method)
            case .headItself: methods.namesHead
            case .headAsGet: methods.answersHead
            }
        }
    }

    private(set) var index: InteractionIndex
    var state: MountState
    var settings = MountSettings()
    /// Identifies the responses that are canceled together while they wait.
    var pendingGroup: Int
    private var links: LiveLinks
    private let templates: TemplateSources

    init(
        _ index: InteractionIndex,
        pendingGroup: Int,
        prefix: [UInt8],
        configuration: EngineConfiguration,
        journal: Journal
    ) {
        templates = TemplateSources(journal: journal, machine: configuration.machine)
        self.index = index
        self.pendingGroup = pendingGroup
        state = MountState(index)
        links = LiveLinks(prefix: prefix, configuration: configuration, responseCount: index.responseCount)
    }

    /// Serves another index; `MountState.move` says which state is kept.
    mutating func move(to other: InteractionIndex, restartsChangedMachines: Bool = false) {
        state.move(from: index, to: other, restartsChangedMachines: restartsChangedMachines)
        index = other
        links.restart(responseCount: other.responseCount)
    }

    /// Serves an index that edits of the present one have led to.
    mutating func move(to other: InteractionIndex, by edits: [RankEdit]) {
        for edit in edits { state.move(by: edit) }
        index = other
        links.restart(responseCount: other.responseCount)
    }

    /// Chooses a response, commits the choice and renders the response; nil if no interaction matches.
    mutating func reply(to request: Request, _ target: RequestTarget, _ random: RandomSource) -> MockReply? {
        while let choice = choose(for: request, target) {
            // In memory nothing comes between the two; after a refusal the next choice sees the newer state.
            if state.commit(choice) { return reply(with: choice, to: request, target, random) }
        }
        return nil
    }

    /// Returns the response to a request and what it changes, without changing anything; nil if no interaction matches.
    func choose(for request: Request, _ target: RequestTarget) -> Choice? {
        let method = RequestMethod(request.head, request.method)
        guard method.code == RequestMethod.head.code else { return choose(for: request, target, .direct(method)) }
        if index.mentionsHead, let choice = choose(for: request, target, .headItself) { return choice }
        return choose(for: request, target, .headAsGet)
    }

    /// The position of the next response of an interaction; nil if its sequence is over.
    @inline(__always)
    func nextResponse(of interaction: CompiledInteraction, _ rank: Int) -> Int? {
        interaction.sequence.isConstant ? 0 : interaction.sequence.response(at: state.positions[rank])
    }

    @inline(__always)
    private func choose(
        for request: Request,
        _ target: RequestTarget,
        _ pass: Pass
    ) -> Choice? {
        var facts = LazyFacts()
        var cursor = index.lists.candidates(for: target)
        while let rank = cursor.next(index.lists.ranks) {
            let interaction = index.interactions[rank]
            let rule = index.stateRules[rank]
            guard pass.admits(interaction.methods), isStateRight(rule),
                let response = nextResponse(of: interaction, rank), interaction.matches(request, target, &facts)
            else { continue }
            let changesState = rule.next >= 0 || !interaction.sequence.isConstant
            let isRefused = changesState && interaction.responses[response].refuses(request)
            return Choice(
                rank: rank,
                response: response,
                version: state.version,
                machine: rule.machine,
                next: isRefused ? -1 : rule.next,
                advancesSequence: !isRefused && !interaction.sequence.isConstant,
                isRefused: isRefused
            )
        }
        return nil
    }

    @inline(__always)
    private func isStateRight(_ rule: InteractionIndex.StateRule) -> Bool {
        rule.required < 0 || state.states[Int(rule.machine)] == rule.required
    }

    @inline(__always)
    mutating func reply(
        with choice: Choice,
        to request: Request,
        _ target: RequestTarget,
        _ random: RandomSource
    ) -> MockReply {
        let interaction = index.interactions[choice.rank]
        let blueprint = interaction.responses[choice.response]
        let place = index.firstResponses[choice.rank] + choice.response
        var work: RenderingWork?
        let response =
            blueprint.constant
            ?? conditional(blueprint, request)
            ?? templated(blueprint, request, target, random, &work)
            ?? links.response(place, blueprint, for: request)
        return MockReply(
            response: response,
            work: work,
            delayMilliseconds: settings.delay.map { blueprint.delay.draw(random, instead: $0) }
                ?? blueprint.delay.draw(random),
            source: interaction.source,
            responseNumber: choice.response,
            pendingGroup: pendingGroup
        )
    }

    /// The base of the links in a response that is made for this request.
    mutating func linkBase(for request: Request) -> LinkBase? { links.base(for: request) }

    /// The response instead of one whose preconditions the request does not meet; nil if it meets them.
    private mutating func conditional(_ blueprint: ResponseBlueprint, _ request: Request) -> RenderedResponse? {
        guard let conditional = blueprint.conditional, let other = conditional.response(to: request) else { return nil }
        return other.rendered(for: links.base(for: request))
    }

    /// The response of a template, or a placeholder and the work that makes the response; nil without a template or a
    /// large body file.
    private mutating func templated(
        _ blueprint: ResponseBlueprint,
        _ request: Request,
        _ target: RequestTarget,
        _ random: RandomSource,
        _ work: inout RenderingWork?
    ) -> RenderedResponse? {
        guard let template = blueprint.template else {
            guard let file = blueprint.file, file.isLarge else { return nil }
            work = file.work(links.base(for: request))
            return .empty
        }
        let input = templates.input(request, target, links.base(for: request))
        if let response = template.rendered(for: input, random) { return response }
        work = template.work(for: input)
        return .empty
    }
}
