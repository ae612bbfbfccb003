internal import Documents
internal import HAL

/// A value of a schema: its examples and defaults, else the simplest value of its type.
struct SchemaSample {
    /// The direction of the message, in which some members are not sent.
    enum Direction: Hashable {
        case request, response

        /// The keyword of members that are left out.
        var hiding: String { self == .request ? "readOnly" : "writeOnly" }
    }

    /// The most values; members that are not required are left out after half of them.
    private static let mostValues = 2000
    private static let deepest = 40
    /// The deepest members that are there without being required.
    private static let deepestOptional = 6
    private static let mostItems = 20

    private let description: APIDescription
    private let direction: Direction
    private var left = mostValues
    private var depth = 0
    /// Whether a part of the value is made up, because the schema has no example.
    private(set) var isMadeUp = false

    init(_ description: APIDescription, _ direction: Direction) {
        self.description = description
        self.direction = direction
    }

    /// The value of a schema; nil if every one would contain itself, or there is none.
    mutating func value(of schema: Node) -> JSONValue? { value(of: schema, isPart: false) }

    /// The value; as a part of a combination, nil also if the schema allows every value.
    private mutating func value(of schema: Node, isPart: Bool) -> JSONValue? {
        guard left > 0, depth < Self.deepest, description.visitsLeft > 0 else { return nil }
        left -= 1
        description.visitsLeft -= 1
        depth += 1
        defer { depth -= 1 }
        guard case .mapping = schema.content else {
            guard schema.isTrue, !isPart else { return nil }
            return madeUp([:])
        }
        let reference = description.reference(of: schema)
        if reference == nil || description.isModern, let given = given(schema) { return given }
        if let reference {
            guard !description.isOpen(reference) else { return nil }
            return description.following(schema) { target in value(of: target, isPart: isPart) }
        }
        let parts = parts(of: schema)
        let type = type(of: schema)
        if parts.isEmpty, type == nil { return isPart ? nil : madeUp([:]) }
        let own = type.flatMap { typed(schema, $0) }
        return Self.merged(parts + [own].compactMap(\.self), isObject: type == "object")
    }

    private mutating func madeUp(_ value: JSONValue) -> JSONValue {
        isMadeUp = true
        return value
    }

    /// The value that a schema gives itself.
    private func given(_ schema: Node) -> JSONValue? {
        let nodes = [
            schema["example"], schema["examples"]?.items.first, schema["const"], schema["default"],
            schema["enum"]?.items.first,
        ]
        return nodes.lazy.compactMap(\.self).first { $0.scalar?.resolved != .null }.flatMap(description.json)
    }

    /// The values of the schemas that it combines; of alternatives, that of the first.
    private mutating func parts(of schema: Node) -> [JSONValue] {
        var parts: [JSONValue] = []
        for part in schema["allOf"]?.items ?? [] {
            if let value = value(of: part, isPart: true) { parts.append(value) }
        }
        for key in ["oneOf", "anyOf"] {
            for alternative in schema[key]?.items ?? [] {
                guard var value = value(of: alternative, isPart: true), !value.isNull else { continue }
                discriminate(&value, schema, alternative)
                parts.append(value)
                break
            }
        }
        return parts
    }

    /// Sets the member that tells alternatives apart.
    private func discriminate(_ value: inout JSONValue, _ schema: Node, _ alternative: Node) {
        guard let discriminator = schema["discriminator"], let name = discriminator["propertyName"]?.text,
            !name.isEmpty, var object = value.object, let reference = description.reference(of: alternative)?.text
        else { return }
        // The schema of the alternative may already fix it.
        guard object[name] == nil || object[name] == "string" else { return }
        let last = reference.split(separator: "/").last.map(String.init) ?? reference
        let mapped = discriminator["mapping"]?.pairs.first { [reference, last].contains($0.value.text) }
        object[name] = .string(mapped?.key.text ?? last)
        value = .object(object)
    }

    /// Objects with the members of all; of other values, the last.
    private static func merged(_ values: [JSONValue], isObject: Bool) -> JSONValue? {
        let objects = values.compactMap(\.object)
        guard !objects.isEmpty else { return values.last }
        var merged = JSONObject()
        for member in objects.flatMap(\.members) { merged[member.name] = member.value }
        return .object(merged)
    }

    /// The type that a schema names or its keywords imply; of several, the first other than null.
    private func type(of schema: Node) -> String? {
        if let type = schema["type"] {
            let names = type.scalar.map { [$0.text] } ?? type.items.map(\.text)
            return names.first { $0 != "null" } ?? names.first
        }
        let implied = [
            ("object", ["properties", "additionalProperties", "required", "minProperties"]),
            ("array", ["items", "prefixItems", "minItems", "uniqueItems"]),
            ("string", ["pattern", "minLength", "maxLength", "format"]),
            ("number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
        ]
        return implied.first { _, keys in keys.contains { schema[$0] != nil } }?.0
    }

    private mutating func typed(_ schema: Node, _ type: String) -> JSONValue? {
        switch type {
        case "object": return object(schema)
        case "array": return array(schema)
        case "string": return madeUp(.string(SampleText.text(of: schema)))
        case "integer", "number":
            return madeUp(.number(SampleNumber(schema, isInteger: type == "integer").value))
        case "boolean": return madeUp(true)
        case "null": return .null
        default: return nil
        }
    }

    private mutating func object(_ schema: Node) -> JSONValue {
        var object = JSONObject()
        let required = Set(schema["required"]?.items.map(\.text) ?? [])
        for pair in schema["properties"]?.pairs ?? [] {
            let isRequired = required.contains(pair.key.text)
            guard isRequired || left > Self.mostValues / 2 && depth <= Self.deepestOptional else { continue }
            guard !isHidden(pair.value) else { continue }
            if let value = value(of: pair.value) {
                object[pair.key.text] = value
            } else if isRequired {
                object[pair.key.text] = madeUp(.null)
            }
        }
        let least = Int(schema["minProperties"]?.text ?? "") ?? 0
        if object.members.count < least, let others = schema["additionalProperties"] {
            for number in 1...Self.mostItems where object.members.count < least {
                object["key\(number)"] = value(of: others) ?? madeUp("string")
            }
        }
        return .object(object)
    }

    /// Whether the member is not sent in this direction.
    private func isHidden(_ schema: Node) -> Bool {
        if let reference = description.reference(of: schema), description.isOpen(reference) { return false }
        return description.following(schema) { $0[direction.hiding]?.isTrue == true } ?? false
    }

    private mutating func array(_ schema: Node) -> JSONValue {
        var items: [JSONValue] = []
        for item in (schema["prefixItems"]?.items ?? []).prefix(Self.mostItems) {
            items.append(value(of: item) ?? .null)
        }
        let least = Int(schema["minItems"]?.text ?? "") ?? 0
        let most = min(Int(schema["maxItems"]?.text ?? "") ?? .max, Self.mostItems)
        guard let item = schema["items"], depth <= Self.deepestOptional || least > 0 else { return .array(items) }
        let isUnique = schema["uniqueItems"]?.isTrue == true
        while items.count < min(max(least, 1), most), let value = value(of: item) {
            items.append(isUnique ? Self.varied(value, items.count) : value)
        }
        return .array(items)
    }

    /// Another value for each number.
    private static func varied(_ value: JSONValue, _ number: Int) -> JSONValue {
        guard number > 0 else { return value }
        switch value {
        case .string(let text): return .string("\(text)\(number + 1)")
        case .number(let first): return first.int.map { .number(JSONNumber($0 &+ number)) } ?? value
        case .null, .bool, .array, .object: return value
        }
    }
}
