package import Scenarios

extension Mount {
    /// A quota of an address, and what is left of it.
    package struct Quota: Sendable {
        package let definition: RateLimitDefinition
        /// The number of clients that have used it.
        package let clients: Int
        /// What the client has left that has used most; nil if none has used any.
        package let lowest: QuotaStatus?
    }

    /// The outages and rate limits of interactions and live resources; a shared one occurs several times.
    var timeRules: [TimeRule] { index.interactions.flatMap(\.rules) + (world?.routes.flatMap(\.rules) ?? []) }

    /// The quotas of scenarios, interactions and live resources, at a time of the server's clock.
    package func quotas(at time: Int64) -> [Quota] {
        settle()
        let now = clock.time(at: time)
        var known: Set<ObjectIdentifier> = []
        return timeRules.compactMap { rule in
            guard case .rateLimit(let policy, let definition) = rule.kind, known.insert(ObjectIdentifier(rule)).inserted
            else { return nil }
            let use = timing?.rules.quota(of: rule)
            return Quota(definition: definition, clients: use?.count ?? 0, lowest: use?.lowest(policy, at: now))
        }
    }
}
