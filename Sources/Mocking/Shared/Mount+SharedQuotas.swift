import Scenarios

extension Mount {
    /// Takes over the use of all quotas, as `SharedScripts.judge` has written it, for the admin API.
    package func loadQuotas(_ fields: [(name: [UInt8], value: String)]) {
        var tables: [String: [[UInt8]: String]] = [:]
        for (name, value) in fields {
            // `q:`, the name of the rule, `:`, and the client.
            let parts = name.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].elementsEqual("q".utf8) else { continue }
            tables[String(decoding: parts[1], as: UTF8.self), default: [:]][Array(parts[2])] = value
        }
        for rule in timeRules {
            guard case .rateLimit(let policy, _) = rule.kind,
                let name = loadedIndex.ruleNames[ObjectIdentifier(rule)]
            else { continue }
            let counters = (tables[name] ?? [:]).compactMapValues { QuotaCounter(policy, shared: $0) }
            timing?.rules.load(QuotaTable(counters), of: rule)
        }
    }
}
