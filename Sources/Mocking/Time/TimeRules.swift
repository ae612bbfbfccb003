import HAL
import Matching
import Messages
import Scenarios

/// The outages and quotas of an address: their state, and the decisions on requests.
struct TimeRules {
    /// The decision on a request.
    struct Decision {
        /// The rule whose response the request gets; nil: that of the interaction.
        var rejection: TimeRule?
        /// The fields that the response gets.
        var fields: [(name: String, value: String)] = []
        /// How long the client should wait before another request, in milliseconds; nil: no advice.
        var advised: Int64?
    }

    /// The time of the first request to the address.
    private var start: Int64?
    /// The time of the first request that an outage concerns.
    private var starts: [ObjectIdentifier: Int64] = [:]
    private var quotas: [ObjectIdentifier: QuotaTable] = [:]

    /// Notes a request to the address.
    mutating func begin(at time: Int64) {
        start = min(start ?? time, time)
    }

    /// Begins anew: outages count from the next request, and quotas are whole.
    mutating func reset() {
        self = TimeRules()
    }

    /// Takes over the use of a quota from the shared state, for the admin API.
    mutating func load(_ table: QuotaTable, of rule: TimeRule) { quotas[ObjectIdentifier(rule)] = table }

    /// The use of a quota; nil if no request has used it.
    func quota(of rule: TimeRule) -> QuotaTable? { quotas[ObjectIdentifier(rule)] }

    /// Decides on a request by the rules of its interaction; a request that one rule rejects uses no later quota.
    mutating func decide(_ rules: [TimeRule], _ request: Request, at time: Int64) -> Decision {
        var decision = Decision()
        for rule in rules {
            decision.add(judge(rule, request, time), on: rule, time)
            guard decision.rejection == nil else { break }
        }
        return decision
    }

    private mutating func judge(_ rule: TimeRule, _ request: Request, _ time: Int64) -> QuotaDecision {
        let id = ObjectIdentifier(rule)
        switch rule.kind {
        case .outage(let window, let outage):
            let first = outage.start == .start ? start ?? time : starts[id] ?? time
            // After a step backwards in time, the outage begins anew.
            let began = min(first, time)
            starts[id] = began
            let remaining = window.remaining(after: time - began)
            return QuotaDecision(isAllowed: remaining == nil, remaining: 0, reset: remaining ?? 0)
        case .rateLimit(let policy, let limit):
            let client = Self.client(of: request, limit.partition)
            return quotas[id, default: QuotaTable()].take(policy, of: client, at: time)
        }
    }

    /// The client whose quota a request uses.
    static func client(of request: Request, _ partition: RateLimitDefinition.Partition) -> [UInt8] {
        switch partition {
        case .address: []
        case .ip: Array(request.peer.utf8)
        case .header(let name):
            request.fields.first { request.head.isName(Array(name.utf8), at: $0.name) }
                .map { Array(request.head[$0.value].prefix(longestClient)) } ?? []
        }
    }

    /// The part of a header field, in bytes, by which clients are told apart.
    private static let longestClient = 1024
}

extension TimeRules.Decision {
    /// Adds the judgment on a rule.
    mutating func add(_ judgment: QuotaDecision, on rule: TimeRule, _ time: Int64) {
        switch rule.kind {
        case .outage(_, let outage):
            guard !judgment.isAllowed else { return }
            rejection = rule
            guard !rule.hasRetryAfter, let form = outage.retryAfter else { return }
            advised = judgment.reset
            fields.append(("Retry-After", Self.retryAfter(judgment.reset, form, time)))
        case .rateLimit(_, let limit):
            fields += RateLimitFields(limit, judgment, time).all
            if judgment.remaining == 0 { advised = judgment.reset }
            guard !judgment.isAllowed else { return }
            rejection = rule
            if !rule.hasRetryAfter {
                fields.append(("Retry-After", Self.retryAfter(judgment.reset, .seconds, time)))
            }
        }
    }

    private static func retryAfter(_ milliseconds: Int64, _ form: RetryAfterForm, _ time: Int64) -> String {
        switch form {
        case .seconds: "\(RateLimitFields.seconds(milliseconds))"
        case .date:
            HTTPDate(secondsSinceEpoch: Int(RateLimitFields.seconds(min(time + milliseconds, MountClock.latest))))
                .description
        }
    }
}

/// The fields that show a quota.
struct RateLimitFields {
    let all: [(name: String, value: String)]

    init(_ limit: RateLimitDefinition, _ decision: QuotaDecision, _ time: Int64) {
        let reset = Self.seconds(decision.reset)
        var fields: [(name: String, value: String)] = []
        if limit.fields.hasDraft {
            fields.append(("RateLimit-Policy", #""\#(limit.name)";q=\#(limit.quota);w=\#(limit.window)"#))
            fields.append(("RateLimit", #""\#(limit.name)";r=\#(decision.remaining);t=\#(reset)"#))
        }
        if limit.fields.hasX {
            fields.append(("X-RateLimit-Limit", "\(limit.quota)"))
            fields.append(("X-RateLimit-Remaining", "\(decision.remaining)"))
            // In seconds since 1970, as GitHub sends it.
            fields.append(("X-RateLimit-Reset", "\(Self.seconds(time + decision.reset))"))
        }
        all = fields
    }

    /// Seconds, rounded up, so that a client that waits so long is not early.
    static func seconds(_ milliseconds: Int64) -> Int64 {
        (milliseconds + 999) / 1000
    }
}
