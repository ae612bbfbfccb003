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

/// The decision on a request that a quota concerns.
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

    /// The number of times that it keeps.
    var size: Int {
        if case .sliding(let times, _) = use { times.count } else { 0 }
    }

    /// Takes a request from the quota, if that is left; after a step backwards in time, the quota is whole.
    mutating func take(_ policy: QuotaPolicy, at now: Int64) -> QuotaDecision {
        if now < lastUsed { self = QuotaCounter(policy, at: now) }
        lastUsed = now
        switch use {
        case .fixed(let start, let used): return takeFixed(policy, now, start, used)
        case .sliding(let times, let first):
            // The list is changed in place.
            use = .fixed(start: 0, used: 0)
            return takeSliding(policy, now, times, first)
        case .bucket(let level, let time): return takeFromBucket(policy, now, level, time)
        }
    }

    private mutating func takeFixed(_ policy: QuotaPolicy, _ now: Int64, _ start: Int64, _ used: Int64) -> QuotaDecision
    {
        let isNew = now - start >= policy.window
        let (start, used) = isNew ? (now, 0) : (start, used)
        let isAllowed = used < policy.quota
        let count = used + (isAllowed ? 1 : 0)
        use = .fixed(start: start, used: count)
        return QuotaDecision(
            isAllowed: isAllowed,
            remaining: policy.quota - count,
            reset: start + policy.window - now
        )
    }

    private mutating func takeSliding(
        _ policy: QuotaPolicy,
        _ now: Int64,
        _ known: consuming [Int64],
        _ start: Int
    ) -> QuotaDecision {
        var (times, first) = (known, start)
        while first < times.count, now - times[first] >= policy.window { first += 1 }
        let isAllowed = Int64(times.count - first) < policy.quota
        if isAllowed { times.append(now) }
        if 2 * first > times.count {
            times.removeFirst(first)
            first = 0
        }
        let count = Int64(times.count - first)
        let reset = first < times.count ? times[first] + policy.window - now : 0
        use = .sliding(times: times, first: first)
        return QuotaDecision(isAllowed: isAllowed, remaining: policy.quota - count, reset: reset)
    }

    private mutating func takeFromBucket(
        _ policy: QuotaPolicy,
        _ now: Int64,
        _ old: Int64,
        _ time: Int64
    ) -> QuotaDecision {
        let capacity = policy.quota * policy.window
        // After a window it is full, so that longer times need no product that could overflow.
        var level = min(capacity, old + min(now - time, policy.window) * policy.quota)
        let isAllowed = level >= policy.window
        if isAllowed { level -= policy.window }
        use = .bucket(level: level, at: now)
        let missing = level >= policy.window ? capacity - level : policy.window - level
        return QuotaDecision(
            isAllowed: isAllowed,
            remaining: level / policy.window,
            reset: (missing + policy.quota - 1) / policy.quota
        )
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

    var count: Int { counters.count }

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
