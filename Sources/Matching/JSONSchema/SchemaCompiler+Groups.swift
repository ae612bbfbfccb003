internal import HAL

extension SchemaCompiler {
    mutating func itemsRule(_ object: JSONObject, _ place: Place) -> [SchemaRule] {
        var rules = SchemaItems()
        let items = object["items"]
        if version >= .draft202012 {
            if let first = object["prefixItems"] { rules.first = schemas(first, "prefixItems", place) ?? [] }
            if let items {
                guard items.array == nil else {
                    fail(place, ["items"], "'items' must be a schema, not a list", "use 'prefixItems' for a list")
                    return []
                }
                rules.rest = position(below: place, ["items"], items)
            }
        } else if let list = items?.array {
            rules.first = list.enumerated().map { position(below: place, ["items", String($0.offset)], $0.element) }
            if let more = object["additionalItems"] { rules.rest = position(below: place, ["additionalItems"], more) }
        } else if let items {
            rules.rest = position(below: place, ["items"], items)
        }
        guard !rules.first.isEmpty || rules.rest != nil else { return [] }
        return [SchemaRule(keyword: "items", check: .items(rules))]
    }

    mutating func propertiesRule(_ object: JSONObject, _ place: Place) -> [SchemaRule] {
        var rules = SchemaProperties()
        if let properties = object["properties"] {
            for member in map(properties, ["properties"], place) ?? [] {
                rules.named[ExactText(member.name)] = position(below: place, ["properties", member.name], member.value)
            }
        }
        if let patterns = object["patternProperties"] {
            for member in map(patterns, ["patternProperties"], place) ?? [] {
                let steps = ["patternProperties", member.name]
                guard let expression = expression(.string(member.name), steps, place) else { continue }
                rules.patterns.append((expression, position(below: place, steps, member.value)))
            }
        }
        if let more = object["additionalProperties"] {
            rules.additional = position(below: place, ["additionalProperties"], more)
        }
        guard !rules.named.isEmpty || !rules.patterns.isEmpty || rules.additional != nil else { return [] }
        return [SchemaRule(keyword: "properties", check: .properties(rules))]
    }

    mutating func conditionRule(_ object: JSONObject, _ place: Place) -> [SchemaRule] {
        guard version >= .draft7, let test = object["if"] else { return [] }
        let check = SchemaRule.Check.condition(
            position(below: place, ["if"], test),
            then: object["then"].map { position(below: place, ["then"], $0) },
            otherwise: object["else"].map { position(below: place, ["else"], $0) }
        )
        return [SchemaRule(keyword: "if", check: check)]
    }

    mutating func unevaluatedRules(_ object: JSONObject, _ place: Place) -> [SchemaRule] {
        guard version >= .draft201909 else { return [] }
        var rules: [SchemaRule] = []
        if let items = object["unevaluatedItems"] {
            let schema = position(below: place, ["unevaluatedItems"], items)
            rules.append(SchemaRule(keyword: "unevaluatedItems", check: .unevaluatedItems(schema)))
        }
        if let properties = object["unevaluatedProperties"] {
            let schema = position(below: place, ["unevaluatedProperties"], properties)
            rules.append(SchemaRule(keyword: "unevaluatedProperties", check: .unevaluatedProperties(schema)))
        }
        if !rules.isEmpty { track() }
        return rules
    }

    mutating func contains(_ value: JSONValue, _ object: JSONObject, _ place: Place) -> SchemaRule.Check? {
        let hasBounds = version >= .draft201909
        let minimum = hasBounds ? object["minContains"].flatMap { count($0, "minContains", place) } : nil
        let maximum = hasBounds ? object["maxContains"].flatMap { count($0, "maxContains", place) } : nil
        return .contains(
            position(below: place, ["contains"], value),
            minimum: minimum ?? 1,
            maximum: maximum,
            counts: version >= .draft202012
        )
    }

    mutating func dependentSchemas(_ value: JSONValue, _ name: String, _ place: Place) -> SchemaRule.Check? {
        let entries = map(value, [name], place) ?? []
        return .dependentSchemas(entries.map { ($0.name, position(below: place, [name, $0.name], $0.value)) })
    }

    mutating func neededNames(_ value: JSONValue, _ name: String, _ place: Place) -> SchemaRule.Check? {
        let entries = map(value, [name], place) ?? []
        return .dependentRequired(
            entries.compactMap { entry in names(entry.value, [name, entry.name], place).map { (entry.name, $0) } }
        )
    }

    /// `dependencies`: lists of names and schemas, as in the older drafts; the newer ones still support it.
    mutating func dependencies(_ value: JSONValue, _ place: Place) -> SchemaRule.Check? {
        var all: [Int] = []
        for entry in map(value, ["dependencies"], place) ?? [] {
            let steps = ["dependencies", entry.name]
            let check: SchemaRule.Check
            if entry.value.array != nil {
                guard let needed = names(entry.value, steps, place) else { continue }
                check = .dependentRequired([(entry.name, needed)])
            } else {
                check = .dependentSchemas([(entry.name, position(below: place, steps, entry.value))])
            }
            all.append(addition(SchemaRule(keyword: entry.name, check: check), place.path + ["dependencies"]))
        }
        return .all(all)
    }
}
