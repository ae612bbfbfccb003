internal import Documents
internal import HAL
internal import Matching

/// The schema of a request body as JSON Schema 2020-12, with the schemas that it refers to under `$defs`.
struct RequestSchema {
    /// Larger schemas are not written out for each operation.
    private static let mostPlaces = 1000
    private static let definitions = "#/$defs/"

    private let description: APIDescription
    private var left = mostPlaces
    /// Names of definitions by their references.
    private var names: [String: String] = [:]
    private var used: Set<String> = []
    /// Definitions that are not written yet.
    private var open: [(name: String, target: Node, trail: [APIDescription.Reference])] = []

    /// The schema, and what it was replaced by if it cannot be used; nil if every body is allowed.
    static func value(of schema: Node, _ description: APIDescription) -> JSONValue? {
        guard let reference = description.reference(of: schema)?.text else { return made(of: schema, description) }
        if let known = description.requestSchemas[reference] { return known }
        let value = made(of: schema, description)
        description.requestSchemas[reference] = .some(value)
        return value
    }

    private static func made(of schema: Node, _ description: APIDescription) -> JSONValue? {
        var whole = RequestSchema(description)
        if let value = whole.written(schema), isUsable(value) { return value }
        description.notes.add("request bodies whose schema is too large or not valid: only their members are matched")
        let outermost = description.following(schema) { node -> JSONValue? in
            var outline: JSONObject = ["type": "object"]
            guard node["type"]?.text == "object" || node["properties"] != nil else { return nil }
            let required = RequestSchema(description).required(in: node)
            if !required.isEmpty { outline["required"] = .array(required.map { .string($0) }) }
            return .object(outline)
        }
        return outermost.flatMap { isUsable($0) ? $0 : nil }
    }

    private init(_ description: APIDescription) {
        self.description = description
    }

    private static func isUsable(_ value: JSONValue) -> Bool {
        guard let schema = try? JSONSchema(value) else { return false }
        return schema.warnings.isEmpty
    }

    private mutating func written(_ schema: Node) -> JSONValue? {
        var value = description.following(schema) { converted($0) }
        var definitions = JSONObject()
        while left > 0, !open.isEmpty {
            let next = open.removeFirst()
            definitions[next.name] = description.resuming(next.trail) { converted(next.target) }
        }
        guard left > 0, var object = value?.object else { return left > 0 ? value : nil }
        if !definitions.isEmpty { object["$defs"] = .object(definitions) }
        value = .object(object)
        return value
    }

    private mutating func converted(_ schema: Node) -> JSONValue {
        left -= 1
        description.partsLeft -= 1
        guard left > 0, description.partsLeft > 0 else {
            left = 0
            return true
        }
        if case .bool(let value)? = schema.scalar?.resolved { return .bool(value) }
        var object = JSONObject()
        if let reference = description.reference(of: schema) {
            object["$ref"] = .string(Self.definitions + name(of: reference, schema))
            // Version 3.0 ignores everything beside a reference.
            guard description.isModern else { return .object(object) }
        }
        for pair in schema.pairs { add(pair, of: schema, to: &object) }
        if !description.isModern { adoptNullable(schema, &object) }
        return .object(object)
    }

    /// The name of the definition that a reference becomes.
    private mutating func name(of reference: Node, _ schema: Node) -> String {
        if let known = names[reference.text] { return known }
        let last = reference.text.split(separator: "/").last.map(String.init) ?? ""
        let base = String(last.unicodeScalars.prefix(100).map { Self.isPlain($0) ? Character($0) : "_" })
        var name = base.isEmpty ? "schema" : base
        var number = 2
        while !used.insert(name).inserted {
            name = "\(base)\(number)"
            number += 1
        }
        names[reference.text] = name
        description.following(schema) { target in open.append((name, target, description.trail)) }
        return name
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "-": true
        default: false
        }
    }

    private mutating func add(_ pair: Node.Pair, of schema: Node, to object: inout JSONObject) {
        let (name, value) = (pair.key.text, pair.value)
        switch name {
        case "type":
            // `file` and `any` are mistakes of descriptions.
            guard !["file", "any"].contains(value.text) else { return }
            object[name] = description.json(value)
        case "exclusiveMinimum", "exclusiveMaximum": addExclusive(name, value, schema, &object)
        case "minimum", "maximum":
            let exclusive = schema[name == "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"]
            guard exclusive?.scalar?.resolved != .bool(true) else { return }
            object[name] = description.json(value)
        case "required":
            let names = required(in: schema)
            if !names.isEmpty { object[name] = .array(names.map { .string($0) }) }
        case "enum", "const", "multipleOf", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems",
            "minContains", "maxContains", "minProperties", "maxProperties", "dependentRequired":
            object[name] = description.json(value)
        case "properties", "patternProperties", "dependentSchemas":
            object[name] = .object(JSONObject(value.pairs.map { .init($0.key.text, converted($0.value)) }))
        case "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
            "unevaluatedItems", "unevaluatedProperties":
            object[name] = converted(value)
        case "allOf", "anyOf", "oneOf", "prefixItems":
            let parts = value.items.map { converted($0) }
            if !parts.isEmpty { object[name] = .array(parts) }
        default: return
        }
    }

    /// The members that a request must have: not those that only responses have.
    private func required(in schema: Node) -> [String] {
        var names: [String] = []
        for name in schema["required"]?.items.map(\.text) ?? [] where !names.contains(name) {
            let property = schema["properties"]?[name]
            let isReadOnly = property.flatMap { property in
                description.following(property) { $0["readOnly"]?.isTrue == true }
            }
            if isReadOnly != true { names.append(name) }
        }
        return names
    }

    /// Version 3.0 has a boolean beside the bound.
    private func addExclusive(_ name: String, _ value: Node, _ schema: Node, _ object: inout JSONObject) {
        if case .number(let number)? = value.scalar?.resolved {
            object[name] = .number(number)
        } else if value.isTrue,
            let bound = schema[name == "exclusiveMinimum" ? "minimum" : "maximum"]
        {
            object[name] = description.json(bound)
        }
    }

    /// `nullable` of version 3.0 as a type.
    private func adoptNullable(_ schema: Node, _ object: inout JSONObject) {
        guard schema["nullable"]?.isTrue == true, let type = object["type"]?.string else { return }
        object["type"] = [.string(type), "null"]
        if let values = object["enum"]?.array, !values.contains(.null) { object["enum"] = .array(values + [.null]) }
    }
}
