import HAL
import HTTPTypes
import Scenarios

/// What is wrong with a line, to be read after `the line`: `is no JSON`.
struct ProtocolViolation: Error, Hashable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// The members of an object in a driver's line, each asked for by name and type; `null` counts as absent.
struct DriverFields {
    private let object: JSONObject
    /// Where the object stands: `calls[0]`; empty at the top.
    private let path: String
    private var asked: [String] = []

    /// - Throws: ``ProtocolViolation`` when the line is no JSON object.
    init(_ line: [UInt8]) throws(ProtocolViolation) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line, limits: JSONLimits(duplicateKeys: .refuse))
        } catch {
            throw ProtocolViolation("is no JSON (\(error.message), at byte \(error.offset))")
        }
        try self.init(value, at: "")
    }

    init(_ value: JSONValue, at path: String) throws(ProtocolViolation) {
        guard case .object(let object) = value else {
            throw ProtocolViolation(
                path.isEmpty ? "is \(value.kind), no object" : "has \(value.kind) in \(path), no object"
            )
        }
        self.object = object
        self.path = path
    }

    mutating func string(_ name: String) throws(ProtocolViolation) -> String? {
        try value(name, "a string") { $0.string }
    }

    mutating func bool(_ name: String) throws(ProtocolViolation) -> Bool? {
        try value(name, "a boolean") { $0.bool }
    }

    mutating func integer(_ name: String) throws(ProtocolViolation) -> Int? {
        try value(name, "an integer") { $0.number?.int }
    }

    mutating func array(_ name: String) throws(ProtocolViolation) -> [JSONValue]? {
        try value(name, "an array") { $0.array }
    }

    mutating func object(_ name: String) throws(ProtocolViolation) -> JSONObject? {
        try value(name, "an object") { $0.object }
    }

    /// The value as it is.
    mutating func json(_ name: String) -> JSONValue? {
        asked.append(name)
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    /// A name of nobody's asking is a mistake that would otherwise look like something that was not reported.
    func refuseOthers() throws(ProtocolViolation) {
        guard let other = object.names.first(where: { !asked.contains($0) }) else { return }
        throw ProtocolViolation(
            "has an unknown key, '\(other)'\(path.isEmpty ? "" : " in \(path)"); known: \(asked.listed)"
        )
    }

    /// Where a member stands, for messages.
    func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private mutating func value<Value>(
        _ name: String,
        _ kind: String,
        _ read: (JSONValue) -> Value?
    ) throws(ProtocolViolation) -> Value? {
        guard let json = json(name) else { return nil }
        guard let value = read(json) else { throw ProtocolViolation("has \(json.kind) in \(place(name)), not \(kind)") }
        return value
    }
}

/// The first line of a driver: who it is and what it can report.
///
/// ```json
/// {"hypermockDriver": 1, "name": "python", "capabilities": ["outcome", "challenges", "retryAfter"]}
/// ```
package struct DriverHello: Sendable, Hashable {
    /// The version of the protocol that this runner speaks.
    package static let version = 1
    /// In characters; the name stands in reports and tables.
    private static let nameLimit = 64

    package let name: String
    package let capabilities: Set<Capability>

    /// - Throws: ``ProtocolViolation`` when the line is no hello.
    init(_ line: [UInt8]) throws(ProtocolViolation) {
        var fields = try DriverFields(line)
        guard let version = try fields.integer("hypermockDriver") else {
            throw ProtocolViolation(#"is no hello: it has no "hypermockDriver""#)
        }
        guard version == Self.version else {
            throw ProtocolViolation("speaks version \(version) of the protocol; this runner speaks \(Self.version)")
        }
        name = String((try fields.string("name") ?? "driver").printable.prefix(Self.nameLimit))
        guard let listed = try fields.array("capabilities") else {
            throw ProtocolViolation(#"is no hello: it has no "capabilities""#)
        }
        var capabilities: Set<Capability> = []
        for value in listed {
            guard let capability = value.string.flatMap({ Capability(rawValue: $0) }) else {
                let known = Capability.allCases.map(\.rawValue).listed
                throw ProtocolViolation(
                    "names a capability that there is not, \(value.serialized()); there are \(known)"
                )
            }
            capabilities.insert(capability)
        }
        guard capabilities.contains(.outcome) else {
            throw ProtocolViolation(#"lacks the capability "outcome", without which there is nothing to judge"#)
        }
        self.capabilities = capabilities
        try fields.refuseOthers()
    }
}

/// What a driver answers to a call: every outcome that its client has reported.
///
/// ```json
/// {"id": 7, "calls": [{"outcome": "serverUnavailable", "status": 503, "retryAfterSeconds": 120}]}
/// ```
struct DriverAnswer {
    let id: Int
    let calls: [ReportedOutcome]

    /// - Throws: ``ProtocolViolation`` when the line is no answer.
    init(_ line: [UInt8]) throws(ProtocolViolation) {
        var fields = try DriverFields(line)
        guard let id = try fields.integer("id") else { throw ProtocolViolation(#"is no answer: it has no "id""#) }
        guard let calls = try fields.array("calls") else {
            throw ProtocolViolation(#"is no answer: it has no "calls""#)
        }
        self.id = id
        var outcomes: [ReportedOutcome] = []
        for (index, call) in calls.enumerated() { outcomes.append(try ReportedOutcome(call, at: "calls[\(index)]")) }
        self.calls = outcomes
        try fields.refuseOthers()
    }
}

extension ReportedOutcome {
    /// - Throws: ``ProtocolViolation`` when a member has another type than it should, or is not known.
    init(_ value: JSONValue, at path: String) throws(ProtocolViolation) {
        var fields = try DriverFields(value, at: path)
        guard let name = try fields.string("outcome") else { throw ProtocolViolation(#"has no "outcome" in \#(path)"#) }
        guard let outcome = ExpectedOutcome(rawValue: name) else {
            let known = ExpectedOutcome.allCases.map(\.rawValue).listed
            throw ProtocolViolation("has an unknown outcome in \(path), '\(name)'; there are \(known)")
        }
        self.init(outcome)
        status = try fields.integer("status")
        self.fields = try fields.headers()
        body = try fields.string("body")
        location = try fields.string("location")
        lastModified = try fields.date("lastModified", or: &invalid["lastModified"])
        notModified = try fields.bool("notModified")
        permanent = try fields.bool("permanent")
        retryAfter = try fields.retryAfter(or: &invalid)
        kind = try fields.kind()
        detail = try fields.string("detail")
        model = fields.json("model")
        relations = try fields.relations()
        embedded = try fields.embedded()
        challenges = try fields.challenges()
        notices = try fields.notices()
        try fields.refuseOthers()
    }
}

extension DriverFields {
    /// Seconds are clamped to what can be compared without overflow.
    fileprivate mutating func retryAfter(
        or invalid: inout [String: String]
    ) throws(ProtocolViolation) -> ReportedRetryAfter? {
        let seconds = seconds("retryAfterSeconds", or: &invalid["retryAfter"])
        let date = try date("retryAfterDate", or: &invalid["retryAfter"])
        guard seconds != nil || date != nil else { return nil }
        return ReportedRetryAfter(seconds: Int(Int32(clamping: seconds ?? 0)), date: date)
    }

    /// A date that a client has read; another text is the client's mistake, and another type the driver's.
    fileprivate mutating func date(
        _ name: String,
        or invalid: inout String?
    ) throws(ProtocolViolation) -> HTTPDate? {
        guard let text = try string(name) else { return nil }
        let date = HTTPDate(text)
        if date == nil { invalid = "'\(Excerpt.of(text))', which is not an HTTP-date" }
        return date
    }

    /// A number of seconds that a client has read; anything else is the client's mistake.
    private mutating func seconds(_ name: String, or invalid: inout String?) -> Int? {
        guard let value = json(name) else { return nil }
        if let seconds = value.number?.int { return seconds }
        invalid = "\(Excerpt.of(value.serialized())), which is not a number of whole seconds"
        return nil
    }

    fileprivate mutating func kind() throws(ProtocolViolation) -> ConnectionFailureKind? {
        guard let name = try string("kind") else { return nil }
        guard let kind = ConnectionFailureKind(rawValue: name) else {
            let known = ConnectionFailureKind.allCases.map(\.rawValue).listed
            throw ProtocolViolation("has an unknown kind in \(place("kind")), '\(name)'; there are \(known)")
        }
        return kind
    }

    fileprivate mutating func headers() throws(ProtocolViolation) -> [HTTPField] {
        var fields: [HTTPField] = []
        for member in try object("headers")?.members ?? [] {
            guard let name = HTTPField.Name(member.name) else {
                throw ProtocolViolation("has '\(member.name)' in \(place("headers")), which is no name of a header")
            }
            for value in try strings(member, in: "headers") { fields.append(HTTPField(name: name, value: value)) }
        }
        return fields
    }

    fileprivate mutating func relations() throws(ProtocolViolation) -> [ReportedRelation] {
        var relations: [ReportedRelation] = []
        for member in try object("relations")?.members ?? [] {
            let targets = try strings(member, in: "relations")
            relations += targets.map { ReportedRelation(name: member.name, target: $0) }
        }
        return relations
    }

    fileprivate mutating func embedded() throws(ProtocolViolation) -> [ReportedEmbedded] {
        var embedded: [ReportedEmbedded] = []
        for member in try object("embedded")?.members ?? [] {
            guard let models = member.value.array else {
                throw ProtocolViolation("has \(member.value.kind) in \(place("embedded.\(member.name)")), not an array")
            }
            embedded.append(ReportedEmbedded(name: member.name, models: models))
        }
        return embedded
    }

    fileprivate mutating func challenges() throws(ProtocolViolation) -> [ReportedChallenge] {
        var challenges: [ReportedChallenge] = []
        for (index, value) in (try array("challenges") ?? []).enumerated() {
            var fields = try DriverFields(value, at: place("challenges[\(index)]"))
            guard let scheme = try fields.string("scheme") else {
                throw ProtocolViolation(#"has no "scheme" in \#(place("challenges[\(index)]"))"#)
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

    fileprivate mutating func notices() throws(ProtocolViolation) -> [RedirectNotice] {
        var notices: [RedirectNotice] = []
        for (index, value) in (try array("notices") ?? []).enumerated() {
            var fields = try DriverFields(value, at: place("notices[\(index)]"))
            guard let from = try fields.string("from"), let to = try fields.string("to") else {
                throw ProtocolViolation(#"has no "from" or no "to" in \#(place("notices[\(index)]"))"#)
            }
            notices.append(RedirectNotice(from: from, to: to))
            try fields.refuseOthers()
        }
        return notices
    }

    /// A string, or a list of them.
    private func strings(_ member: JSONObject.Member, in name: String) throws(ProtocolViolation) -> [String] {
        if let text = member.value.string { return [text] }
        let texts = member.value.array?.compactMap(\.string) ?? []
        guard let count = member.value.array?.count, texts.count == count else {
            throw ProtocolViolation(
                "has \(member.value.kind) in \(place("\(name).\(member.name)")), not a string or strings"
            )
        }
        return texts
    }
}
