import Documents
internal import HAL

extension SchemaCompiler {
    typealias Place = SchemaDocument.Place

    /// The rules of a subschema; those that depend on evaluated members and items come last.
    mutating func rules(of object: JSONObject, at place: Place) -> [SchemaRule] {
        if let reference = object["$ref"] {
            let rule = referenceRule(reference, place)
            guard version > .draft7 else { return rule }
            return rule + otherRules(of: object, at: place)
        }
        return otherRules(of: object, at: place)
    }

    private mutating func otherRules(of object: JSONObject, at place: Place) -> [SchemaRule] {
        var rules: [SchemaRule] = []
        for member in object.members {
            guard let keyword = SchemaKeyword.table[member.name] else {
                noteUnknown(member, place)
                continue
            }
            guard keyword.versions.contains(version) else {
                if keyword != .defs {
                    warn(place, [member.name], "'\(member.name)' has no effect in a schema of \(version.rawValue)")
                }
                continue
            }
            if let check = check(keyword, member.value, object, place) {
                rules.append(SchemaRule(keyword: member.name, check: check))
            }
        }
        rules += itemsRule(object, place) + propertiesRule(object, place) + conditionRule(object, place)
        return rules + unevaluatedRules(object, place)
    }

    /// The rule of a keyword that needs no other keyword; nil for other keywords and for invalid ones.
    private mutating func check(
        _ keyword: SchemaKeyword,
        _ value: JSONValue,
        _ object: JSONObject,
        _ place: Place
    ) -> SchemaRule.Check? {
        let name = keyword.rawValue
        switch keyword {
        case .type: return types(value, place).map { .type(object.isNullable ? $0.union(.null) : $0) }
        case .enum: return list(value, [name], place).map { .enumeration(object.isNullable ? $0 + [.null] : $0) }
        case .const: return .constant(value)
        case .maximum: return bound(value, name, object["exclusiveMaximum"], .maximum, .exclusiveMaximum, place)
        case .minimum: return bound(value, name, object["exclusiveMinimum"], .minimum, .exclusiveMinimum, place)
        case .exclusiveMaximum: return exclusive(value, name, .exclusiveMaximum, object["maximum"], place)
        case .exclusiveMinimum: return exclusive(value, name, .exclusiveMinimum, object["minimum"], place)
        case .multipleOf: return divisor(value, place)
        case .maxLength: return count(value, name, place).map { .size(.maxLength, $0) }
        case .minLength: return count(value, name, place).map { .size(.minLength, $0) }
        case .maxItems: return count(value, name, place).map { .size(.maxItems, $0) }
        case .minItems: return count(value, name, place).map { .size(.minItems, $0) }
        case .maxProperties: return count(value, name, place).map { .size(.maxProperties, $0) }
        case .minProperties: return count(value, name, place).map { .size(.minProperties, $0) }
        case .uniqueItems: return boolean(value, name, place) == true ? .uniqueItems : nil
        case .pattern: return expression(value, [name], place).map { .pattern($0) }
        case .required: return names(value, [name], place).map { .required($0) }
        case .propertyNames: return .propertyNames(position(below: place, [name], value))
        case .contains: return contains(value, object, place)
        case .allOf: return schemas(value, name, place).map { .all($0) }
        case .anyOf: return schemas(value, name, place).map { .any($0) }
        case .oneOf: return schemas(value, name, place).map { .one($0) }
        case .not: return .not(position(below: place, [name], value))
        case .dependentRequired: return neededNames(value, name, place)
        case .dependentSchemas: return dependentSchemas(value, name, place)
        case .dependencies: return dependencies(value, place)
        case .dynamicRef, .recursiveRef:
            fail(place, [name], "'\(name)' is not supported", "use '$ref'")
            return nil
        case .definitions, .defs:
            _ = map(value, [name], place)
            return nil
        case .ref, .prefixItems, .items, .additionalItems, .properties, .patternProperties, .additionalProperties,
            .if, .then, .else, .unevaluatedItems, .unevaluatedProperties:
            return nil
        case .maxContains, .minContains:
            _ = count(value, name, place)
            return nil
        }
    }

    private mutating func noteUnknown(_ member: JSONObject.Member, _ place: Place) {
        if member.name == "format", version <= .draft7 {
            warn(place, [member.name], "'format' is not validated")
        }
        guard !SchemaKeyword.annotations.contains(member.name) else { return }
        let known = SchemaKeyword.allCases.filter { $0.versions.contains(version) }.map(\.rawValue)
        guard let suggestion = Spelling.suggestion(for: member.name, among: known) else { return }
        warn(place, [member.name], "'\(member.name)' is not a keyword and has no effect", suggestion)
    }

    private mutating func referenceRule(_ value: JSONValue, _ place: Place) -> [SchemaRule] {
        guard let text = value.string else {
            fail(place, ["$ref"], "'$ref' must be a string, not \(value.kind)")
            return []
        }
        guard let target = document.place(of: text, from: place.base) else {
            let suggestion = "other schemas are not loaded; put them under '$defs'"
            fail(place, ["$ref"], "'\(text)' does not exist in this schema", suggestion)
            return []
        }
        return [SchemaRule(keyword: "$ref", check: .reference(position(of: target)))]
    }
}

extension JSONObject {
    /// OpenAPI's keyword, which WireMock supports.
    fileprivate var isNullable: Bool { self["nullable"] == .bool(true) }
}
