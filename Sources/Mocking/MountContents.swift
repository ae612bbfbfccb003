import Matching
import Messages

/// The contents of a mount: its index, state and settings, and its rendered links.
///
/// One value, so that a request accesses the mount once instead of field by field.
struct MountContents {
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
    @inline(__always)
    func choose(for request: Request, _ target: RequestTarget) -> Choice? {
        index.choose(for: request, target, in: state)
    }

    /// The base of the links in a response to this request.
    mutating func base(for request: Request) -> LinkBase? { links.base(for: request) }

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
        let response = render(blueprint, place, request, target, random, &work)
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

    /// The input of the templates of webhooks; the id is that of the journal, 0 if it has none.
    mutating func webhookInput(_ request: Request, _ target: RequestTarget, journalID: Int) -> TemplateInput {
        TemplateInput(
            request: request,
            target: target,
            base: links.base(for: request),
            journalID: journalID == 0 ? nil : journalID,
            machine: templates.machine
        )
    }

    /// The response of a blueprint; most cost one look at the kind of the blueprint, which no copy of a response precedes.
    @inline(__always)
    private mutating func render(
        _ blueprint: ResponseBlueprint,
        _ place: Int,
        _ request: Request,
        _ target: RequestTarget,
        _ random: RandomSource,
        _ work: inout RenderingWork?
    ) -> RenderedResponse {
        if let constant = blueprint.constant { return constant }
        if blueprint.dependsOnRequest {
            if let response = conditional(blueprint, request) { return response }
            if let response = templated(blueprint, request, target, random, &work) { return response }
        }
        return links.response(place, blueprint, for: request)
    }

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
            if let route = blueprint.proxy {
                work = route.work(for: request, target, links.base(for: request))
                return .empty
            }
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
