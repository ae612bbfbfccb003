import Scenarios

/// A quota and its window, in milliseconds.
struct QuotaPolicy: Sendable, Hashable {
    let quota: Int64
    let window: Int64
    let kind: RateLimitDefinition.Kind

    init(_ definition: RateLimitDefinition) {
        quota = Int64(definition.quota)
        window = Int64(definition.window) * 1000
        kind = definition.kind
    }
}

/// What a client has left of a quota.
package struct QuotaStatus: Sendable, Hashable {
    /// The number of further requests that are allowed now.
    package let remaining: Int64
    /// The time in milliseconds until more are.
    package let reset: Int64
}

/// The judgment on a request that a quota or an outage concerns; after an outage nothing remains.
struct QuotaDecision: Sendable, Hashable {
    let isAllowed: Bool
    /// The number of further requests that are allowed now.
    let remaining: Int64
    /// The time in milliseconds until more are: one, if none remains; else until the next reset.
    let reset: Int64
}

/// The use that one client has made of a quota; times are in milliseconds.
struct QuotaCounter: Sendable, Hashable {
    private enum Use: Hashable {
        case fixed(start: Int64, used: Int64)
        /// The times of the requests in the window, the oldest first, from `first` on.
        case sliding(times: [Int64], first: Int)
        /// Parts of requests: a request needs `window` parts, and `quota` parts are added each millisecond.
        case bucket(level: Int64, at: Int64)
    }

    private var use: Use
    private(set) var lastUsed: Int64

    init(_ policy: QuotaPolicy, at now: Int64) {
        lastUsed = now
        use =
            switch policy.kind {
            case .fixed: .fixed(start: now, used: 0)
            case .sliding: .sliding(times: [], first: 0)
            case .tokenBucket: .bucket(level: policy.quota * policy.window, at: now)
            }
    }

    /// Reads a counter of `SharedScripts.judge`: the time of the last request, and the use; nil if it is anything else.
    init?(_ policy: QuotaPolicy, shared text: some StringProtocol) {
        let numbers = text.split(separator: " ").compactMap { Int64($0) }
        guard let first = numbers.first, numbers.allSatisfy({ (0...1 << 53).contains($0) }) else { return nil }
        lastUsed = first
        switch policy.kind {
        case .fixed:
            guard numbers.count == 3, numbers[2] <= policy.quota else { return nil }
            use = .fixed(start: numbers[1], used: numbers[2])
        case .sliding:
            guard numbers.count - 1 <= policy.quota else { return nil }
            use = .sliding(times: Array(numbers.dropFirst()), first: 0)
        case .tokenBucket:
            guard numbers.count == 2, numbers[1] <= policy.quota * policy.window else { return nil }
            use = .bucket(level: numbers[1], at: first)
        }
    }

    /// The number of times that it keeps.
    var size: Int {
        if case .sliding(let times, _) = use { times.count } else { 0 }
    }

    /// Takes a request from the quota, if that is left; after a step backwards in time, the quota is whole.
    mutating func take(_ policy: QuotaPolicy, at now: Int64) -> QuotaDecision {
        advance(policy, to: now)
        let isAllowed = remaining(policy) > 0
        if isAllowed { useOne(policy, at: now) }
        return QuotaDecision(isAllowed: isAllowed, remaining: remaining(policy), reset: reset(policy, at: now))
    }

    /// What a request would find.
    consuming func status(_ policy: QuotaPolicy, at now: Int64) -> QuotaStatus {
        advance(policy, to: now)
        return QuotaStatus(remaining: remaining(policy), reset: reset(policy, at: now))
    }

    /// Drops what no longer counts.
    private mutating func advance(_ policy: QuotaPolicy, to now: Int64) {
        if now < lastUsed { self = QuotaCounter(policy, at: now) }
        lastUsed = now
        switch use {
        case .fixed(let start, _):
            if now - start >= policy.window { use = .fixed(start: now, used: 0) }
        case .sliding(var times, var first):
            // The list is changed in place.
            use = .fixed(start: now, used: 0)
            while first < times.count, now - times[first] >= policy.window { first += 1 }
            if 2 * first > times.count {
                times.removeFirst(first)
                first = 0
            }
            use = .sliding(times: times, first: first)
        case .bucket(let level, let time):
            // After a window it is full, so that longer times need no product that could overflow.
            let added = min(now - time, policy.window) * policy.quota
            use = .bucket(level: min(policy.quota * policy.window, level + added), at: now)
        }
    }

    private mutating func useOne(_ policy: QuotaPolicy, at now: Int64) {
        switch use {
        case .fixed(let start, let used): use = .fixed(start: start, used: used + 1)
        case .sliding(var times, let first):
            use = .fixed(start: now, used: 0)
            times.append(now)
            use = .sliding(times: times, first: first)
        case .bucket(let level, let time): use = .bucket(level: level - policy.window, at: time)
        }
    }

    private func remaining(_ policy: QuotaPolicy) -> Int64 {
        switch use {
        case .fixed(_, let used): policy.quota - used
        case .sliding(let times, let first): policy.quota - Int64(times.count - first)
        case .bucket(let level, _): level / policy.window
        }
    }

    private func reset(_ policy: QuotaPolicy, at now: Int64) -> Int64 {
        switch use {
        case .fixed(let start, _): return start + policy.window - now
        case .sliding(let times, let first): return first < times.count ? times[first] + policy.window - now : 0
        case .bucket(let level, _):
            let needed = level >= policy.window ? policy.quota * policy.window : policy.window
            return (needed - level + policy.quota - 1) / policy.quota
        }
    }
}

/// The counters of a quota by client, of which those that were used last are kept.
struct QuotaTable: Sendable {
    /// The maximum number of clients.
    static let mostClients = 10_000
    /// The maximum number of times that sliding windows keep.
    static let mostTimes = 1_000_000

    private var counters: [[UInt8]: QuotaCounter] = [:]
    private var times = 0

    init() {}

    /// Creates a table with the counters of clients.
    init(_ counters: [[UInt8]: QuotaCounter]) {
        self.counters = counters
    }

    var count: Int { counters.count }

    /// What the client has left that has used most; nil if none has used any.
    func lowest(_ policy: QuotaPolicy, at now: Int64) -> QuotaStatus? {
        counters.values.lazy.map { $0.status(policy, at: now) }
            .min { ($0.remaining, $1.reset) < ($1.remaining, $0.reset) }
    }

    /// Takes a request of a client from its quota.
    mutating func take(_ policy: QuotaPolicy, of client: [UInt8], at now: Int64) -> QuotaDecision {
        var counter = counters.removeValue(forKey: client) ?? QuotaCounter(policy, at: now)
        times -= counter.size
        let decision = counter.take(policy, at: now)
        times += counter.size
        counters[client] = counter
        if counters.count > Self.mostClients || times > Self.mostTimes, counters.count > 1 { forgetOldest() }
        return decision
    }

    /// Forgets the half of the clients that was used less recently.
    private mutating func forgetOldest() {
        let kept = counters.sorted { $0.value.lastUsed > $1.value.lastUsed }.prefix((counters.count + 1) / 2)
        counters = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        times = counters.values.reduce(0) { $0 + $1.size }
    }
}
