import Scenarios

extension Space {
    /// Which pass over the candidates this is; a GET interaction answers HEAD only when no HEAD interaction does.
    private enum Pass {
        case direct
        case headItself
        case headAsGet
    }

    /// What answers a request.
    private struct Choice {
        let rank: Int
        let response: Int
    }

    /// Selects, advances and journals in one step.
    func respond(
        to request: IncomingRequest,
        _ target: RequestTarget,
        _ generator: inout any RandomNumberGenerator
    ) -> Reply {
        guard let choice = choose(for: request, target) else {
            journalStore.append(request, .unmatched, space: number)
            return .unmatched(DiagnosisBuilder(self, request, target).build())
        }
        advance(choice.rank)
        let interaction = index.interactions[choice.rank]
        let blueprint = interaction.responses[choice.response]
        let delay = blueprint.delay.draw(&generator)
        let response =
            blueprint.constant
            ?? links.response(index.firstResponses[choice.rank] + choice.response, blueprint, for: request)
        let verdict = JournalEntry.Verdict(
            interaction: interaction,
            status: response.status,
            delayMilliseconds: delay
        )
        journalStore.append(request, verdict, space: number)
        return .mock(MockReply(response: response, delayMilliseconds: delay, compiled: interaction))
    }

    private func choose(for request: IncomingRequest, _ target: RequestTarget) -> Choice? {
        let method = RequestMethod(request.head, request.method)
        guard method.code == RequestMethod.head.code else { return choose(for: request, target, method, .direct) }
        if index.mentionsHead, let choice = choose(for: request, target, method, .headItself) { return choice }
        return choose(for: request, target, method, .headAsGet)
    }

    @inline(__always)
    private func choose(
        for request: IncomingRequest,
        _ target: RequestTarget,
        _ method: RequestMethod,
        _ pass: Pass
    ) -> Choice? {
        let index = index
        var made: RequestFacts?
        func facts() -> RequestFacts {
            if let made { return made }
            let facts = RequestFacts(request, target)
            made = facts
            return facts
        }
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
                let response = response(of: interaction, rank), interaction.matches(request, target, facts)
            else { continue }
            return Choice(rank: rank, response: response)
        }
        return nil
    }

    @inline(__always)
    private func isStateRight(_ rule: InteractionIndex.StateRule) -> Bool {
        rule.required < 0 || states[Int(rule.machine)] == rule.required
    }

    /// The place of the response that is next; nil when the sequence is over.
    @inline(__always)
    func response(of interaction: CompiledInteraction, _ rank: Int) -> Int? {
        interaction.sequence.isConstant ? 0 : interaction.sequence.response(at: positions[rank])
    }

    @inline(__always)
    private func advance(_ rank: Int) {
        served[rank] += 1
        positions[rank] += 1
        let rule = index.stateRules[rank]
        if rule.next >= 0 { states[Int(rule.machine)] = rule.next }
    }
}
