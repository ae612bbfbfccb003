internal import HAL

/// The JSON Schema of a body: its example, as far as rules do not allow other values.
struct PactSchema {
    let rules: PactRules
    /// Whether objects may have more members, as those of responses may.
    let allowsMembers: Bool

    /// The schema of a body.
    func schema(of body: JSONValue) -> JSONValue { schema(of: body, []) }

    private func schema(of value: JSONValue, _ place: [PactRules.Segment]) -> JSONValue {
        switch rules.match(at: place) {
        case nil where value.isSecret: ["type": "string"]
        case nil: structure(of: value, place)
        case .equality: ["const": value]
        case .type: typed(value, place, least: nil, most: nil)
        case .elements(let least, let most): typed(value, place, least: least, most: most)
        case .null: ["type": "null"]
        case .boolean: ["type": "boolean"]
        case .integer: ["type": "integer"]
        case .decimal, .number: ["type": "number"]
        case .notEmpty, .content: [:]
        case .regex(let pattern): text(value, pattern)
        case .includes(let part): text(value, RegularExpressionText.escaped(part))
        }
    }

    /// The schema of a text; the regular expression of another value, which is compared as a text, is left out.
    private func text(_ value: JSONValue, _ pattern: String) -> JSONValue {
        guard case .string(let text) = value else { return [:] }
        guard PactValue.isFound(pattern, in: text) else { return ["type": "string"] }
        return ["type": "string", "pattern": .string(pattern)]
    }

    /// Without a rule: the value of a scalar, and the members and elements of others.
    private func structure(of value: JSONValue, _ place: [PactRules.Segment]) -> JSONValue {
        switch value {
        case .object(let object): return members(object, place)
        case .array(let items):
            let schemas = items.enumerated().map { schema(of: $1, place + [.index($0)]) }
            let count = JSONValue.number(JSONNumber(items.count))
            guard !schemas.isEmpty else { return ["type": "array", "maxItems": 0] }
            return ["type": "array", "prefixItems": .array(schemas), "minItems": count, "maxItems": count]
        default: return ["const": value]
        }
    }

    private func typed(_ value: JSONValue, _ place: [PactRules.Segment], least: Int?, most: Int?) -> JSONValue {
        switch value {
        case .null: return ["type": "null"]
        case .bool: return ["type": "boolean"]
        case .number: return ["type": "number"]
        case .string: return ["type": "string"]
        case .object(let object): return members(object, place)
        case .array(let items):
            var schema: JSONObject = ["type": "array"]
            if let least { schema["minItems"] = .number(JSONNumber(least)) }
            if let most { schema["maxItems"] = .number(JSONNumber(most)) }
            if let first = items.first { schema["items"] = self.schema(of: first, place + [.index(0)]) }
            return .object(schema)
        }
    }

    /// The server completes the targets of links, so that their rules do not hold.
    private static func withTargets(_ name: String, _ value: JSONValue) -> JSONValue? {
        switch name {
        case "_links", "_templates":
            guard let names = value.object?.names.map({ JSONValue.string($0) }) else { return [:] }
            return names.isEmpty ? ["type": "object"] : ["type": "object", "required": .array(names)]
        case "_embedded" where value.array != nil: return ["type": "array"]
        default: return nil
        }
    }

    private func members(_ object: JSONObject, _ place: [PactRules.Segment]) -> JSONValue {
        var schema: JSONObject = ["type": "object"]
        guard !object.isEmpty else { return .object(schema) }
        schema["required"] = .array(object.names.map { .string($0) })
        schema["properties"] = .object(
            JSONObject(
                object.members.map { member in
                    let other = allowsMembers ? Self.withTargets(member.name, member.value) : nil
                    return .init(member.name, other ?? self.schema(of: member.value, place + [.name(member.name)]))
                }
            )
        )
        if !allowsMembers { schema["additionalProperties"] = false }
        return .object(schema)
    }
}

extension JSONValue {
    /// Whether a placeholder replaces a secret, which clients send.
    fileprivate var isSecret: Bool { string.map(Pseudonyms.isIn) ?? false }
}
