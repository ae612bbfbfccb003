import Messages

/// The key of a Retry-After in its date form.
enum RetryAfterKey: String, KnownKey {
    case date

    static let owner = "retryAfter"
    static let definition = "retryAfter"
    static let required: [Self] = [.date]
    static let table = makeTable()

    var entry: KeyEntry {
        KeyEntry(
            .integer(ResponseKey.seconds),
            "Seconds from the time of the response; sent as an HTTP-date.",
            example: "date: 120"
        )
    }
}

/// The keys of a random delay.
enum DelayKey: String, KnownKey {
    case type, milliseconds, lower, upper, median, sigma, maxValue

    /// The kinds of delay.
    enum Kind: String, CaseIterable, Sendable {
        case fixed, uniform, lognormal

        /// The keys that this kind needs, and those that it may have.
        var keys: (needed: [DelayKey], allowed: [DelayKey]) {
            switch self {
            case .fixed: ([.milliseconds], [])
            case .uniform: ([.lower, .upper], [])
            case .lognormal: ([.median, .sigma], [.maxValue])
            }
        }
    }

    static let owner = "delayDistribution"
    static let definition = "delayDistribution"
    static let required: [Self] = [.type]
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .type:
            KeyEntry(
                .choice(Kind.allCases.map(\.rawValue)),
                "The distribution.",
                example: "type: fixed, milliseconds: 100"
            )
        case .milliseconds:
            KeyEntry(
                .integer(ResponseKey.milliseconds),
                "`fixed`: the delay.",
                example: "type: fixed, milliseconds: 250"
            )
        case .lower:
            KeyEntry(
                .integer(ResponseKey.milliseconds),
                "`uniform`: the shortest delay, in milliseconds.",
                example: "type: uniform, lower: 50, upper: 150"
            )
        case .upper:
            KeyEntry(
                .integer(ResponseKey.milliseconds),
                "`uniform`: the longest delay, in milliseconds.",
                example: "type: uniform, lower: 0, upper: 100"
            )
        case .median:
            KeyEntry(
                .number,
                "`lognormal`: the median, in milliseconds.",
                example: "type: lognormal, median: 80, sigma: 0.4"
            )
        case .sigma:
            KeyEntry(
                .number,
                "`lognormal`: the standard deviation of the logarithm.",
                example: "type: lognormal, median: 80, sigma: 0.1"
            )
        case .maxValue:
            KeyEntry(
                .number,
                "`lognormal`: the longest delay, in milliseconds.",
                example: "type: lognormal, median: 80, sigma: 0.4, maxValue: 500"
            )
        }
    }
}

/// The keys of a body in pieces.
enum DribbleKey: String, KnownKey {
    case numberOfChunks, totalDuration

    static let owner = "chunkedDribbleDelay"
    static let definition = "chunkedDribbleDelay"
    static let required: [Self] = [.numberOfChunks, .totalDuration]
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .numberOfChunks:
            KeyEntry(
                .integer(1...1_000_000),
                "The number of pieces.",
                example: "numberOfChunks: 4, totalDuration: 200"
            )
        case .totalDuration:
            KeyEntry(
                .integer(ResponseKey.milliseconds),
                "The sum of all pauses, in milliseconds.",
                example: "numberOfChunks: 2, totalDuration: 1000"
            )
        }
    }
}

/// The key of a body's pace.
enum ThrottleKey: String, KnownKey {
    case bytesPerSecond

    static let owner = "throttle"
    static let definition = "throttle"
    static let required: [Self] = [.bytesPerSecond]
    static let table = makeTable()

    var entry: KeyEntry {
        KeyEntry(
            .integer(1...Int(Int32.max)),
            "Bytes of the body per second.",
            example: "bytesPerSecond: 1000"
        )
    }
}

/// The keys of a fault.
enum FaultKey: String, KnownKey {
    case effect, after

    static let owner = "a fault"
    static let definition = "fault"
    static let required: [Self] = [.effect]
    static let table = makeTable()
    /// What may stand in place of the object.
    static let words = Fault.Effect.allCases.map(\.rawValue) + WireMockFault.allCases.map(\.rawValue)

    var entry: KeyEntry {
        switch self {
        case .effect:
            KeyEntry(
                .choice(Fault.Effect.allCases.map(\.rawValue)),
                "What happens to the connection.",
                example: "effect: close"
            )
        case .after:
            KeyEntry(
                .either([
                    .choice(FaultPhase.allCases.map(\.rawValue)), .integer(FaultPhaseKey.bytes),
                    .definition(FaultPhaseKey.keyTable),
                ]),
                "When: after the `request` (the default, except for `badChunk`: after the `head`), after the `head`, or after a number of bytes of the body.",
                example: "effect: reset, after: { bodyBytes: 10 }"
            )
        }
    }
}

/// The phases of a fault that have a name.
enum FaultPhase: String, CaseIterable, Sendable {
    case request, head

    var phase: Fault.Phase {
        switch self {
        case .request: .request
        case .head: .head
        }
    }
}

/// The key of a phase inside the body.
enum FaultPhaseKey: String, KnownKey {
    case bodyBytes

    static let owner = "after"
    static let definition = "faultPhase"
    static let required: [Self] = [.bodyBytes]
    static let table = makeTable()

    static let bytes = 0...Int(Int32.max)

    var entry: KeyEntry {
        KeyEntry(
            .integer(Self.bytes),
            "The number of bytes of the body that are sent first.",
            example: "bodyBytes: 10"
        )
    }
}
