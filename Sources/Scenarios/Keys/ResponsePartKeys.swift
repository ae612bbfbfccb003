import Messages

/// The key of a Retry-After in its date form.
enum RetryAfterKey: String, KnownKey {
    case date

    static let owner = "retryAfter"
    static let definition = "retryAfter"
    static let required: [Self] = [.date]
    static let table = makeTable()

    var shape: Shape { .integer(ResponseKey.seconds) }

    var summary: String { "Seconds from the moment of answering; sent as an HTTP-date." }
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

    var shape: Shape {
        switch self {
        case .type: .choice(Kind.allCases.map(\.rawValue))
        case .milliseconds, .lower, .upper: .integer(ResponseKey.milliseconds)
        case .median, .sigma, .maxValue: .number
        }
    }

    var summary: String {
        switch self {
        case .type: "The kind of distribution."
        case .milliseconds: "fixed: the delay."
        case .lower: "uniform: the shortest delay, in milliseconds."
        case .upper: "uniform: the longest delay, in milliseconds."
        case .median: "lognormal: the median, in milliseconds."
        case .sigma: "lognormal: the standard deviation of the logarithm."
        case .maxValue: "lognormal: the longest delay, in milliseconds."
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

    var shape: Shape {
        switch self {
        case .numberOfChunks: .integer(1...1_000_000)
        case .totalDuration: .integer(ResponseKey.milliseconds)
        }
    }

    var summary: String {
        switch self {
        case .numberOfChunks: "The number of pieces."
        case .totalDuration: "All pauses together, in milliseconds."
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

    var shape: Shape { .integer(1...Int(Int32.max)) }

    var summary: String { "Bytes of the body a second." }
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

    var shape: Shape {
        switch self {
        case .effect: .choice(Fault.Effect.allCases.map(\.rawValue))
        case .after:
            .either([
                .choice(FaultPhase.allCases.map(\.rawValue)), .integer(FaultPhaseKey.bytes),
                .definition(FaultPhaseKey.definition),
            ])
        }
    }

    var summary: String {
        switch self {
        case .effect: "What goes wrong."
        case .after: "After the request (default; badChunk: after the head), the head, or so many bytes of the body."
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

    var shape: Shape { .integer(Self.bytes) }

    var summary: String { "The number of bytes of the body that are sent before." }
}
