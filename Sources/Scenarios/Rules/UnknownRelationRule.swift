import Documents

/// A step that follows a relation that no response of the scenario has: an error, because the step cannot run.
enum UnknownRelationRule: Rule {
    static func check(_ subject: RuleSubject) {
        guard subject.variant.contract.count == subject.steps.count else { return }
        // Nobody looks for links in the exact bytes of a raw response.
        guard !subject.answers.contains(where: { $0.response.raw != nil }) else { return }
        let relations = Set(
            subject.answers.flatMap(\.links).map(\.relation) + subject.variant.resources.flatMap(\.relations)
        )
        let hasPrefixes = relations.contains("curies")
        for (step, node) in zip(subject.variant.contract, subject.steps) {
            guard case .follow(let link) = step.request.address, !relations.contains(link.relation) else { continue }
            // It may be the long form of one with a prefix.
            guard !(hasPrefixes && link.relation.contains(":")) else { continue }
            let follow = node[Step.requestKey]?[StepRequest.followKey]
            subject.log.error(
                "no response of this scenario has a link with the relation '\(link.relation)'",
                at: follow?[FollowedLink.relationKey] ?? follow ?? node,
                suggestion: Spelling.suggestion(for: link.relation, among: relations.sorted())
            )
        }
    }
}
