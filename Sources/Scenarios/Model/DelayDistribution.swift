import Documents
package import HAL

/// A random delay in milliseconds, added to the fixed one.
package enum DelayDistribution: Sendable, Hashable {
    case fixed(milliseconds: Int)
    /// Both ends included.
    case uniform(lower: Int, upper: Int)
    case lognormal(median: Double, sigma: Double, maximum: Double?)
}

extension DelayDistribution {
    /// The distribution as WireMock shows it.
    package var wireMockJSON: JSONValue { Draft.codec.write(Draft(self)) }

    private enum Kind: String, CaseIterable, Sendable {
        case fixed, uniform, lognormal

        /// The keys that this kind needs, and those that it may have.
        var keys: (needed: [String], allowed: [String]) {
            switch self {
            case .fixed: (["milliseconds"], [])
            case .uniform: (["lower", "upper"], [])
            case .lognormal: (["median", "sigma"], ["maxValue"])
            }
        }
    }

    /// The keys of all kinds.
    fileprivate struct Draft: Sendable {
        private var kind = Kind.fixed
        private var milliseconds: Int?
        private var lower: Int?
        private var upper: Int?
        private var median: Double?
        private var sigma: Double?
        private var maximum: Double?

        private init() {}

        init(_ distribution: DelayDistribution) {
            switch distribution {
            case .fixed(let milliseconds): self.milliseconds = milliseconds
            case .uniform(let lower, let upper): (kind, self.lower, self.upper) = (.uniform, lower, upper)
            case .lognormal(let median, let sigma, let maximum):
                (kind, self.median, self.sigma, self.maximum) = (.lognormal, median, sigma, maximum)
            }
        }

        static let codec = ObjectCodec(
            "delayDistribution",
            "delayDistribution",
            Draft(),
            keys: [
                Key("type", required: \.kind, .choice, "The distribution.", example: "type: fixed, milliseconds: 100"),
                Key(
                    "milliseconds",
                    \.milliseconds,
                    .milliseconds,
                    "`fixed`: the delay.",
                    example: "type: fixed, milliseconds: 250"
                ),
                Key(
                    "lower",
                    \.lower,
                    .milliseconds,
                    "`uniform`: the shortest delay, in milliseconds.",
                    example: "type: uniform, lower: 50, upper: 150"
                ),
                Key(
                    "upper",
                    \.upper,
                    .milliseconds,
                    "`uniform`: the longest delay, in milliseconds.",
                    example: "type: uniform, lower: 0, upper: 100"
                ),
                Key(
                    "median",
                    \.median,
                    .milliseconds,
                    "`lognormal`: the median, in milliseconds.",
                    example: "type: lognormal, median: 80, sigma: 0.4"
                ),
                Key(
                    "sigma",
                    \.sigma,
                    .number(0...10),
                    "`lognormal`: the standard deviation of the logarithm.",
                    example: "type: lognormal, median: 80, sigma: 0.1"
                ),
                Key(
                    "maxValue",
                    \.maximum,
                    .milliseconds,
                    "`lognormal`: the longest delay, in milliseconds.",
                    example: "type: lognormal, median: 80, sigma: 0.4, maxValue: 500"
                ),
            ],
            check: { reader, members, draft in
                let type = members["type"].flatMap { reader.filled($0.value) }
                guard type?.text == draft.kind.rawValue else { return }
                draft.check(reader, members)
            }
        )

        private func check(_ reader: NodeReader, _ members: KnownMembers) {
            let (needed, allowed) = kind.keys
            for key in needed where members[key] == nil {
                let message = "delayDistribution of type '\(kind.rawValue)' needs the key '\(key)'"
                reader.log.error(message, at: members.node)
            }
            for member in members.all where !(["type"] + needed + allowed).contains(member.name) {
                reader.log.error("'\(member.name)' has no effect in type '\(kind.rawValue)'", at: member.key)
            }
            if let lower, let upper, lower > upper, let member = members["upper"] {
                reader.log.error("'upper' must not be less than 'lower'", at: member.value)
            }
            if let median, let maximum, maximum < median, let member = members["maxValue"] {
                reader.log.error("'maxValue' must not be less than 'median'", at: member.value)
            }
        }

        /// Nil if a key is missing.
        var distribution: DelayDistribution? {
            switch kind {
            case .fixed: milliseconds.map { .fixed(milliseconds: $0) }
            case .uniform:
                if let lower, let upper, lower <= upper { .uniform(lower: lower, upper: upper) } else { nil }
            case .lognormal:
                if let median, let sigma { .lognormal(median: median, sigma: sigma, maximum: maximum) } else { nil }
            }
        }
    }
}

extension Codec where Value == DelayDistribution {
    static let delayDistribution = DelayDistribution.Draft.codec.codec(
        { $0.distribution },
        from: { DelayDistribution.Draft($0) }
    )
}
