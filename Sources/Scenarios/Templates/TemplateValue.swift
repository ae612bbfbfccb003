package import HAL

/// What a template works with.
package indirect enum TemplateValue: Sendable {
    case missing
    case json(JSONValue)
    /// A time, and the form in which it becomes text.
    case date(Moment, DatePattern?)
    /// Values of which the first stands for all, such as those of a query parameter.
    case values([String])
    /// Something with members that is not made before they are asked for.
    case model([String: TemplateValue])
    /// Like a model, with names in lower case that are looked up in any case.
    case fields([String: TemplateValue])
    /// A text with numbered and named parts, such as a path.
    case parts(String, [String], [String: String])

    package static func text(_ text: String) -> TemplateValue { .json(.string(text)) }
}

extension TemplateValue {
    var isMissing: Bool {
        guard case .missing = self else { return false }
        return true
    }

    var isNull: Bool {
        switch self {
        case .missing, .json(.null): true
        case .json, .date, .values, .model, .fields, .parts: false
        }
    }

    /// The member or item of that name; missing when there is none.
    func member(_ name: String) -> TemplateValue {
        switch self {
        case .missing, .date: .missing
        case .json(.object(let object)): object[name].map { .json($0) } ?? .missing
        case .json(.array(let items)):
            Int(name).flatMap { items.indices.contains($0) ? .json(items[$0]) : nil } ?? .missing
        case .json: .missing
        case .values(let values): Self.item(name, of: values)
        case .model(let members): members[name] ?? .missing
        case .fields(let members): members[name.lowercased()] ?? .missing
        case .parts(_, let items, let names): names[name].map { .text($0) } ?? Self.item(name, of: items)
        }
    }

    private static func item(_ name: String, of items: [String]) -> TemplateValue {
        guard let number = name == "first" ? 0 : name == "last" ? -1 : Int(name) else { return .missing }
        // From the end, where it is negative.
        let index = number < 0 ? items.count + number : number
        return items.indices.contains(index) ? .text(items[index]) : .missing
    }

    /// The member of that name or, when there is none, the item that its last part names: `ids[].1`.
    func member(atPath path: String) -> TemplateValue {
        let member = member(path)
        guard member.isMissing, let dot = path.lastIndex(of: ".") else { return member }
        return self.member(String(path[..<dot])).member(String(path[path.index(after: dot)...]))
    }

    /// As it stands in the output: a string without quotes, an object or a list as compact JSON, nothing for null.
    var text: String {
        switch self {
        case .missing, .json(.null): ""
        case .json(.string(let text)): text
        case .json(let value): value.serialized()
        case .date(let moment, let pattern): (pattern ?? .iso8601).write(moment)
        case .values(let values): values.first ?? ""
        case .parts(let text, _, _): text
        case .model, .fields: json.serialized()
        }
    }

    /// As JSON, for `toJson` and for what counts members.
    var json: JSONValue {
        switch self {
        case .missing: .null
        case .json(let value): value
        case .date, .parts: .string(text)
        case .values(let values): values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) })
        case .model(let members), .fields(let members):
            .object(JSONObject(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.json) }))
        }
    }

    /// False for what is missing, null, empty or zero.
    var isTruthy: Bool {
        switch self {
        case .missing, .json(.null): false
        case .json(.bool(let value)): value
        case .json(.number(let number)): number.double != 0
        case .json(.string(let text)): !text.isEmpty
        case .json(.array(let items)): !items.isEmpty
        case .json(.object(let object)): !object.isEmpty
        case .values(let values): !values.isEmpty
        case .parts(let text, _, _): !text.isEmpty
        case .model(let members), .fields(let members): !members.isEmpty
        case .date: true
        }
    }

    /// The number that this is or that its text says.
    var number: JSONNumber? {
        switch self {
        case .json(.number(let number)): return number
        case .json(.string), .values, .parts: return JSONNumber(text)
        case .missing, .json, .date, .model, .fields: return nil
        }
    }
}

extension DatePattern {
    /// `2026-11-03T10:15:30Z`.
    static let iso8601 = DatePattern(known: "yyyy-MM-dd'T'HH:mm:ssXXX")
}
