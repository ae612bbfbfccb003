package import HAL
package import HALClient
package import HTTPTypes
package import Scenarios

/// An outcome as a client reports it, in terms that every client shares; nil and empty values were not reported.
package struct ReportedOutcome: Sendable {
    package var outcome: ExpectedOutcome
    package var status: Int?
    package var fields: [HTTPField] = []
    package var body: String?
    /// The resolved URI.
    package var location: String?
    package var lastModified: HTTPDate?
    package var notModified: Bool?
    package var permanent: Bool?
    package var retryAfter: ReportedRetryAfter?
    package var kind: ConnectionFailureKind?
    /// The reason for a failure of the kind `tls`.
    package var reason: TLSFailureReason?
    /// The reason for a failure, in one line.
    package var detail: String?
    /// The decoded state of the resource.
    package var model: JSONValue?
    package var relations: [ReportedRelation] = []
    package var embedded: [ReportedEmbedded] = []
    package var challenges: [ReportedChallenge] = []
    /// The notices of permanent redirects, in order.
    package var notices: [RedirectNotice] = []
    /// Invalid values, by the key of `expect` that they fail: `lastModified` → `'yesterday', which is not an HTTP-date`.
    package var invalid: [String: String] = [:]
    /// A line that a driver wrote instead of an outcome; it counts as another outcome of the call.
    package var stray: String?

    package init(_ outcome: ExpectedOutcome) {
        self.outcome = outcome
    }
}

/// A link of a resource.
package struct ReportedRelation: Sendable, Hashable {
    package var name: String
    /// The resolved URI, or the template as written.
    package var target: String

    package init(name: String, target: String) {
        self.name = name
        self.target = target
    }
}

/// The resources that are embedded under one relation or, in the array dialect, of one media type.
package struct ReportedEmbedded: Sendable, Hashable {
    package var name: String
    package var models: [JSONValue]

    package init(name: String, models: [JSONValue]) {
        self.name = name
        self.models = models
    }
}

/// A challenge of `WWW-Authenticate` (RFC 9110 §11.6.1).
package struct ReportedChallenge: Sendable, Hashable {
    package var scheme: String
    /// The parameters, the realm included.
    package var parameters: [StepAuthorization.Parameter]
    package var token68: String?

    package init(scheme: String, parameters: [StepAuthorization.Parameter] = [], token68: String? = nil) {
        self.scheme = scheme
        self.parameters = parameters
        self.token68 = token68
    }
}

/// The time that `Retry-After` gives (RFC 9110 §10.2.3).
package struct ReportedRetryAfter: Sendable, Hashable {
    /// The remaining seconds when the response was received; 0 for a date in the past.
    package var seconds: Int
    /// The date, if the header had one.
    package var date: HTTPDate?

    package init(seconds: Int, date: HTTPDate? = nil) {
        self.seconds = seconds
        self.date = date
    }
}

extension ReportedOutcome {
    /// Reads an outcome of this package's client, and the notices that preceded it.
    package init(_ outcome: Outcome<JSONObject>, notices: [CallNotice] = []) {
        self.init(ExpectedOutcome(outcome))
        for value in Self.values { value.read(&self, outcome) }
        self.notices = notices.compactMap { RedirectNotice($0) }
    }

    /// Reads an outcome that a driver wrote as JSON.
    ///
    /// - Throws: ``ProtocolViolation`` for an unknown member, and for one of the wrong type.
    init(_ json: JSONValue, at path: String) throws(ProtocolViolation) {
        var fields = try DriverFields(json, at: path)
        guard let name = try fields.string("outcome") else { throw ProtocolViolation(#"lacks "outcome" in \#(path)"#) }
        guard let outcome = ExpectedOutcome(rawValue: name) else {
            let known = ExpectedOutcome.allCases.map(\.rawValue).listed
            throw ProtocolViolation("has an unknown outcome '\(name)' in \(path); supported: \(known)")
        }
        self.init(outcome)
        for value in Self.values { try value.decode(&self, &fields) }
        invalid = fields.invalid
        try fields.refuseOthers()
    }

    /// A value that a client can report, with both of its readings.
    private struct Value: Sendable {
        /// Reads it from an outcome of this package's client.
        let read: @Sendable (inout ReportedOutcome, Outcome<JSONObject>) -> Void
        /// Reads it from the members of an outcome in JSON.
        let decode: @Sendable (inout ReportedOutcome, inout DriverFields) throws(ProtocolViolation) -> Void

        init<Reported>(
            _ value: any WritableKeyPath<ReportedOutcome, Reported> & Sendable,
            of read: @escaping @Sendable (Outcome<JSONObject>) -> Reported,
            in decode: @escaping @Sendable (inout DriverFields) throws -> Reported
        ) {
            self.read = { reported, outcome in reported[keyPath: value] = read(outcome) }
            self.decode = { (reported, fields) throws(ProtocolViolation) in
                // Swift 6.3 infers no typed error for a closure without a signature.
                do {
                    reported[keyPath: value] = try decode(&fields)
                } catch let violation as ProtocolViolation {
                    throw violation
                } catch {
                    throw ProtocolViolation("\(error)")
                }
            }
        }
    }

    /// The values that a client can report, in the order of error messages.
    private static let values = [
        Value(\.status, of: { $0.response?.status }, in: { try $0.integer("status") }),
        Value(\.fields, of: { $0.response.map { Array($0.fields) } ?? [] }, in: { try $0.headers("headers") }),
        Value(\.body, of: \.bodyText, in: { try $0.string("body") }),
        Value(\.location, of: \.location, in: { try $0.string("location") }),
        Value(\.lastModified, of: \.lastModified, in: { try $0.date("lastModified", failing: "lastModified") }),
        Value(\.notModified, of: { $0.redirection?.notModified }, in: { try $0.bool("notModified") }),
        Value(\.permanent, of: { $0.redirection?.permanent }, in: { try $0.bool("permanent") }),
        Value(\.retryAfter, of: { ReportedRetryAfter($0.retryAfter) }, in: { try ReportedRetryAfter(&$0) }),
        Value(\.kind, of: { ConnectionFailureKind($0) }, in: { try ConnectionFailureKind(&$0) }),
        Value(\.reason, of: { TLSFailureReason($0) }, in: { try TLSFailureReason(&$0) }),
        Value(\.detail, of: \.detail, in: { try $0.string("detail") }),
        Value(\.model, of: { $0.representation?.model.map { .object($0) } }, in: { $0.json("model") }),
        Value(\.relations, of: { ReportedRelation.all($0) }, in: { try ReportedRelation.all(&$0) }),
        Value(\.embedded, of: { ReportedEmbedded.all($0) }, in: { try ReportedEmbedded.all(&$0) }),
        Value(\.challenges, of: { ReportedChallenge.all($0) }, in: { try ReportedChallenge.all(&$0) }),
        // The notices of this package's client precede its outcome.
        Value(\.notices, of: { _ in [] }, in: { try RedirectNotice.all(&$0) }),
    ]
}

extension Outcome<JSONObject> {
    fileprivate var representation: Representation<JSONObject>? {
        switch self {
        case .success(let representation), .conflict(let representation): representation
        case .redirection, .authenticationRequired, .clientError, .serverUnavailable, .serverError, .connectionFailure,
            .undecodable:
            nil
        }
    }

    fileprivate var redirection: CallError.Redirection? {
        guard case .redirection(let redirection) = self else { return nil }
        return redirection
    }

    fileprivate var bodyText: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }

    /// The location of the resource, which may be embedded in the response, or of the redirection.
    fileprivate var location: String? {
        representation.map(\.location) ?? redirection.map(\.location) ?? response?.location
    }

    fileprivate var lastModified: HTTPDate? { representation.map(\.lastModified) ?? response?.lastModified }

    fileprivate var retryAfter: RetryAfter? {
        switch self {
        case .redirection(let redirection): redirection.retryAfter
        case .clientError(let error): error.retryAfter
        case .serverUnavailable(let unavailable): unavailable.retryAfter
        case .success, .conflict, .authenticationRequired, .serverError, .connectionFailure, .undecodable: nil
        }
    }

    fileprivate var detail: String? {
        switch self {
        case .success(let representation), .conflict(let representation): representation.decodingFailure?.description
        case .redirection(let redirection): redirection.reason.rawValue
        case .connectionFailure(let failure): failure.description
        case .undecodable(let undecodable): undecodable.failure.description
        case .authenticationRequired, .clientError, .serverUnavailable, .serverError: nil
        }
    }
}

extension ExpectedOutcome {
    fileprivate init(_ outcome: Outcome<JSONObject>) {
        self =
            switch outcome {
            case .success: .success
            case .redirection: .redirection
            case .authenticationRequired: .authenticationRequired
            case .conflict: .conflict
            case .clientError: .clientError
            case .serverUnavailable: .serverUnavailable
            case .serverError: .serverError
            case .connectionFailure: .connectionFailure
            case .undecodable: .undecodable
            }
    }
}

extension ReportedRetryAfter {
    fileprivate init?(_ retryAfter: RetryAfter?) {
        guard let retryAfter else { return nil }
        let remaining = retryAfter.remaining(at: retryAfter.receivedAt)
        self.init(seconds: Int(remaining / .seconds(1)), date: retryAfter.date)
    }

    /// Clamps the seconds to 32 bits, which compare without overflow; another type is the client's mistake.
    fileprivate init?(_ fields: inout DriverFields) throws(ProtocolViolation) {
        var seconds: Int?
        if let value = fields.json("retryAfterSeconds") {
            seconds = value.number?.int
            let text = value.serialized().truncated()
            if seconds == nil { fields.invalid["retryAfter"] = "\(text), which is not a number of whole seconds" }
        }
        let date = try fields.date("retryAfterDate", failing: "retryAfter")
        guard seconds != nil || date != nil else { return nil }
        self.init(seconds: Int(Int32(clamping: seconds ?? 0)), date: date)
    }
}

extension ConnectionFailureKind {
    fileprivate init?(_ outcome: Outcome<JSONObject>) {
        guard case .connectionFailure(let failure) = outcome else { return nil }
        self.init(rawValue: failure.kind.rawValue)
    }

    fileprivate init?(_ fields: inout DriverFields) throws(ProtocolViolation) {
        guard let kind: Self = try fields.word("kind") else { return nil }
        self = kind
    }
}

extension TLSFailureReason {
    fileprivate init?(_ outcome: Outcome<JSONObject>) {
        guard case .connectionFailure(let failure) = outcome, let reason = failure.tlsReason else { return nil }
        self.init(rawValue: reason.rawValue)
    }

    fileprivate init?(_ fields: inout DriverFields) throws(ProtocolViolation) {
        guard let reason: Self = try fields.word("reason") else { return nil }
        self = reason
    }
}

extension DriverFields {
    /// The member that is one of the raw values of an enum; nil if it is missing.
    fileprivate mutating func word<Word>(_ name: String) throws(ProtocolViolation) -> Word?
    where Word: RawRepresentable<String> & CaseIterable {
        guard let text = try string(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).listed
            throw ProtocolViolation("has an unknown \(name) '\(text)' in \(place(name)); supported: \(known)")
        }
        return word
    }
}

extension ReportedRelation {
    fileprivate static func all(_ outcome: Outcome<JSONObject>) -> [ReportedRelation] {
        (outcome.representation?.relations ?? []).map {
            ReportedRelation(name: $0.name.rawValue, target: $0.target ?? $0.link.href)
        }
    }

    fileprivate static func all(_ fields: inout DriverFields) throws(ProtocolViolation) -> [ReportedRelation] {
        var relations: [ReportedRelation] = []
        for member in try fields.object("relations")?.members ?? [] {
            let targets = try fields.strings(member, in: "relations")
            relations += targets.map { ReportedRelation(name: member.name, target: $0) }
        }
        return relations
    }
}

extension ReportedEmbedded {
    fileprivate static func all(_ outcome: Outcome<JSONObject>) -> [ReportedEmbedded] {
        let embedded = outcome.representation?.resource?.embedded ?? .none
        return embedded.relations.map { relation in
            ReportedEmbedded(name: relation.rawValue, models: embedded[relation].map { .object($0.state) })
        }
    }

    fileprivate static func all(_ fields: inout DriverFields) throws(ProtocolViolation) -> [ReportedEmbedded] {
        var embedded: [ReportedEmbedded] = []
        for member in try fields.object("embedded")?.members ?? [] {
            guard let models = member.value.array else {
                let place = fields.place("embedded.\(member.name)")
                throw ProtocolViolation("has \(member.value.kind) in \(place), not an array")
            }
            embedded.append(ReportedEmbedded(name: member.name, models: models))
        }
        return embedded
    }
}

extension ReportedChallenge {
    fileprivate static func all(_ outcome: Outcome<JSONObject>) -> [ReportedChallenge] {
        guard case .authenticationRequired(let required) = outcome else { return [] }
        return required.challenges.map { challenge in
            let parameters = challenge.parameters.map { StepAuthorization.Parameter(name: $0.name, value: $0.value) }
            return ReportedChallenge(scheme: challenge.scheme, parameters: parameters, token68: challenge.token68)
        }
    }

    fileprivate static func all(_ fields: inout DriverFields) throws(ProtocolViolation) -> [ReportedChallenge] {
        var challenges: [ReportedChallenge] = []
        for (index, value) in (try fields.array("challenges") ?? []).enumerated() {
            let place = fields.place("challenges[\(index)]")
            var fields = try DriverFields(value, at: place)
            guard let scheme = try fields.string("scheme") else {
                throw ProtocolViolation(#"lacks "scheme" in \#(place)"#)
            }
            var parameters: [StepAuthorization.Parameter] = []
            for member in try fields.object("parameters")?.members ?? [] {
                for text in try fields.strings(member, in: "parameters") {
                    parameters.append(StepAuthorization.Parameter(name: member.name, value: text))
                }
            }
            let token68 = try fields.string("token68")
            challenges.append(ReportedChallenge(scheme: scheme, parameters: parameters, token68: token68))
            try fields.refuseOthers()
        }
        return challenges
    }
}

extension RedirectNotice {
    fileprivate init?(_ notice: CallNotice) {
        guard case .movedPermanently(let redirect) = notice else { return nil }
        self.init(from: redirect.from, to: redirect.to)
    }

    fileprivate static func all(_ fields: inout DriverFields) throws(ProtocolViolation) -> [RedirectNotice] {
        var notices: [RedirectNotice] = []
        for (index, value) in (try fields.array("notices") ?? []).enumerated() {
            let place = fields.place("notices[\(index)]")
            var fields = try DriverFields(value, at: place)
            guard let from = try fields.string("from"), let to = try fields.string("to") else {
                throw ProtocolViolation(#"lacks "from" or "to" in \#(place)"#)
            }
            notices.append(RedirectNotice(from: from, to: to))
            try fields.refuseOthers()
        }
        return notices
    }
}
