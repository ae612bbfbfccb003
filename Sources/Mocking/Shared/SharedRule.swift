import Messages
import Scenarios

/// An outage or a rate limit as the shared state judges it.
package struct SharedRule: Sendable, Hashable {
    /// `outage`, or the kind of a quota.
    package let kind: String
    /// Identifies the rule among those of its address.
    package let name: String
    /// Of an outage, the time before it, its duration, and its period or 0; of a quota, its number, its window, and 0.
    ///
    /// Times are in milliseconds.
    package let numbers: [Int64]
    /// The client whose quota the request uses; of an outage, whether its windows count from the start of the address.
    package let client: [UInt8]

    init(_ rule: TimeRule, name: String, for request: Request) {
        self.name = name
        switch rule.kind {
        case .outage(let window, let outage):
            kind = "outage"
            numbers = [window.after, window.duration, window.period ?? 0]
            client = outage.start == .start ? Array("start".utf8) : []
        case .rateLimit(let policy, let limit):
            kind = policy.kind.rawValue
            numbers = [policy.quota, policy.window, 0]
            client = TimeRules.client(of: request, limit.partition)
        }
    }
}

/// The judgments of the shared state on rules, in the order in which they are applied.
package struct RuleJudgments: Sendable, Hashable {
    private static let range: ClosedRange<Int64> = 0...1 << 53

    let values: [QuotaDecision]

    package init() { values = [] }

    /// Parses the text of `SharedScripts.respond`: `1,4,60000;0,0,500`; a judgment that is anything else is left out.
    package init(_ text: String) {
        values = text.split(separator: ";").compactMap { part in
            let numbers = part.split(separator: ",").map { Int64($0) }
            guard numbers.count == 3, let allowed = numbers[0], let remaining = numbers[1], let reset = numbers[2],
                Self.range.contains(remaining), Self.range.contains(reset)
            else { return nil }
            return QuotaDecision(isAllowed: allowed == 1, remaining: remaining, reset: reset)
        }
    }

    /// Whether the last rule rejects the request.
    package var isRejection: Bool { values.last?.isAllowed == false }

    /// The decision by the judgments on the first of these rules.
    func decision(_ rules: [TimeRule], at time: Int64) -> TimeRules.Decision {
        var decision = TimeRules.Decision()
        for (rule, judgment) in zip(rules, values) where decision.rejection == nil {
            decision.add(judgment, on: rule, time)
        }
        return decision
    }
}
