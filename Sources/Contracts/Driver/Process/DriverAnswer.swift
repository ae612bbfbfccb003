import HAL
import HTTPTypes
import Scenarios

/// What a driver answers to a call: every outcome that its client has reported.
///
/// ```json
/// {"id": 7, "calls": [{"outcome": "serverUnavailable", "status": 503, "retryAfterSeconds": 120}]}
/// ```
struct DriverAnswer {
    let id: Int
    let calls: [ReportedOutcome]

    /// - Throws: ``DriverNonsense`` when the line is no answer.
    init(_ line: [UInt8]) throws(DriverNonsense) {
        var fields = try DriverFields(line)
        guard let id = try fields.integer("id") else { throw DriverNonsense(#"is no answer: it has no "id""#) }
        guard let calls = try fields.array("calls") else { throw DriverNonsense(#"is no answer: it has no "calls""#) }
        self.id = id
        var outcomes: [ReportedOutcome] = []
        for (index, call) in calls.enumerated() { outcomes.append(try ReportedOutcome(call, at: "calls[\(index)]")) }
        self.calls = outcomes
        try fields.refuseOthers()
    }
}

extension ReportedOutcome {
    /// - Throws: ``DriverNonsense`` when a member has another type than it should, or is not known.
    init(_ value: JSONValue, at path: String) throws(DriverNonsense) {
        var fields = try DriverFields(value, at: path)
        guard let name = try fields.string("outcome") else { throw DriverNonsense(#"has no "outcome" in \#(path)"#) }
        guard let outcome = ExpectedOutcome(rawValue: name) else {
            let known = ExpectedOutcome.allCases.map(\.rawValue).listed
            throw DriverNonsense("has an unknown outcome in \(path), '\(name)'; there are \(known)")
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
    ) throws(DriverNonsense) -> ReportedRetryAfter? {
        let seconds = seconds("retryAfterSeconds", or: &invalid["retryAfter"])
        let date = try date("retryAfterDate", or: &invalid["retryAfter"])
        guard seconds != nil || date != nil else { return nil }
        return ReportedRetryAfter(seconds: Int(Int32(clamping: seconds ?? 0)), date: date)
    }

    /// A date that a client has read; another text is the client's mistake, and another type the driver's.
    fileprivate mutating func date(
        _ name: String,
        or invalid: inout String?
    ) throws(DriverNonsense) -> HTTPDate? {
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

    fileprivate mutating func kind() throws(DriverNonsense) -> ConnectionFailureKind? {
        guard let name = try string("kind") else { return nil }
        guard let kind = ConnectionFailureKind(rawValue: name) else {
            let known = ConnectionFailureKind.allCases.map(\.rawValue).listed
            throw DriverNonsense("has an unknown kind in \(place("kind")), '\(name)'; there are \(known)")
        }
        return kind
    }

    fileprivate mutating func headers() throws(DriverNonsense) -> [HTTPField] {
        var fields: [HTTPField] = []
        for member in try object("headers")?.members ?? [] {
            guard let name = HTTPField.Name(member.name) else {
                throw DriverNonsense("has '\(member.name)' in \(place("headers")), which is no name of a header")
            }
            for value in try strings(member, in: "headers") { fields.append(HTTPField(name: name, value: value)) }
        }
        return fields
    }

    fileprivate mutating func relations() throws(DriverNonsense) -> [ReportedRelation] {
        var relations: [ReportedRelation] = []
        for member in try object("relations")?.members ?? [] {
            let targets = try strings(member, in: "relations")
            relations += targets.map { ReportedRelation(name: member.name, target: $0) }
        }
        return relations
    }

    fileprivate mutating func embedded() throws(DriverNonsense) -> [ReportedEmbedded] {
        var embedded: [ReportedEmbedded] = []
        for member in try object("embedded")?.members ?? [] {
            guard let models = member.value.array else {
                throw DriverNonsense("has \(member.value.kind) in \(place("embedded.\(member.name)")), not an array")
            }
            embedded.append(ReportedEmbedded(name: member.name, models: models))
        }
        return embedded
    }

    fileprivate mutating func challenges() throws(DriverNonsense) -> [ReportedChallenge] {
        var challenges: [ReportedChallenge] = []
        for (index, value) in (try array("challenges") ?? []).enumerated() {
            var fields = try DriverFields(value, at: place("challenges[\(index)]"))
            guard let scheme = try fields.string("scheme") else {
                throw DriverNonsense(#"has no "scheme" in \#(place("challenges[\(index)]"))"#)
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

    fileprivate mutating func notices() throws(DriverNonsense) -> [RedirectNotice] {
        var notices: [RedirectNotice] = []
        for (index, value) in (try array("notices") ?? []).enumerated() {
            var fields = try DriverFields(value, at: place("notices[\(index)]"))
            guard let from = try fields.string("from"), let to = try fields.string("to") else {
                throw DriverNonsense(#"has no "from" or no "to" in \#(place("notices[\(index)]"))"#)
            }
            notices.append(RedirectNotice(from: from, to: to))
            try fields.refuseOthers()
        }
        return notices
    }

    /// A string, or a list of them.
    private func strings(_ member: JSONObject.Member, in name: String) throws(DriverNonsense) -> [String] {
        if let text = member.value.string { return [text] }
        let texts = member.value.array?.compactMap(\.string) ?? []
        guard let count = member.value.array?.count, texts.count == count else {
            throw DriverNonsense(
                "has \(member.value.kind) in \(place("\(name).\(member.name)")), not a string or strings"
            )
        }
        return texts
    }
}
