import Matching
import Messages
import Scenarios

extension MountContents {
    /// Chooses a response as `reply(to:_:_:)` does, unless an outage or a rate limit rejects the request.
    ///
    /// A rejected request counts as a use of its interaction, but changes neither its sequence nor a machine.
    mutating func reply(
        to request: Request,
        _ target: RequestTarget,
        _ random: RandomSource,
        _ rules: inout TimeRules,
        advised: inout Int64?
    ) -> MockReply? {
        guard let choice = choose(for: request, target) else { return nil }
        let interaction = index.interactions[choice.rank]
        let decision = rules.decide(interaction.rules, request, at: request.receivedAt)
        advised = decision.advised
        let fields = decision.fields
        if let rule = decision.rejection {
            state.count(choice.rank)
            return rejection(of: request, by: rule, interaction.source, fields)
        }
        // Nothing comes between choosing and committing.
        guard state.commit(choice) else { return nil }
        var reply = reply(with: choice, to: request, target, random)
        if !fields.isEmpty { reply.change { $0.adding(fields) } }
        return reply
    }

    /// The response of an outage or a rate limit; `isLive` if a live resource would have responded.
    mutating func rejection(
        of request: Request,
        by rule: TimeRule,
        _ source: InteractionSource,
        _ fields: [(name: String, value: String)],
        isLive: Bool = false
    ) -> MockReply {
        let response = rule.response.constant ?? rule.response.rendered(for: base(for: request))
        return MockReply(
            response: response.adding(fields),
            delayMilliseconds: 0,
            source: source,
            responseNumber: MockReply.noResponseNumber,
            pendingGroup: pendingGroup,
            isLive: isLive
        )
    }
}
