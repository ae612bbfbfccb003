package import Documents
package import HAL
package import Matching

/// A value, or its absence.
package enum Expected<Value: Sendable & Hashable>: Sendable, Hashable {
    case absent
    case value(Value)
}

/// The relations that a resource must have, or their targets.
package enum RelationsExpectation: Sendable, Hashable {
    case present([String])
    /// Matchers for the targets of each relation; an empty list allows any targets.
    case targets([Named<[Matcher]>])
}

/// The embedded resources of a relation, or of a media type of the array dialect.
package enum EmbeddedExpectation: Sendable, Hashable {
    case count(Int)
    /// JSON that each resource must contain, in order.
    case models([JSONValue])
}

/// One challenge of `WWW-Authenticate` (RFC 9110 §11).
package struct ChallengeExpectation: Sendable, Hashable {
    package var scheme: String
    package var realm: String?
    package var parameters: [StepAuthorization.Parameter] = []
    package var token68: String?

    package init(scheme: String) {
        self.scheme = scheme
    }
}

/// The `Retry-After` that the client must report.
package enum ExpectedRetryAfter: Sendable, Hashable {
    /// Two seconds more or less are allowed.
    case seconds(Int)
    /// An HTTP-date.
    case date(String)
}

/// The notice of a permanent redirect.
package struct RedirectNotice: Sendable, Hashable {
    package var from: String
    package var to: String

    package init(from: String, to: String) {
        self.from = from
        self.to = to
    }
}

extension Expectation {
    /// The word for a value that must be missing.
    static let absent = "absent"
}

extension Codec where Value == Expected<String> {
    /// A text, or `absent`.
    static let expectedText = Codec(reading: .text) { reader, node, name in
        reader.text(node, name).map { $0 == Expectation.absent ? .absent : .value($0) }
    }

    /// An HTTP-date, or `absent`.
    static let expectedDate = Codec(reading: .text) { reader, node, name in
        guard let text = reader.text(node, name) else { return nil }
        guard text != Expectation.absent else { return .absent }
        reader.date(text, name, at: node)
        return .value(text)
    }
}

extension Codec where Value == RelationsExpectation {
    /// A list of relations, or an object with their targets.
    static let relations = {
        let target = Codec<Matcher>.matcher
        let shape = Shape.either([.list(.text), .map(.either([target.shape, .list(target.shape)]))])
        return Codec(reading: shape) { reader, node, name in
            if case .sequence(let items) = node.content {
                return .present(items.compactMap { reader.text($0, "a relation") })
            }
            guard let entries = reader.entries(node, name) else { return nil }
            return .targets(
                entries.map { entry in
                    var targets = [entry.value]
                    if case .sequence(let items) = entry.value.content { targets = items }
                    return Named(entry.name, targets.compactMap { target.read(reader, $0, "'\(entry.name)'") })
                }
            )
        }
    }()
}

extension Codec where Value == [Named<EmbeddedExpectation>] {
    /// A number of resources, or a list of their contents, by relation.
    static let embedded = Codec<EmbeddedExpectation>(
        reading: .either([Codec<Int>.count.shape, .list(.anything)])
    ) { reader, node, name in
        if case .sequence(let items) = node.content { return .models(items.compactMap(reader.json)) }
        return Codec<Int>.count.read(reader, node, name).map { .count($0) }
    }
    .named()
}

extension ChallengeExpectation {
    static let codec = ObjectCodec(
        "challenge",
        "a challenge",
        ChallengeExpectation(scheme: ""),
        keys: [
            Key("scheme", required: \.scheme, .text, "The authentication scheme.", example: "scheme: Bearer"),
            Key("realm", \.realm, .text, "The realm.", example: "scheme: Basic, realm: api"),
            Key(
                "parameters",
                \.parameters,
                .parameters,
                default: [],
                "The other parameters.",
                example: "scheme: Bearer, parameters: { error: invalid_token }"
            ),
            Key(
                "token68",
                \.token68,
                .text,
                "The token in place of parameters.",
                example: "scheme: Negotiate, token68: YWJj"
            ),
        ]
    )
}

extension Codec where Value == Expected<ExpectedRetryAfter> {
    /// An object with `seconds` or `date`, or `absent`.
    static let expectedRetryAfter = Codec(
        reading: .either([.choice([Expectation.absent]), .definition(object.table)])
    ) { reader, node, _ in
        if reader.filled(node)?.text == Expectation.absent { return .absent }
        return object.read(reader, node)?.map { .value($0) }
    }

    private static let object = ObjectCodec<ExpectedRetryAfter?>(
        "expectedRetryAfter",
        "retryAfter",
        nil,
        keys: [
            Key(
                "seconds",
                .integer(Codec<Int>.seconds),
                "Seconds from the response, ± 2 s.",
                example: "seconds: 120",
                set: { $0 = .seconds($1) }
            ),
            Key(
                "date",
                .date,
                "An HTTP-date.",
                example: "date: 'Thu, 01 Jan 2026 00:00:00 GMT'",
                set: { $0 = .date($1) }
            ),
        ],
        check: { reader, members, value in
            guard members.all.count != 1 else { return }
            reader.log.error("retryAfter needs either 'seconds' or 'date'", at: members.node)
            value = nil
        }
    )
}

extension RedirectNotice {
    static let codec = ObjectCodec(
        "notice",
        "a notice",
        RedirectNotice(from: "", to: ""),
        keys: [
            Key("from", required: \.from, .text, "The address that moved.", example: "from: /old, to: /new"),
            Key("to", required: \.to, .text, "Its new address.", example: "from: /old, to: /new"),
        ]
    )
}

extension Codec where Value == [RequestPattern]? {
    /// A request pattern, a list with one for each hop, or `any`.
    static let received = {
        let pattern = RequestPattern.codec.codec
        let any = "any"
        return Codec(reading: .either([pattern.shape, .list(pattern.shape), .choice([any])])) { reader, node, name in
            switch node.content {
            case .scalar: return reader.word(node, name, among: [any]).map { _ in nil }
            case .sequence(let items): return .some(items.compactMap { pattern.read(reader, $0, name) })
            case .mapping: return pattern.read(reader, node, name).map { [$0] }
            }
        }
    }()
}
