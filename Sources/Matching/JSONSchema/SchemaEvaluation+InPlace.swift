internal import HAL

extension SchemaEvaluation {
    /// Rules that evaluate other subschemas at the same value.
    mutating func holdInPlace(
        _ rule: SchemaRule,
        _ subschema: Int,
        _ value: JSONValue,
        _ seen: inout SeenChildren
    ) -> Failure? {
        func fails(_ reason: String) -> Failure {
            Failure(subschema: subschema, keyword: rule.keyword, reason: reason)
        }
        switch rule.check {
        case .reference(let target): return check(target, value, &seen)
        case .all(let schemas):
            for schema in schemas {
                if let failure = check(schema, value, &seen) { return failure }
            }
            return nil
        case .any(let schemas):
            return matching(schemas, value, &seen, atMost: .max) > 0 ? nil : fails("matches none of the schemas")
        case .one(let schemas):
            let count = matching(schemas, value, &seen, atMost: 2)
            guard count != 1 else { return nil }
            return fails(count == 0 ? "matches none of the schemas" : "matches more than one of the schemas")
        case .not(let schema):
            var unused = SeenChildren()
            return check(schema, value, &unused) == nil ? fails("matches a schema that it must not match") : nil
        case .condition(let test, let then, let otherwise):
            let holds = check(test, value, &seen) == nil
            return (holds ? then : otherwise).flatMap { check($0, value, &seen) }
        case .dependentSchemas(let schemas):
            guard let object = value.object else { return nil }
            let members = JSONMembers(object, lookups: schemas.count, &budget)
            for entry in schemas where members[entry.name] != nil {
                if let failure = check(entry.schema, value, &seen) { return failure }
            }
            return nil
        case .never, .type, .enumeration, .constant, .number, .multipleOf, .size, .pattern, .uniqueItems, .required,
            .dependentRequired, .propertyNames, .contains, .items, .properties, .unevaluatedItems,
            .unevaluatedProperties:
            return nil
        }
    }

    /// The number of schemas that match; all are evaluated if their evaluated members and items matter.
    private mutating func matching(
        _ schemas: [Int],
        _ value: JSONValue,
        _ seen: inout SeenChildren,
        atMost limit: Int
    ) -> Int {
        var count = 0
        for schema in schemas {
            guard check(schema, value, &seen) == nil else { continue }
            count += 1
            if count == limit || limit == .max && !program.tracksEvaluation { break }
        }
        return count
    }
}
