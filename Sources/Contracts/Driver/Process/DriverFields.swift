import HAL

/// What is wrong with a line, to be read after `the line`: `is no JSON`.
struct DriverNonsense: Error, Hashable {
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

    /// - Throws: ``DriverNonsense`` when the line is no JSON object.
    init(_ line: [UInt8]) throws(DriverNonsense) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line, limits: JSONLimits(duplicateKeys: .refuse))
        } catch {
            throw DriverNonsense("is no JSON (\(error.message), at byte \(error.offset))")
        }
        try self.init(value, at: "")
    }

    init(_ value: JSONValue, at path: String) throws(DriverNonsense) {
        guard case .object(let object) = value else {
            throw DriverNonsense(
                path.isEmpty ? "is \(value.kind), no object" : "has \(value.kind) in \(path), no object"
            )
        }
        self.object = object
        self.path = path
    }

    mutating func string(_ name: String) throws(DriverNonsense) -> String? {
        try value(name, "a string") { $0.string }
    }

    mutating func bool(_ name: String) throws(DriverNonsense) -> Bool? {
        try value(name, "a boolean") { $0.bool }
    }

    mutating func integer(_ name: String) throws(DriverNonsense) -> Int? {
        try value(name, "an integer") { $0.number?.int }
    }

    mutating func array(_ name: String) throws(DriverNonsense) -> [JSONValue]? {
        try value(name, "an array") { $0.array }
    }

    mutating func object(_ name: String) throws(DriverNonsense) -> JSONObject? {
        try value(name, "an object") { $0.object }
    }

    /// The value as it is.
    mutating func json(_ name: String) -> JSONValue? {
        asked.append(name)
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    /// A name of nobody's asking is a mistake that would otherwise look like something that was not reported.
    func refuseOthers() throws(DriverNonsense) {
        guard let other = object.names.first(where: { !asked.contains($0) }) else { return }
        throw DriverNonsense(
            "has an unknown key, '\(other)'\(path.isEmpty ? "" : " in \(path)"); known: \(asked.listed)"
        )
    }

    /// Where a member stands, for messages.
    func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private mutating func value<Value>(
        _ name: String,
        _ kind: String,
        _ read: (JSONValue) -> Value?
    ) throws(DriverNonsense) -> Value? {
        guard let json = json(name) else { return nil }
        guard let value = read(json) else { throw DriverNonsense("has \(json.kind) in \(place(name)), not \(kind)") }
        return value
    }
}
