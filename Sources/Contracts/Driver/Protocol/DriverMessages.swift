import HAL
import HTTPTypes

/// The first line of a driver: its name and its capabilities.
///
/// ```json
/// {"hypermockDriver": 1, "name": "python", "capabilities": ["outcome", {"name": "model", "methods": ["GET"]}]}
/// ```
package struct DriverHello: Sendable, Hashable {
    /// The version of the protocol that this runner supports.
    package static let version = 1
    /// The maximum length of the name in characters; reports and tables contain it.
    private static let nameLimit = 64

    package let name: String
    /// The version of the client; nil if the driver does not report it.
    package let clientVersion: String?
    package let capabilities: Capabilities

    /// - Throws: ``ProtocolViolation`` when the line is not a hello.
    init(_ line: [UInt8]) throws(ProtocolViolation) {
        var fields = try DriverFields(line)
        guard let version = try fields.integer("hypermockDriver") else {
            throw ProtocolViolation(#"is not a valid hello: "hypermockDriver" is missing"#)
        }
        guard version == Self.version else {
            throw ProtocolViolation("has protocol version \(version); this runner supports version \(Self.version)")
        }
        name = String((try fields.string("name") ?? "driver").printable.prefix(Self.nameLimit))
        clientVersion = try fields.string("version").map { String($0.printable.prefix(Self.nameLimit)) }
        guard let listed = try fields.array("capabilities") else {
            throw ProtocolViolation(#"is not a valid hello: "capabilities" is missing"#)
        }
        var capabilities: Capabilities = []
        for (index, value) in listed.enumerated() {
            let (capability, calls) = try Self.declaration(value, at: "capabilities[\(index)]")
            guard !capabilities.contains(capability) else {
                throw ProtocolViolation("declares the capability '\(capability.name)' twice")
            }
            capabilities.insert(capability, for: calls)
        }
        guard capabilities.contains(.outcome) else {
            throw ProtocolViolation(#"lacks the capability "outcome", which is required"#)
        }
        self.capabilities = capabilities
        try fields.refuseOthers()
    }

    /// Reads a capability: a name, or an object with a name and the calls for which it is declared.
    private static func declaration(
        _ value: JSONValue,
        at path: String
    ) throws(ProtocolViolation) -> (Capability, CallLimits) {
        guard case .object = value else { return (try capability(value), CallLimits()) }
        var fields = try DriverFields(value, at: path)
        guard let name = fields.json("name") else { throw ProtocolViolation(#"lacks "name" in \#(path)"#) }
        let capability = try capability(name)
        var calls = CallLimits()
        calls.methods = try fields.texts("methods") { HTTPRequest.Method($0)?.rawValue }
        calls.outcomes = try fields.texts("outcomes") { OutcomeKind(rawValue: $0) }
        try fields.refuseOthers()
        guard !capability.isProtocol || calls == CallLimits() else {
            throw ProtocolViolation("limits '\(capability.name)' in \(path); a protocol is for all calls")
        }
        return (capability, calls)
    }

    private static func capability(_ value: JSONValue) throws(ProtocolViolation) -> Capability {
        guard let capability = value.string.flatMap({ Capability(named: $0) }) else {
            let known = Capability.all.map(\.name).listed
            throw ProtocolViolation("has an unknown capability \(value.serialized()); supported: \(known)")
        }
        return capability
    }
}

/// The reply of a driver to a call: every outcome that its client reported.
///
/// ```json
/// {"id": 7, "calls": [{"outcome": "serverUnavailable", "status": 503, "retryAfterSeconds": 120}]}
/// {"id": 7, "unsupported": "this client has no PATCH"}
/// ```
struct DriverAnswer {
    /// The maximum number of outcomes of a call; one is right.
    private static let mostOutcomes = 100

    let id: Int
    let calls: [ReportedOutcome]
    /// The reason why the client does not support the call; nil if it made it.
    let unsupported: String?
    /// A description for people, in one line.
    let detail: String?

    /// - Throws: ``ProtocolViolation`` when the line is not an answer.
    init(_ line: [UInt8]) throws(ProtocolViolation) {
        var fields = try DriverFields(line)
        guard let id = try fields.integer("id") else {
            throw ProtocolViolation(#"is not a valid response: "id" is missing"#)
        }
        self.id = id
        detail = try fields.string("detail")
        unsupported = try fields.string("unsupported")
        let calls = try fields.array("calls")
        guard (calls == nil) != (unsupported == nil) else {
            let mistake = calls == nil ? #""calls" is missing"# : #"either "calls" or "unsupported", not both"#
            throw ProtocolViolation("is not a valid response: \(mistake)")
        }
        guard unsupported?.isEmpty != true else {
            throw ProtocolViolation(#"is not a valid response: "unsupported" must give the reason"#)
        }
        guard calls?.count ?? 0 <= Self.mostOutcomes else {
            throw ProtocolViolation("has \(calls?.count ?? 0) outcomes in calls, more than \(Self.mostOutcomes)")
        }
        var outcomes: [ReportedOutcome] = []
        for (index, call) in (calls ?? []).enumerated() {
            var outcome = try ReportedOutcome(call, at: "calls[\(index)]")
            outcome.detail = outcome.detail ?? detail
            outcomes.append(outcome)
        }
        self.calls = outcomes
        try fields.refuseOthers()
    }
}

/// A mistake in a line of a driver, as the end of a sentence that begins with `the line`: `is not valid JSON`.
struct ProtocolViolation: Error, Hashable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// The members of a JSON object in a driver's line, read by name and type; `null` counts as absent.
struct DriverFields {
    private let object: JSONObject
    /// The place of the object, `calls[0]`; empty for the line itself.
    private let path: String
    private var known: [String] = []
    /// The client's invalid values, by the key of `expect` that they fail.
    var invalid: [String: String] = [:]

    /// - Throws: ``ProtocolViolation`` when the line is not a JSON object.
    init(_ line: [UInt8]) throws(ProtocolViolation) {
        guard !Self.isUTF16(line) else { throw ProtocolViolation("is UTF-16, not UTF-8") }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line, limits: JSONLimits(duplicateKeys: .refuse))
        } catch {
            throw ProtocolViolation("is not valid JSON (\(error.message), at byte \(error.offset))")
        }
        try self.init(value, at: "")
    }

    /// Whether a line has the mark of UTF-16, or zeros between ASCII characters; a line feed ends within such a character.
    private static func isUTF16(_ line: [UInt8]) -> Bool {
        line.starts(with: [0xFF, 0xFE]) || line.starts(with: [0xFE, 0xFF]) || line.prefix(2).contains(0)
    }

    init(_ value: JSONValue, at path: String) throws(ProtocolViolation) {
        guard case .object(let object) = value else {
            let place = path.isEmpty ? "is \(value.kind)" : "has \(value.kind) in \(path)"
            throw ProtocolViolation("\(place), not an object")
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

    /// Reads a list of texts, each of which `read` must accept; the list must not be empty.
    mutating func texts<Value>(
        _ name: String,
        _ read: (String) -> Value?
    ) throws(ProtocolViolation) -> [Value]? {
        guard let items = try array(name) else { return nil }
        guard !items.isEmpty else { throw ProtocolViolation("has an empty list in \(place(name))") }
        var values: [Value] = []
        for item in items {
            guard let value = item.string.flatMap(read) else {
                throw ProtocolViolation("has an unknown value \(item.serialized()) in \(place(name))")
            }
            values.append(value)
        }
        return values
    }

    /// Reads a value of any type.
    mutating func json(_ name: String) -> JSONValue? {
        known.append(name)
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    /// Reads a date; a text that is not an HTTP-date is the client's mistake and fails `key`.
    mutating func date(_ name: String, failing key: String) throws(ProtocolViolation) -> HTTPDate? {
        guard let text = try string(name) else { return nil }
        let date = HTTPDate(text)
        if date == nil { invalid[key] = "'\(text.truncated())', which is not an HTTP-date" }
        return date
    }

    /// Reads header fields: each member has a value, or an array of values.
    mutating func headers(_ name: String) throws(ProtocolViolation) -> [HTTPField] {
        var fields: [HTTPField] = []
        for member in try object(name)?.members ?? [] {
            guard let field = HTTPField.Name(member.name) else {
                invalid[name] = "'\(member.name.truncated(to: 100))', which is not a valid header name"
                continue
            }
            for value in try strings(member, in: name) { fields.append(HTTPField(name: field, value: value)) }
        }
        return fields
    }

    /// Reads a member that is a string or an array of strings.
    func strings(_ member: JSONObject.Member, in name: String) throws(ProtocolViolation) -> [String] {
        if let text = member.value.string { return [text] }
        let texts = member.value.array?.compactMap(\.string) ?? []
        guard let count = member.value.array?.count, texts.count == count else {
            let place = place("\(name).\(member.name)")
            throw ProtocolViolation("has \(member.value.kind) in \(place), not a string or strings")
        }
        return texts
    }

    /// Rejects members that were not read: a misspelled name would otherwise look like a value that was not reported.
    func refuseOthers() throws(ProtocolViolation) {
        guard let other = object.names.first(where: { !known.contains($0) }) else { return }
        let place = path.isEmpty ? "" : " in \(path)"
        throw ProtocolViolation("has an unknown key '\(other)'\(place); supported: \(known.listed)")
    }

    /// The place of a member, for messages.
    func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private mutating func value<Value>(
        _ name: String,
        _ kind: String,
        _ read: (JSONValue) -> Value?
    ) throws(ProtocolViolation) -> Value? {
        guard let json = json(name) else { return nil }
        guard let value = read(json) else {
            throw ProtocolViolation("has \(json.kind) in \(place(name)), not \(kind)")
        }
        return value
    }
}
