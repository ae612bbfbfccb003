/// The keys of what a client must make of an answer.
enum ExpectKey: String, KnownKey {
    case outcome, status, headers, body, location, lastModified, model, relations, embedded, challenges
    case notModified, permanent, retryAfter, kind, notices, received, elapsedMilliseconds

    static let owner = "an expectation"
    static let definition = "expect"
    static let required: [Self] = [.outcome]
    static let table = makeTable()
    /// Stands for a value that must be missing.
    static let absent = "absent"
    /// Where a relation leads.
    private static let target = Shape.definition(MatcherKey.keyTable)

    /// Whether the key can be judged for an outcome.
    func isJudged(for outcome: ExpectedOutcome) -> Bool {
        switch self {
        case .outcome, .notices, .received, .elapsedMilliseconds: true
        case .status, .headers, .body, .location, .lastModified: outcome != .connectionFailure
        case .model, .relations, .embedded: outcome == .success || outcome == .conflict
        case .challenges: outcome == .authenticationRequired
        case .notModified, .permanent: outcome == .redirection
        case .retryAfter: outcome == .serverUnavailable || outcome == .clientError || outcome == .redirection
        case .kind: outcome == .connectionFailure
        }
    }

    var entry: KeyEntry {
        switch self {
        case .outcome:
            KeyEntry(
                .choice(ExpectedOutcome.allCases.map(\.rawValue)),
                "The class of the response.",
                example: "outcome: success"
            )
        case .status: KeyEntry(.integer(100...999), "The status code.", example: "outcome: clientError, status: 404")
        case .headers:
            KeyEntry(
                .map(.definition(MultiValueKey.keyTable)),
                "Matchers for header fields, by name.",
                example: "outcome: success, headers: { ETag: { absent: true } }"
            )
        case .body:
            KeyEntry(
                .definition(MatcherKey.keyTable),
                "A matcher for the body.",
                example: "outcome: success, body: { contains: price }"
            )
        case .location:
            KeyEntry(
                .text,
                "The `Location`, resolved; `absent` if there must be none.",
                example: "outcome: redirection, location: /stations"
            )
        case .lastModified:
            KeyEntry(
                .text,
                "The `Last-Modified` as an HTTP-date, or `absent`.",
                example: "outcome: success, lastModified: absent"
            )
        case .model:
            KeyEntry(
                .anything,
                "JSON that the decoded state must contain.",
                example: "outcome: success, model: { price: 2.890 }"
            )
        case .relations:
            KeyEntry(
                .either([.list(.text), .map(.either([Self.target, .list(Self.target)]))]),
                "The relations that the resource must have, or the target of each.",
                example: "outcome: success, relations: { self: /stations/7 }"
            )
        case .embedded:
            KeyEntry(
                .map(.either([.integer(0...Int(Int32.max)), .list(.anything)])),
                "By relation: the number of embedded resources, or JSON that each must contain.",
                example: "outcome: success, embedded: { stations: 2 }"
            )
        case .challenges:
            KeyEntry(
                .list(.definition(ChallengeKey.keyTable)),
                "The challenges, exactly.",
                example: "outcome: authenticationRequired, challenges: [{ scheme: Bearer, realm: api }]"
            )
        case .notModified:
            KeyEntry(
                .boolean,
                "Whether the response is 304.",
                example: "outcome: redirection, notModified: true"
            )
        case .permanent:
            KeyEntry(
                .boolean,
                "Whether the redirection is permanent.",
                example: "outcome: redirection, permanent: false"
            )
        case .retryAfter:
            KeyEntry(
                .either([.choice([Self.absent]), .definition(ExpectedRetryAfterKey.keyTable)]),
                "When to retry, or `absent`.",
                example: "outcome: serverUnavailable, retryAfter: { seconds: 120 }"
            )
        case .kind:
            KeyEntry(
                .choice(ConnectionFailureKind.allCases.map(\.rawValue)),
                "The kind of connection failure.",
                example: "outcome: connectionFailure, kind: timedOut"
            )
        case .notices:
            KeyEntry(
                .list(.definition(NoticeKey.keyTable)),
                "The permanent redirects that the client followed, in order.",
                example: "outcome: success, notices: [{ from: /old, to: /new }]"
            )
        case .received:
            KeyEntry(
                .either([.definition(RequestKey.keyTable), .list(.definition(RequestKey.keyTable))]),
                "The request that the server received; a list has one pattern per hop.",
                example: "outcome: success, received: { headers: { Accept: { contains: hal } } }"
            )
        case .elapsedMilliseconds:
            KeyEntry(
                .definition(CountKey.keyTable),
                "How long the step took.",
                example: "outcome: success, elapsedMilliseconds: { atMost: 2000 }"
            )
        }
    }
}

/// The keys of an expected challenge.
enum ChallengeKey: String, KnownKey {
    case scheme, realm, parameters, token68

    static let owner = "a challenge"
    static let definition = "challenge"
    static let required: [Self] = [.scheme]
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .scheme: KeyEntry(.text, "The authentication scheme.", example: "scheme: Bearer")
        case .realm: KeyEntry(.text, "The realm.", example: "scheme: Basic, realm: api")
        case .parameters:
            KeyEntry(
                .map(.text),
                "The other parameters.",
                example: "scheme: Bearer, parameters: { error: invalid_token }"
            )
        case .token68: KeyEntry(.text, "The token in place of parameters.", example: "scheme: Negotiate, token68: YWJj")
        }
    }
}

/// The keys of an expected Retry-After.
enum ExpectedRetryAfterKey: String, KnownKey {
    case seconds, date

    static let owner = "retryAfter"
    static let definition = "expectedRetryAfter"
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .seconds:
            KeyEntry(
                .integer(ResponseKey.seconds),
                "Seconds from the response, give or take two.",
                example: "seconds: 120"
            )
        case .date: KeyEntry(.text, "An HTTP-date.", example: "date: 'Thu, 01 Jan 2026 00:00:00 GMT'")
        }
    }
}

/// The keys of the notice of a permanent redirect.
enum NoticeKey: String, KnownKey {
    case from, to

    static let owner = "a notice"
    static let definition = "notice"
    static let required: [Self] = [.from, .to]
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .from: KeyEntry(.text, "The address that moved.", example: "from: /old, to: /new")
        case .to: KeyEntry(.text, "Its new address.", example: "from: /old, to: /new")
        }
    }
}
