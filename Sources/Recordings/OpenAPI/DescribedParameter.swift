internal import Documents
internal import HAL
internal import URITemplates

/// A parameter of an operation, and the texts of its values in a request (OpenAPI, "Style Values").
struct DescribedParameter {
    enum Place: String {
        case path, query, header, cookie
    }

    /// Fields that other parts of a description define.
    private static let otherFields: Set<String> = ["accept", "content-type", "authorization"]

    let name: String
    let place: Place
    let isRequired: Bool
    let examples: [DescribedExample]
    private let style: String
    private let explodes: Bool

    /// Returns nil for a parameter that has no name or no place, or that is described elsewhere.
    init?(_ node: Node, _ description: APIDescription) {
        guard let name = node["name"]?.text, !name.isEmpty else { return nil }
        guard let place = node["in"].flatMap({ Place(rawValue: $0.text) }) else {
            description.skipped.add("parameters in '\(node["in"]?.text ?? "")'")
            return nil
        }
        guard place != .header || !Self.otherFields.contains(name.lowercased()) else { return nil }
        (self.name, self.place) = (name, place)
        isRequired = place == .path || node["required"]?.isTrue == true
        let form = place == .query || place == .cookie
        style = node["style"]?.text ?? (form ? "form" : "simple")
        explodes = node["explode"].map(\.isTrue) ?? (style == "form")
        let content = node["content"]?.pairs.first?.value
        examples = DescribedExample.all(of: content ?? node, description, .request)
    }

    /// A segment of a path without a description.
    init(undescribed name: String) {
        self.name = name
        (place, isRequired, style, explodes) = (.path, true, "simple", false)
        examples = [DescribedExample(name: nil, value: "string", isGenerated: true)]
    }

    /// The value that is sent if nothing else is known.
    var usual: JSONValue? { examples.first?.value }

    /// The value of the example with a name.
    func value(named name: String) -> JSONValue? { examples.first { $0.name == name }?.value }

    /// A value in a path, a field or a cookie; nil if it has no text.
    func text(_ value: JSONValue) -> String? {
        switch value {
        case .array(let items): Self.joined(items.map(Self.scalar), ",")
        case .object(let object):
            Self.joined(
                object.members.map { member in
                    Self.scalar(member.value).map { "\(member.name)\(explodes ? "=" : ",")\($0)" }
                },
                ","
            )
        case .null, .bool, .number, .string: Self.scalar(value)
        }
    }

    /// A value in a query: names and values that are not encoded; nil if it has no text.
    func pairs(_ value: JSONValue) -> [(name: String, value: String)]? {
        switch value {
        case .array(let items):
            let texts = items.map(Self.scalar)
            guard !explodes else { return Self.all(texts.map { text in text.map { (name, $0) } }) }
            let separator = ["spaceDelimited": " ", "pipeDelimited": "|"][style] ?? ","
            return Self.joined(texts, separator).map { [(name, $0)] }
        case .object(let object):
            let isDeep = style == "deepObject"
            guard explodes || isDeep else { return text(value).map { [(name, $0)] } }
            return Self.all(
                object.members.map { member in
                    Self.scalar(member.value).map { (isDeep ? "\(name)[\(member.name)]" : member.name, $0) }
                }
            )
        case .null, .bool, .number, .string: return Self.scalar(value).map { [(name, $0)] }
        }
    }

    private static func scalar(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.literal
        case .bool(let bool): bool ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    private static func joined(_ texts: [String?], _ separator: String) -> String? {
        all(texts)?.joined(separator: separator)
    }

    /// The elements if none is missing, and there are some.
    private static func all<Element>(_ elements: [Element?]) -> [Element]? {
        let known = elements.compactMap(\.self)
        return known.count == elements.count && !known.isEmpty ? known : nil
    }
}

/// An example of a parameter or a content.
struct DescribedExample {
    /// Nil for the only one.
    let name: String?
    var value: JSONValue
    /// Whether a schema was all there was to make it of.
    let isGenerated: Bool

    /// The examples of a node, or a value of its schema; none without a schema.
    static func all(
        of node: Node,
        _ description: APIDescription,
        _ direction: SchemaSample.Direction
    ) -> [DescribedExample] {
        var found: [DescribedExample] = []
        for pair in node["examples"]?.pairs ?? [] {
            description.following(pair.value) { example -> Void? in
                guard let value = example["value"] ?? example["dataValue"] else {
                    description.skipped.add("examples whose value is not in the file")
                    return nil
                }
                guard let value = description.json(value) else { return nil }
                found.append(DescribedExample(name: pair.key.text, value: value, isGenerated: false))
                return nil
            }
        }
        if found.isEmpty, let node = node["example"], let value = description.json(node) {
            found = [DescribedExample(name: nil, value: value, isGenerated: false)]
        }
        guard found.isEmpty, let schema = node["schema"] else { return found }
        let key = description.reference(of: schema).map { "\(direction.hiding) \($0.text)" }
        if let known = key.flatMap({ description.samples[$0] }) {
            return [DescribedExample(name: nil, value: known.value, isGenerated: known.isMadeUp)]
        }
        var sample = SchemaSample(description, direction)
        guard let value = sample.value(of: schema) else { return [] }
        if let key { description.samples[key] = (value, sample.isMadeUp) }
        return [DescribedExample(name: nil, value: value, isGenerated: sample.isMadeUp)]
    }
}
