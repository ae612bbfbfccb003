internal import HAL

extension SchemaEvaluation {
    mutating func hold(_ rule: SchemaRule, _ subschema: Int, _ value: JSONValue, _ seen: inout SeenChildren) -> Failure?
    {
        func fails(_ reason: String) -> Failure {
            Failure(subschema: subschema, keyword: rule.keyword, reason: reason)
        }
        switch rule.check {
        case .never: return Failure(subschema: subschema, keyword: rule.keyword, reason: "no value is allowed here")
        case .type(let types):
            return types.include(value, budget: &budget) ? nil : fails("must be \(types.text), not \(value.kind)")
        case .enumeration(let values):
            guard spend(values.count, at: subschema) else { return fails("") }
            return values.contains { isEqual($0, value, subschema) } ? nil : fails("is not one of the allowed values")
        case .constant(let expected):
            return isEqual(expected, value, subschema) ? nil : fails("is not the required value")
        case .number(let limit, let bound, let literal):
            guard let number = value.number else { return nil }
            guard let number = DecimalValue(number, budget: &budget), isWithinBudget(at: subschema) else {
                return refusal
            }
            guard !limit.allows(number, bound) else { return nil }
            return fails("must be \(limit.text) \(literal)")
        case .multipleOf(let divisor, let literal):
            guard let number = value.number else { return nil }
            guard spend(number.literal.utf8.count / 8, at: subschema),
                let number = DecimalValue(number, budget: &budget), isWithinBudget(at: subschema)
            else { return refusal }
            guard !number.isMultiple(of: divisor) else { return nil }
            return fails("must be a multiple of \(literal)")
        case .size(let limit, let bound):
            guard spend((value.string?.utf8.count ?? 0) / 64, at: subschema) else { return refusal }
            guard let size = limit.size(of: value), !limit.allows(size, bound) else { return nil }
            return fails("has \(size) \(limit.unit), \(limit.text) \(bound)")
        case .pattern(let expression):
            guard let text = value.string, expression.isMatch(text, budget: &budget) != true else { return nil }
            guard isWithinBudget(at: subschema) else { return refusal }
            return fails("does not match \(expression.pattern)")
        case .uniqueItems: return repeats(value, subschema) ? fails("has duplicate items") : nil
        case .required(let names):
            guard let object = value.object else { return nil }
            let members = JSONMembers(object, lookups: names.count, &budget)
            guard isWithinBudget(at: subschema) else { return refusal }
            return names.first { members[$0] == nil }.map { fails("'\($0)' is missing") }
        case .dependentRequired(let needs):
            guard let object = value.object else { return nil }
            let members = JSONMembers(object, lookups: needs.reduce(needs.count) { $0 + $1.needed.count }, &budget)
            guard isWithinBudget(at: subschema) else { return refusal }
            for need in needs where members[need.name] != nil {
                if let missing = need.needed.first(where: { members[$0] == nil }) {
                    return fails("'\(missing)' is missing, which '\(need.name)' requires")
                }
            }
            return nil
        case .dependentSchemas, .all, .any, .one, .not, .condition, .reference:
            return holdInPlace(rule, subschema, value, &seen)
        case .propertyNames, .contains, .items, .properties, .unevaluatedItems, .unevaluatedProperties:
            return holdBelow(rule, subschema, value, &seen)
        }
    }

    private mutating func isEqual(_ expected: JSONValue, _ value: JSONValue, _ subschema: Int) -> Bool {
        JSONComparison.isEqual(expected, value, &budget) && isWithinBudget(at: subschema)
    }

    /// Whether two items are equal, in one pass over them.
    private mutating func repeats(_ value: JSONValue, _ subschema: Int) -> Bool {
        guard let items = value.array, items.count > 1 else { return false }
        var known: Set<JSONDigest> = []
        for item in items {
            guard let digest = JSONDigest(item, budget: &budget) else { return !isWithinBudget(at: subschema) }
            guard known.insert(digest).inserted else { return true }
        }
        return false
    }
}

extension SchemaRule.NumberLimit {
    fileprivate func allows(_ value: DecimalValue, _ bound: DecimalValue) -> Bool {
        switch self {
        case .minimum: !(value < bound)
        case .exclusiveMinimum: bound < value
        case .maximum: !(bound < value)
        case .exclusiveMaximum: value < bound
        }
    }

    fileprivate var text: String {
        switch self {
        case .minimum: "at least"
        case .exclusiveMinimum: "more than"
        case .maximum: "at most"
        case .exclusiveMaximum: "less than"
        }
    }
}

extension SchemaRule.SizeLimit {
    /// Nil for a value of another kind.
    fileprivate func size(of value: JSONValue) -> Int? {
        switch self {
        case .minLength, .maxLength: value.string.map { $0.unicodeScalars.count }
        case .minItems, .maxItems: value.array.map { $0.count }
        case .minProperties, .maxProperties: value.object.map { $0.members.count }
        }
    }

    fileprivate func allows(_ size: Int, _ bound: Int) -> Bool {
        isMinimum ? size >= bound : size <= bound
    }

    fileprivate var text: String { isMinimum ? "at least" : "at most" }

    fileprivate var unit: String {
        switch self {
        case .minLength, .maxLength: "characters"
        case .minItems, .maxItems: "items"
        case .minProperties, .maxProperties: "members"
        }
    }

    private var isMinimum: Bool {
        switch self {
        case .minLength, .minItems, .minProperties: true
        case .maxLength, .maxItems, .maxProperties: false
        }
    }
}
