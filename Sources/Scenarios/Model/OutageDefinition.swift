import Documents
internal import HAL

/// Windows of time in which a server is down, by the clock of the address.
package struct OutageDefinition: Sendable {
    /// The beginning of the time that the windows refer to.
    package enum Start: String, Sendable, CaseIterable {
        /// The first request that the outage concerns.
        case firstRequest
        /// The first request to the address.
        case start
    }

    /// In seconds.
    package var after = 0
    /// In seconds; at least 1.
    package var duration = 1
    /// In seconds; nil: there is one window.
    package var period: Int?
    package var start = Start.firstRequest
    /// The form of the computed `Retry-After`; nil: none.
    package var retryAfter: RetryAfterForm? = .seconds
    /// The response in a window; nil: 503 with a problem document.
    package var response: ResponseDefinition?

    package init() {}
}

/// The form of a `Retry-After` that the server computes.
package enum RetryAfterForm: String, Sendable, CaseIterable {
    case seconds, date
}

extension OutageDefinition {
    static let codec = ObjectCodec(
        "outage",
        "an outage",
        OutageDefinition(),
        keys: [
            Key(
                "after",
                \.after,
                .integer(0...longest),
                default: 0,
                "The seconds until the first outage.",
                example: "after: 10, for: 30"
            ),
            Key("for", required: \.duration, .integer(1...longest), "The seconds of an outage.", example: "for: 30"),
            Key(
                "every",
                \.period,
                .integer(2...longest),
                "The seconds from the beginning of an outage to that of the next; if omitted, there is one.",
                example: "for: 30, every: 120"
            ),
            Key(
                "from",
                \.start,
                .choice,
                default: .firstRequest,
                "The time that `after` counts from: the first request that the outage concerns, or with `start`, the first request to the address.",
                example: "after: 10, for: 30, from: start"
            ),
            Key(
                "retryAfter",
                .retryAfterForm,
                default: .string(RetryAfterForm.seconds.rawValue),
                "The form of `Retry-After`, computed from the end of the outage: `seconds`, `date` or `none`.",
                example: "for: 30, retryAfter: date",
                set: { $0.retryAfter = RetryAfterForm(rawValue: $1) },
                get: { $0.retryAfter?.rawValue ?? none }
            ),
            Key(
                "response",
                \.response,
                ResponseDefinition.codec.codec,
                "The response in an outage; by default 503 with a problem document.",
                example: "for: 30, response: { status: 502 }"
            ),
        ],
        check: { reader, members, outage in
            if let period = outage.period, period <= outage.duration, let member = members["every"] {
                reader.log.error(
                    "'every' must be greater than 'for', or the server is always down",
                    at: member.value,
                    suggestion: "for an endless outage, use a response with status 503"
                )
            }
            ResponseDefinition.checkTimed(outage.response, reader, members)
        }
    )

    /// A year, in seconds.
    private static let longest = 31_536_000
    fileprivate static let none = "none"
}

extension Codec where Value == String {
    fileprivate static let retryAfterForm = word(RetryAfterForm.allCases.map(\.rawValue) + [OutageDefinition.none])
}

extension ResponseDefinition {
    /// Logs what has no effect in the response of an outage or a rate limit.
    static func checkTimed(_ response: ResponseDefinition?, _ reader: NodeReader, _ members: KnownMembers) {
        guard let response, let member = members["response"] else { return }
        if response.template != nil {
            reader.log.error("the response cannot be a template", at: member.value)
        }
        if let raw = member.value["raw"] ?? member.value["rawBase64"] {
            reader.log.error("the response cannot be raw: it needs a head for its computed fields", at: raw)
        }
        if let times = member.value["times"] { reader.log.error("'times' has no effect here", at: times) }
    }
}
