import Documents
internal import HAL
import Matching

/// Writes the JSON Schema (2020-12) of what the reader reads, from the same tables of keys.
struct SchemaWriter {
    /// The base of references to definitions: `#/$defs/`.
    let base: String
    /// Whether values of a matrix are allowed in place of others.
    var hasPlaceholders = false
    /// Whether the schema is that of WireMock's mappings: what is overlooked there is valid, and null is an omitted key.
    var isLenient = false
    /// Whether recursive objects refer to themselves; tools that try every combination never end with them.
    var isRecursive = true

    /// The definitions of some objects and of all objects inside them.
    func definitions(of roots: [KeyTable]) -> [(String, JSONValue)] {
        KeyTable.reachable(from: roots).map { ($0.definition, definition($0)) }
    }

    private func definition(_ table: KeyTable) -> JSONValue {
        var keys = properties(of: table)
        if let also = table.options.also { keys += properties(of: also()) }
        let takesOthers = isLenient && table.options.ignoresUnknownInWireMock
        let schema = closedObject(keys, required: table.required, takesOthers: takesOthers)
        let known = hasPlaceholders ? excluding(table, in: schema) : schema
        // WireMock reads one operator and its options: the values of other keys may be anything.
        let whole = takesOthers ? either([known, object([("type", "object"), ("minProperties", number(2))])]) : known
        guard !table.options.otherForms.isEmpty else { return whole }
        return either(table.options.otherForms.map { self.schema(of: $0, asReference: true) } + [whole])
    }

    /// The schema of an object that has at most one key of each exclusive group, or needs one.
    ///
    /// WireMock ignores the others, so the schemas of the admin API do not forbid them.
    private func excluding(_ table: KeyTable, in schema: JSONValue) -> JSONValue {
        let groups = table.options.exclusive
        guard !groups.isEmpty else { return schema }
        let dependent = groups.flatMap { group in
            group.names.map { key in
                let others = group.names.filter { $0 != key }.map { ($0, JSONValue.bool(false)) }
                return (key, object([("properties", object(others))]))
            }
        }
        var members = schema.object?.members.map { ($0.name, $0.value) } ?? []
        members.append(("dependentSchemas", object(dependent)))
        let needed = groups.filter(\.isRequired).map { group in
            object([("anyOf", .array(group.names.map { object([("required", .array([.string($0)]))]) }))])
        }
        if !needed.isEmpty { members.append(("allOf", .array(needed))) }
        return object(members)
    }

    private var matcherOutline: JSONValue {
        object([("type", ["object", "string", "number", "boolean"])])
    }

    private func properties(of table: KeyTable) -> [(String, JSONValue)] {
        let takesNull = isLenient ? !table.options.readsNull : table.options.hasDefaults
        let idle = isLenient ? table.options.withoutEffect.sorted().map { ($0, object([])) } : []
        return idle
            + table.keys.map { key in
                let schema = takesNull && !key.isRequired ? removable(key.shape) : schema(of: key.shape)
                let members = schema.object?.members ?? []
                let fallback = key.defaultValue.map { [JSONObject.Member("default", $0)] } ?? []
                return (
                    key.name, .object(JSONObject([.init("description", .string(key.summary))] + members + fallback))
                )
            }
    }

    private func closedObject(_ properties: [(String, JSONValue)], required: [String] = [], takesOthers: Bool = false)
        -> JSONValue
    {
        let base: [(String, JSONValue)] = [("type", "object"), ("properties", object(properties))]
        let needed = required.isEmpty ? [] : [("required", JSONValue.array(required.map { .string($0) }))]
        return object(base + needed + (takesOthers ? [] : [("additionalProperties", false)]))
    }

    /// The schema of a value in place of which null is allowed, in a scenario file also in place of its members.
    private func removable(_ shape: Shape) -> JSONValue {
        guard !isLenient else { return either([schema(of: shape), object([("type", "null")])]) }
        guard case .map(let value) = shape else { return orNull(schema(of: shape)) }
        return orNull(object([("type", "object"), ("additionalProperties", orNull(schema(of: value)))]))
    }

    /// As in ``orPlaceholder(_:orType:)``, not `anyOf`.
    private func orNull(_ schema: JSONValue) -> JSONValue {
        object([("if", object([("type", "null")])), ("else", schema)])
    }

    /// The schema of a value; with `asReference`, a recursive object is referred to even if `isRecursive` is false.
    func schema(of shape: Shape, asReference: Bool = false) -> JSONValue {
        switch shape {
        case .text: object([("type", ["string", "number", "boolean"])])
        case .path where isLenient: schema(of: .text)
        case .path: object([("type", "string"), ("pattern", hasPlaceholders ? #"^(/|\*$|\$\{)"# : #"^(/|\*$)"#)])
        case .method:
            either([object([("enum", .array(KnownMethods.usual.map { .string($0) }))]), schema(of: .text)])
        case .integer(let range):
            orPlaceholder(
                [("type", "integer"), ("minimum", number(range.lowerBound)), ("maximum", number(range.upperBound))],
                orType: ["number", "string"]
            )
        case .number: orPlaceholder([("type", "number")], orType: ["string"])
        case .boolean: orPlaceholder([("type", "boolean")], orType: ["number", "string"])
        // The only transformer, of which others are ignored.
        case .choice(let words) where isLenient && words.count == 1: schema(of: .text)
        case .anything: object([])
        case .object: object([("type", "object")])
        case .choice(let words): orPlaceholder([("enum", .array(words.flatMap(Self.values(of:))))])
        case .list(let item): object([("type", "array"), ("items", schema(of: item))])
        case .map(let value): object([("type", "object"), ("additionalProperties", schema(of: value))])
        case .matrix: reference(to: "matrix")
        case .reference(let table):
            isRecursive || asReference || !table.table().options.isRecursive
                ? reference(to: table.table().definition) : matcherOutline
        case .either(let shapes): either(shapes.map { schema(of: $0) })
        }
    }

    /// The values that are read as a word: `1.1` may be a number in YAML.
    private static func values(of word: String) -> [JSONValue] {
        [.string(word)] + (JSONNumber(word).map { [.number($0)] } ?? [])
    }

    /// Allows a value of the matrix in place of a value that is not a string, and in a mapping other types.
    private func orPlaceholder(_ schema: [(String, JSONValue)], orType types: [JSONValue] = []) -> JSONValue {
        guard !isLenient || types.isEmpty else { return either([object(schema), object([("type", .array(types))])]) }
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
