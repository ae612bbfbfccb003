internal import HAL

/// Writes the JSON Schema (2020-12) of what the reader reads, from the same tables of keys.
struct SchemaWriter {
    /// Where definitions stand: `#/$defs/`.
    let base: String
    /// Whether values of a matrix may stand in place of others.
    var hasPlaceholders = false
    /// Whether null under a known key means that the key is not there.
    var takesNull = false
    /// Whether matchers inside matchers are described as such; tools that try out every combination never end with it.
    var isRecursive = true

    /// The definitions of some objects and of everything inside of them.
    func definitions(of roots: [any KnownKey.Type]) -> [(String, JSONValue)] {
        KeyTables.reachable(from: roots).map { definition($0) }
    }

    private func definition<Key: KnownKey>(_ type: Key.Type) -> (String, JSONValue) {
        if let matcher = matcherDefinition(type) { return (Key.definition, matcher) }

        let schema = closedObject(properties(of: type), required: Key.required.map(\.rawValue))
        return (Key.definition, hasPlaceholders ? excluding(type, in: schema) : schema)
    }

    /// The schema of an object that has at most one key of each exclusive group; an interaction has one of its group.
    ///
    /// WireMock ignores the others, so that the admin API's schemas say nothing of it.
    private func excluding<Key: KnownKey>(_ type: Key.Type, in schema: JSONValue) -> JSONValue {
        guard !Key.exclusive.isEmpty else { return schema }
        let dependent = Key.exclusive.flatMap { group in
            group.map { key in
                let others = group.filter { $0 != key }.map { ($0.rawValue, JSONValue.bool(false)) }
                return (key.rawValue, object([("properties", object(others))]))
            }
        }
        var members = schema.object?.members.map { ($0.name, $0.value) } ?? []
        members.append(("dependentSchemas", object(dependent)))
        if type == InteractionKey.self, let group = Key.exclusive.first {
            let needed = group.map { object([("required", .array([.string($0.rawValue)]))]) }
            members.append(("anyOf", .array(needed)))
        }
        return object(members)
    }

    /// Matchers have a shorthand, and two kinds that have more keys than others; nil for everything else.
    private func matcherDefinition(_ type: any KnownKey.Type) -> JSONValue? {
        switch type.definition {
        case MatcherKey.definition: either([schema(of: .text), closedObject(properties(of: MatcherKey.self))])
        case MultiValueKey.definition:
            either([reference(to: MatcherKey.definition), closedObject(properties(of: MultiValueKey.self))])
        case JSONPathKey.definition:
            closedObject(
                properties(of: JSONPathKey.self) + properties(of: MatcherKey.self),
                required: JSONPathKey.required.map(\.rawValue)
            )
        case _: nil
        }
    }

    private func isMatcher(_ definition: String) -> Bool {
        [MatcherKey.definition, JSONPathKey.definition].contains(definition)
    }

    private var matcherOutline: JSONValue {
        object([("type", ["object", "string", "number", "boolean"])])
    }

    private func properties<Key: KnownKey>(of type: Key.Type) -> [(String, JSONValue)] {
        // What a matcher has for an operand always counts.
        let takesNull = takesNull && type != MatcherKey.self
        return Key.allCases.map { key in
            let shape = schema(of: key.entry.shape)
            let isOptional = takesNull && !Key.required.contains(key)
            let schema = isOptional ? either([shape, object([("type", "null")])]) : shape
            let members = schema.object?.members ?? []
            let fallback = key.entry.defaultValue.map { [JSONObject.Member("default", $0)] } ?? []
            return (
                key.rawValue,
                .object(JSONObject([.init("description", .string(key.entry.summary))] + members + fallback))
            )
        }
    }

    private func closedObject(_ properties: [(String, JSONValue)], required: [String] = []) -> JSONValue {
        let base: [(String, JSONValue)] = [("type", "object"), ("properties", object(properties))]
        let needed = required.isEmpty ? [] : [("required", JSONValue.array(required.map { .string($0) }))]
        return object(base + needed + [("additionalProperties", false)])
    }

    func schema(of shape: Shape) -> JSONValue {
        switch shape {
        case .text: object([("type", ["string", "number", "boolean"])])
        case .path: object([("type", "string"), ("pattern", hasPlaceholders ? #"^(/|\*$|\$\{)"# : #"^(/|\*$)"#)])
        case .method:
            either([object([("enum", .array(MethodKey.usual.map { .string($0) }))]), schema(of: .text)])
        case .integer(let range):
            orPlaceholder([
                ("type", "integer"), ("minimum", number(range.lowerBound)), ("maximum", number(range.upperBound)),
            ])
        case .number: orPlaceholder([("type", "number")])
        case .boolean: orPlaceholder([("type", "boolean")])
        case .anything: object([])
        case .object: object([("type", "object")])
        case .choice(let words): orPlaceholder([("enum", .array(words.map { .string($0) }))])
        case .list(let item): object([("type", "array"), ("items", schema(of: item))])
        case .map(let value): object([("type", "object"), ("additionalProperties", schema(of: value))])
        case .definition(let name): isRecursive || !isMatcher(name) ? reference(to: name) : matcherOutline
        case .either(let shapes): either(shapes.map { schema(of: $0) })
        }
    }

    /// A value of the matrix may stand wherever a string does not.
    private func orPlaceholder(_ schema: [(String, JSONValue)]) -> JSONValue {
        guard hasPlaceholders else { return object(schema) }
        // Not `anyOf`: of what fits none of two schemas, editors say just that.
        let placeholder = object([("type", "string"), ("pattern", #"^\$\{.+\}$"#)])
        return object([("if", placeholder), ("else", object(schema))])
    }

    private func either(_ schemas: [JSONValue]) -> JSONValue {
        object([("anyOf", .array(schemas))])
    }

    private func reference(to name: String) -> JSONValue {
        object([("$ref", .string(base + name))])
    }

    func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(members.map { JSONObject.Member($0.0, $0.1) }))
    }

    private func number(_ value: Int) -> JSONValue {
        .number(JSONNumber(value))
    }
}
