import Messages

extension NodeReader {
    func retryAfter(_ node: Node, _ name: String) -> ResponseDefinition.RetryAfter? {
        guard case .mapping = node.content else {
            return integer(node, name, in: 0...ResponseKey.seconds.upperBound).map { .seconds($0) }
        }
        guard let member = members(of: node, as: RetryAfterKey.self)?.first else { return nil }
        switch member.key {
        case .date: return integer(member.value, "'date'", in: ResponseKey.seconds).map { .date(secondsAhead: $0) }
        }
    }

    func bytesPerSecond(_ node: Node) -> Int? {
        guard let member = members(of: node, as: ThrottleKey.self)?.first else { return nil }
        switch member.key {
        case .bytesPerSecond: return integer(member.value, "'bytesPerSecond'", in: 1...Int(Int32.max))
        }
    }

    func dribble(_ node: Node) -> ChunkedDribble? {
        guard let members = members(of: node, as: DribbleKey.self) else { return nil }
        var dribble = ChunkedDribble(numberOfChunks: 1, totalMilliseconds: 0)
        for member in members {
            switch member.key {
            case .numberOfChunks:
                dribble.numberOfChunks = integer(member.value, "'numberOfChunks'", in: 1...1_000_000) ?? 1
            case .totalDuration:
                dribble.totalMilliseconds = integer(member.value, "'totalDuration'", in: ResponseKey.milliseconds) ?? 0
            }
        }
        return dribble
    }

    func delay(_ node: Node) -> DelayDistribution? {
        guard let members = members(of: node, as: DelayKey.self) else { return nil }
        guard let type = members.first(where: { $0.key == .type }) else { return nil }
        guard let kind = choice(type.value, "'type'", of: DelayKey.Kind.self) else { return nil }
        let keys = kind.keys
        for key in keys.needed where !members.contains(where: { $0.key == key }) {
            log.error("delayDistribution of type '\(kind.rawValue)' needs the key '\(key.rawValue)'", at: node)
        }
        for member in members where member.key != .type && !(keys.needed + keys.allowed).contains(member.key) {
            log.error("'\(member.key.rawValue)' has no effect in type '\(kind.rawValue)'", at: member.keyNode)
        }
        return delay(kind, members)
    }

    private func delay(_ kind: DelayKey.Kind, _ members: [Member<DelayKey>]) -> DelayDistribution? {
        func value(_ key: DelayKey) -> Node? { members.first { $0.key == key }?.value }
        func milliseconds(_ key: DelayKey) -> Int? {
            value(key).flatMap { integer($0, "'\(key.rawValue)'", in: ResponseKey.milliseconds) }
        }
        func decimal(_ key: DelayKey) -> Double? {
            let range = key == .sigma ? 0...10 : 0...Double(ResponseKey.milliseconds.upperBound)
            return value(key).flatMap { number($0, "'\(key.rawValue)'", in: range) }
        }
        switch kind {
        case .fixed: return milliseconds(.milliseconds).map { .fixed(milliseconds: $0) }
        case .uniform:
            guard let lower = milliseconds(.lower), let upper = milliseconds(.upper) else { return nil }
            guard lower <= upper else {
                if let node = value(.upper) { log.error("'upper' must not be less than 'lower'", at: node) }
                return nil
            }
            return .uniform(lower: lower, upper: upper)
        case .lognormal:
            guard let median = decimal(.median), let sigma = decimal(.sigma) else { return nil }
            let maximum = decimal(.maxValue)
            if let node = value(.maxValue), let maximum, maximum < median {
                log.error("'maxValue' must not be less than 'median'", at: node)
            }
            return .lognormal(median: median, sigma: sigma, maximum: maximum)
        }
    }

    func fault(_ node: Node) -> Fault? {
        guard case .mapping = node.content else { return shortFault(node) }
        guard let members = members(of: node, as: FaultKey.self) else { return nil }
        var effect: Fault.Effect?
        var phase: Fault.Phase?
        for member in members {
            switch member.key {
            case .effect: effect = choice(member.value, "'effect'", of: Fault.Effect.self)
            case .after: phase = faultPhase(member.value)
            }
        }
        return effect.map { Fault($0, after: phase ?? $0.usualPhase) }
    }

    /// An effect alone, or one of WireMock's faults.
    private func shortFault(_ node: Node) -> Fault? {
        guard let word = word(node, "'fault'", among: FaultKey.words) else { return nil }
        if let fault = WireMockFault(rawValue: word) { return fault.fault }
        return Fault.Effect(rawValue: word).map { Fault($0, after: $0.usualPhase) }
    }

    /// `request`, `head`, a number of bytes of the body, or `{ bodyBytes: N }`.
    private func faultPhase(_ node: Node) -> Fault.Phase? {
        if case .mapping = node.content {
            guard let member = members(of: node, as: FaultPhaseKey.self)?.first else { return nil }
            switch member.key {
            case .bodyBytes: return bodyBytes(member.value, "'bodyBytes'")
            }
        }
        if let scalar = filled(node), case .number = scalar.resolved { return bodyBytes(node, "'after'") }
        let words = FaultPhase.allCases.map(\.rawValue)
        let others = ["a number of bytes of the body"]
        return word(node, "'after'", among: words, others: others).flatMap { FaultPhase(rawValue: $0)?.phase }
    }

    private func bodyBytes(_ node: Node, _ name: String) -> Fault.Phase? {
        integer(node, name, in: FaultPhaseKey.bytes).map { .bodyBytes($0) }
    }
}

extension Fault.Effect {
    /// When it happens where the file does not say: as early as it can.
    fileprivate var usualPhase: Fault.Phase {
        switch self {
        case .reset, .close, .stall, .garbage: .request
        case .badChunk: .head
        }
    }
}
