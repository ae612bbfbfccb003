package import HAL
package import Matching

/// A value in a template.
package indirect enum TemplateValue: Sendable {
    case missing
    case json(JSONValue)
    /// A time, and its format as text.
    case date(Moment, DatePattern?)
    /// Several values, such as those of a query parameter; as text, the first one.
    case values([String])
    /// An object with members.
    case model([String: TemplateValue])
    /// An object with members whose names, here in lower case, compare without case.
    case fields([String: TemplateValue])
    /// A text with numbered and named parts, such as a path.
    case parts(String, [String], [String: String])
    /// Nodes of an XML document; as text, the first one.
    case xml([XMLNode])

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
        case .json, .date, .values, .model, .fields, .parts, .xml: false
        }
    }

    /// The member or item of that name, or missing.
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
        case .xml(let nodes): Self.member(name, of: nodes)
        }
    }

    /// A part of a single node, or an item of several.
    private static func member(_ name: String, of nodes: [XMLNode]) -> TemplateValue {
        guard nodes.count == 1, Int(name) == nil else { return item(name, of: nodes.map(\.presentation)) }
        switch (name, nodes[0]) {
        case ("text", let node): return .text(node.textContent)
        case ("name", .element(let element)): return .text(element.name.qualified)
        case ("name", .attribute(let attribute)): return .text(attribute.name.qualified)
        case ("attributes", .element(let element)):
            let pairs = element.attributes.map { ($0.name.qualified, TemplateValue.text($0.value)) }
            return .model(Dictionary(pairs) { first, _ in first })
        case _: return .missing
        }
    }

    private static func item(_ name: String, of items: [String]) -> TemplateValue {
        guard let number = name == "first" ? 0 : name == "last" ? -1 : Int(name) else { return .missing }
        // A negative index counts from the end.
        let index = number < 0 ? items.count + number : number
        return items.indices.contains(index) ? .text(items[index]) : .missing
    }

    /// The member of that name, or else the item that the last part of the name selects: `ids[].1`.
    func member(atPath path: String) -> TemplateValue {
        let member = member(path)
        guard member.isMissing, let dot = path.lastIndex(of: ".") else { return member }
        return self.member(String(path[..<dot])).member(String(path[path.index(after: dot)...]))
    }

    /// The value in the output: a string without quotes, an object or a list as compact JSON, nothing for null.
    var text: String {
        switch self {
        case .missing, .json(.null): ""
        case .json(.string(let text)): text
        case .json(let value): value.serialized()
        case .date(let moment, let pattern): (pattern ?? .iso8601).write(moment)
        case .values(let values): values.first ?? ""
        case .parts(let text, _, _): text
        case .xml(let nodes): nodes.first?.presentation ?? ""
        case .model, .fields: json.serialized()
        }
    }

    /// The value as JSON, for `toJson` and for counting members.
    var json: JSONValue {
        switch self {
        case .missing: .null
        case .json(let value): value
        case .date, .parts: .string(text)
        case .values(let values): values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) })
        case .xml(let nodes):
            nodes.count == 1 ? .string(nodes[0].presentation) : .array(nodes.map { .string($0.presentation) })
        case .model(let members), .fields(let members):
            .object(JSONObject(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.json) }))
        }
    }

    /// False if the value is missing, null, empty or zero.
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
        case .xml(let nodes): !nodes.isEmpty
        case .model(let members), .fields(let members): !members.isEmpty
        case .date: true
        }
    }

    /// The value as a number, or the number in its text.
    var number: JSONNumber? {
        switch self {
        case .json(.number(let number)): return number
        case .json(.string), .values, .parts, .xml: return JSONNumber(text)
        case .missing, .json, .date, .model, .fields: return nil
        }
    }
}

extension DatePattern {
    /// `2026-11-03T10:15:30Z`.
    static let iso8601 = DatePattern(known: "yyyy-MM-dd'T'HH:mm:ssXXX")
}

extension TemplateValue {
    /// The text in place of a value if the data is wrong.
    static func error(_ message: String) -> TemplateValue { .text("\(errorPrefix)\(message)]") }

    /// Whether the value is the text of an error.
    var isError: Bool { json.string?.hasPrefix(Self.errorPrefix) ?? false }

    private static let errorPrefix = "[ERROR: "
}

/// The items of a list or the members of an object; each is made on demand.
struct TemplateItems {
    private enum Source {
        case items([JSONValue])
        case texts([String])
        case nodes([XMLNode])
        case members([JSONObject.Member])
        case model([(key: String, value: TemplateValue)])
    }

    private let source: Source

    /// Nil for a value without items or members.
    init?(_ value: TemplateValue) {
        switch value {
        case .json(.array(let items)): source = .items(items)
        case .json(.object(let object)): source = .members(object.members)
        case .values(let texts), .parts(_, let texts, _): source = .texts(texts)
        case .xml(let nodes): source = .nodes(nodes)
        case .model(let members), .fields(let members): source = .model(members.sorted { $0.key < $1.key })
        case .missing, .json, .date: return nil
        }
    }

    /// Nil for a value that is not a list.
    init?(list value: TemplateValue) {
        self.init(value)
        guard isList else { return nil }
    }

    var isList: Bool {
        switch source {
        case .items, .texts, .nodes: true
        case .members, .model: false
        }
    }

    var count: Int {
        switch source {
        case .items(let items): items.count
        case .texts(let texts): texts.count
        case .nodes(let nodes): nodes.count
        case .members(let members): members.count
        case .model(let members): members.count
        }
    }

    subscript(index: Int) -> TemplateValue {
        switch source {
        case .items(let items): .json(items[index])
        case .texts(let texts): .text(texts[index])
        case .nodes(let nodes): .xml([nodes[index]])
        case .members(let members): .json(members[index].value)
        case .model(let members): members[index].value
        }
    }

    /// The number of an item, the name of a member.
    func key(at index: Int) -> TemplateValue {
        switch source {
        case .items, .texts, .nodes: .json(.number(JSONNumber(index)))
        case .members(let members): .text(members[index].name)
        case .model(let members): .text(members[index].key)
        }
    }
}
