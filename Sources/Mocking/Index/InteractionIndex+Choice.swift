import Matching
import Messages

/// The choice of a response: a function of the index, the state and the request.
///
/// Apart from `MountContents`, which is large: a method that does not change it may copy all of it.
extension InteractionIndex {
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

    /// Returns the response to a request and what it changes; nil if no interaction matches.
    func choose(for request: Request, _ target: RequestTarget, in state: MountState) -> Choice? {
        let method = RequestMethod(request.head, request.method)
        guard method.code == RequestMethod.head.code else {
            return choose(for: request, target, in: state, .direct(method))
        }
        if mentionsHead, let choice = choose(for: request, target, in: state, .headItself) { return choice }
        return choose(for: request, target, in: state, .headAsGet)
    }

    /// The position of the next response of an interaction; nil if its sequence is over.
    @inline(__always)
    func nextResponse(of interaction: CompiledInteraction, _ rank: Int, in state: MountState) -> Int? {
        interaction.sequence.isConstant ? 0 : interaction.sequence.response(at: state.positions[rank])
    }

    @inline(__always)
    private func choose(
        for request: Request,
        _ target: RequestTarget,
        in state: MountState,
        _ pass: Pass
    ) -> Choice? {
        var facts = LazyFacts()
        var cursor = lists.candidates(for: target)
        while let rank = cursor.next(lists.ranks) {
            let interaction = interactions[rank]
            let rule = stateRules[rank]
            guard pass.admits(interaction.methods), isRight(rule, in: state),
                let response = nextResponse(of: interaction, rank, in: state),
                interaction.matches(request, target, &facts)
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
    private func isRight(_ rule: StateRule, in state: MountState) -> Bool {
        rule.required < 0 || state.states[Int(rule.machine)] == rule.required
    }
}
