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
    private static let target = Shape.definition(MatcherKey.definition)

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

    var shape: Shape {
        switch self {
        case .outcome: .choice(ExpectedOutcome.allCases.map(\.rawValue))
        case .status: .integer(100...999)
        case .headers: .map(.definition(MultiValueKey.definition))
        case .body: .definition(MatcherKey.definition)
        case .location, .lastModified: .text
        case .model: .anything
        case .relations: .either([.list(.text), .map(.either([Self.target, .list(Self.target)]))])
        case .embedded: .map(.either([.integer(0...Int(Int32.max)), .list(.anything)]))
        case .challenges: .list(.definition(ChallengeKey.definition))
        case .notModified, .permanent: .boolean
        case .retryAfter: .either([.choice([Self.absent]), .definition(ExpectedRetryAfterKey.definition)])
        case .kind: .choice(ConnectionFailureKind.allCases.map(\.rawValue))
        case .notices: .list(.definition(NoticeKey.definition))
        case .received:
            .either([.definition(RequestKey.definition), .list(.definition(RequestKey.definition))])
        case .elapsedMilliseconds: .definition(CountKey.definition)
        }
    }

    var summary: String {
        switch self {
        case .outcome: "The class of the answer."
        case .status: "The status code."
        case .headers: "What the header fields look like."
        case .body: "What the body's text looks like."
        case .location: "Where the answer points, or absent."
        case .lastModified: "The HTTP-date of the last change, or absent."
        case .model: "JSON that the decoded state must contain."
        case .relations: "The relations that must exist, or where each of them leads."
        case .embedded: "For each relation how many resources are embedded, or what each of them contains."
        case .challenges: "The exact list of challenges."
        case .notModified: "Whether the answer says that nothing has changed."
        case .permanent: "Whether the redirection is permanent."
        case .retryAfter: "When to come back: { seconds: … }, { date: … } or absent."
        case .kind: "Why no complete answer came."
        case .notices: "The permanent redirects on the way, in order."
        case .received: "What the server saw of this step; a list has one pattern for each hop."
        case .elapsedMilliseconds: "How long the step took."
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

    var shape: Shape {
        switch self {
        case .scheme, .realm, .token68: .text
        case .parameters: .map(.text)
        }
    }

    var summary: String {
        switch self {
        case .scheme: "The name of the scheme."
        case .realm: "The realm."
        case .parameters: "The other parameters."
        case .token68: "The token that stands instead of parameters."
        }
    }
}

/// The keys of an expected Retry-After.
enum ExpectedRetryAfterKey: String, KnownKey {
    case seconds, date

    static let owner = "retryAfter"
    static let definition = "expectedRetryAfter"
    static let table = makeTable()

    var shape: Shape {
        switch self {
        case .seconds: .integer(ResponseKey.seconds)
        case .date: .text
        }
    }

    var summary: String {
        switch self {
        case .seconds: "Seconds from the receipt of the answer, two more or less."
        case .date: "An HTTP-date."
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

    var shape: Shape { .text }

    var summary: String {
        switch self {
        case .from: "The address that has moved."
        case .to: "Where it is now."
        }
    }
}
