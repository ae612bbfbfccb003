internal import HAL

extension SchemaEvaluation {
    /// Rules on the members or items of the value.
    mutating func holdBelow(
        _ rule: SchemaRule,
        _ subschema: Int,
        _ value: JSONValue,
        _ seen: inout SeenChildren
    ) -> Failure? {
        switch (rule.check, value) {
        case (.propertyNames(let schema), .object(let object)):
            for (index, member) in object.members.enumerated() {
                if let failure = checkChild(schema, index, .string(member.name)) { return failure }
            }
            return nil
        case (.contains(let schema, let minimum, let maximum, let counts), .array(let items)):
            var found = 0
            for (index, item) in items.enumerated() where checkChild(schema, index, item) == nil {
                found += 1
                if counts { look(at: index, &seen) }
            }
            guard found >= minimum, found <= maximum ?? .max else {
                let bounds = maximum.map { "\(minimum) to \($0)" } ?? "at least \(minimum)"
                let reason = "\(found) items match, expected \(bounds)"
                return Failure(subschema: subschema, keyword: rule.keyword, reason: reason)
            }
            return nil
        case (.items(let rules), .array(let items)): return hold(rules, items, &seen)
        case (.properties(let rules), .object(let object)): return hold(rules, object, subschema, &seen)
        case (.unevaluatedItems(let schema), .array(let items)):
            return holdUnseen(schema, items, &seen)
        case (.unevaluatedProperties(let schema), .object(let object)):
            return holdUnseen(schema, object.members.map(\.value), &seen)
        case (_, _): return nil
        }
    }

    private mutating func hold(_ rules: SchemaItems, _ items: [JSONValue], _ seen: inout SeenChildren) -> Failure? {
        // A schema that allows everything is not evaluated for each.
        let rest = rules.rest.flatMap { program.subschemas[$0].rules.isEmpty ? nil : $0 }
        for (index, item) in items.enumerated() {
            guard let schema = index < rules.first.count ? rules.first[index] : rest else { break }
            if rules.rest == nil { look(at: index, &seen) }
            if let failure = checkChild(schema, index, item) { return failure }
        }
        if rules.rest != nil { seen.insertAll() }
        return nil
    }

    private mutating func hold(
        _ rules: SchemaProperties,
        _ object: JSONObject,
        _ subschema: Int,
        _ seen: inout SeenChildren
    ) -> Failure? {
        for (index, member) in object.members.enumerated() {
            guard spend(1 + rules.patterns.count, at: subschema) else { return refusal }
            var isKnown = false
            if let schema = rules.named[ExactText(member.name)] {
                isKnown = true
                if let failure = checkChild(schema, index, member.value) { return failure }
            }
            for pattern in rules.patterns {
                let isMatch = pattern.expression.isMatch(member.name, budget: &budget)
                guard isWithinBudget(at: subschema) else { return refusal }
                guard isMatch == true else { continue }
                isKnown = true
                if let failure = checkChild(pattern.schema, index, member.value) { return failure }
            }
            if !isKnown, let additional = rules.additional {
                isKnown = true
                if let failure = checkChild(additional, index, member.value) { return failure }
            }
            if isKnown { look(at: index, &seen) }
        }
        return nil
    }

    private mutating func holdUnseen(_ schema: Int, _ children: [JSONValue], _ seen: inout SeenChildren) -> Failure? {
        for (index, child) in children.enumerated() where !seen.contains(index) {
            if let failure = checkChild(schema, index, child) { return failure }
        }
        seen.insertAll()
        return nil
    }

    private mutating func checkChild(_ schema: Int, _ index: Int, _ child: JSONValue) -> Failure? {
        budget.spend(1)
        var seen = SeenChildren()
        return check(schema, child, &seen)?.below(index)
    }

    private func look(at index: Int, _ seen: inout SeenChildren) {
        if program.tracksEvaluation { seen.insert(index) }
    }
}
