package import Documents
package import HAL
package import Matching

/// The outcome that a client must report; a property that is nil is not checked.
package struct Expectation: Sendable {
    package var outcome: OutcomeKind
    package var status: Int?
    package var headers: [Named<MultiValueMatcher>] = []
    package var body: Matcher?
    package var location: Expected<String>?
    /// An HTTP-date.
    package var lastModified: Expected<String>?
    /// JSON that the decoded state must contain.
    package var model: JSONValue?
    package var relations: RelationsExpectation?
    package var embedded: [Named<EmbeddedExpectation>]?
    /// The exact list of challenges; empty if there must be none.
    package var challenges: [ChallengeExpectation]?
    package var notModified: Bool?
    package var permanent: Bool?
    package var retryAfter: Expected<ExpectedRetryAfter>?
    package var kind: ConnectionFailureKind?
    /// The reason for a failure of the kind `tls`.
    package var reason: TLSFailureReason?
    /// The permanent redirects that the client followed, in order.
    package var notices: [RedirectNotice]?
    /// The requests that the server received, one pattern for each hop.
    package var received: [RequestPattern]?
    /// Whether the server must receive the request of the step once if `received` is nil: not with `received: any`.
    package var isReceiptJudged = true
    package var elapsedMilliseconds: CountExpectation?

    package init(outcome: OutcomeKind) {
        self.outcome = outcome
    }
}

extension Expectation {
    /// Sets the value of `received`; nil: any requests.
    fileprivate mutating func receive(_ patterns: [RequestPattern]?) {
        received = patterns
        isReceiptJudged = patterns != nil
    }
}

/// The reason for an incomplete response.
package enum ConnectionFailureKind: String, Sendable, CaseIterable {
    case dns, refused, reset, truncated, timedOut, tls, protocolViolation, tooLarge, cancelled, offline, other
}

/// The reason for a failed TLS handshake.
package enum TLSFailureReason: String, Sendable, CaseIterable {
    case expired, notYetValid, selfSigned, untrusted, wrongHost, unsupportedProtocol, clientCertificateRequired
    case handshake, other
}

extension Expectation {
    static let codec = ObjectCodec(
        "expect",
        "an expectation",
        Expectation(outcome: .success),
        keys: groups.flatMap(\.keys),
        check: { reader, members, expectation in
            let word = members["outcome"].flatMap { reader.filled($0.value) }?.text
            guard word == expectation.outcome.rawValue else { return }
            for member in members.all where outcomes[member.name]?.contains(expectation.outcome) == false {
                let message = "'\(member.name)' is not supported for outcome '\(expectation.outcome.rawValue)'"
                reader.log.error(message, at: member.key)
            }
            if let reason = members["reason"], let kind = expectation.kind, kind != .tls {
                reader.log.error("'reason' is supported for kind 'tls' only, not '\(kind.rawValue)'", at: reason.key)
            }
        }
    )
    .cached()

    /// Keys, and the outcomes for which they are checked.
    private struct Group: Sendable {
        let outcomes: Set<OutcomeKind>
        let keys: [Key<Expectation>]

        init(_ outcomes: Set<OutcomeKind>, _ keys: [Key<Expectation>]) {
            self.outcomes = outcomes
            self.keys = keys
        }
    }

    /// The outcomes for which a key is checked, by its name.
    private static let outcomes = Dictionary(
        groups.flatMap { group in group.keys.map { ($0.entry.name, group.outcomes) } }
    ) { first, _ in first }

    private static let groups = [
        Group(all, outcomeKeys),
        Group(all.subtracting([.connectionFailure]), responseKeys),
        Group([.success, .conflict], SharedRepresentation.keysOfUse(rest: ", outcome: success") + resourceKeys),
        Group([.authenticationRequired], challengeKeys),
        Group([.redirection], redirectionKeys),
        Group([.serverUnavailable, .clientError, .redirection], retryKeys),
        Group([.connectionFailure], failureKeys),
        Group(all, requestKeys),
    ]

    private static let all = Set(OutcomeKind.allCases)

    private static let outcomeKeys: [Key<Expectation>] = [
        Key("outcome", required: \.outcome, .choice, "The class of the response.", example: "outcome: success")
    ]

    private static let responseKeys: [Key<Expectation>] = [
        Key("status", \.status, .integer(100...999), "The status code.", example: "outcome: clientError, status: 404"),
        Key(
            "headers",
            \.headers,
            .headerPatterns,
            default: [],
            "Matchers for header fields, by name.",
            example: "outcome: success, headers: { ETag: { absent: true } }"
        ),
        Key(
            "body",
            \.body,
            .matcher,
            "A matcher for the body.",
            example: "outcome: success, body: { contains: price }"
        ),
        Key(
            "location",
            \.location,
            .expectedText,
            "The `Location`, resolved; `absent` if there must be none.",
            example: "outcome: redirection, location: /stations"
        ),
        Key(
            "lastModified",
            \.lastModified,
            .expectedDate,
            "The `Last-Modified` as an HTTP-date, or `absent`.",
            example: "outcome: success, lastModified: absent"
        ),
    ]

    private static let resourceKeys: [Key<Expectation>] = [
        Key(
            "model",
            \.model,
            .json,
            "JSON that the decoded state must contain.",
            example: "outcome: success, model: { price: 2.890 }"
        ),
        Key(
            "relations",
            \.relations,
            .relations,
            "The relations that the resource must have, or the target of each.",
            example: "outcome: success, relations: { self: /stations/7 }"
        ),
        Key(
            "embedded",
            \.embedded,
            .embedded,
            "By relation: the number of embedded resources, or JSON that each must contain.",
            example: "outcome: success, embedded: { stations: 2 }"
        ),
    ]

    private static let challengeKeys: [Key<Expectation>] = [
        Key(
            "challenges",
            \.challenges,
            ChallengeExpectation.codec.codec.list(),
            "The challenges, exactly.",
            example: "outcome: authenticationRequired, challenges: [{ scheme: Bearer, realm: api }]"
        )
    ]

    private static let redirectionKeys: [Key<Expectation>] = [
        Key(
            "notModified",
            \.notModified,
            .boolean,
            "Whether the response is 304.",
            example: "outcome: redirection, notModified: true"
        ),
        Key(
            "permanent",
            \.permanent,
            .boolean,
            "Whether the redirection is permanent.",
            example: "outcome: redirection, permanent: false"
        ),
    ]

    private static let retryKeys: [Key<Expectation>] = [
        Key(
            "retryAfter",
            \.retryAfter,
            .expectedRetryAfter,
            "When to retry, or `absent`.",
            example: "outcome: serverUnavailable, retryAfter: { seconds: 120 }"
        )
    ]

    private static let failureKeys: [Key<Expectation>] = [
        Key(
            "kind",
            \.kind,
            .choice,
            "The kind of connection failure.",
            example: "outcome: connectionFailure, kind: timedOut"
        ),
        Key(
            "reason",
            \.reason,
            .choice,
            "The reason for a connection failure of the kind `tls`.",
            example: "outcome: connectionFailure, kind: tls, reason: expired"
        ),
    ]

    private static let requestKeys: [Key<Expectation>] = [
        Key(
            "notices",
            \.notices,
            RedirectNotice.codec.codec.list(),
            "The permanent redirects that the client followed, in order.",
            example: "outcome: success, notices: [{ from: /old, to: /new }]"
        ),
        Key(
            "received",
            .received,
            "The request that the server received; a list has one pattern per hop. By default, the server must receive the request of the step once, and one for each redirect; `any` allows all requests.",
            example: "outcome: success, received: { headers: { Accept: { contains: hal } } }",
            set: { $0.receive($1) }
        ),
        Key(
            "elapsedMilliseconds",
            \.elapsedMilliseconds,
            CountExpectation.codec.codec,
            "How long the step took.",
            example: "outcome: success, elapsedMilliseconds: { atMost: 2000 }"
        ),
    ]
}
