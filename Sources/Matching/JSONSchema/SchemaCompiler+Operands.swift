internal import HAL

extension SchemaCompiler {
    mutating func types(_ value: JSONValue, _ place: Place) -> JSONTypes? {
        var types: JSONTypes = []
        for (index, name) in (value.array ?? [value]).enumerated() {
            let steps = value.array == nil ? ["type"] : ["type", String(index)]
            guard let word = name.string, let type = JSONTypes(name: word, version) else {
                let known = "null, boolean, number, integer, string, array, object"
                let shown = name.string.map { "'\($0.prefix(40))'" } ?? name.kind
                fail(place, steps, "\(shown) is not a type", "supported: \(known)")
                return nil
            }
            types.insert(type)
        }
        return types
    }

    mutating func list(_ value: JSONValue, _ steps: [String], _ place: Place) -> [JSONValue]? {
        guard let items = value.array else {
            fail(place, steps, "'\(steps[0])' must be a list, not \(value.kind)")
            return nil
        }
        return items
    }

    mutating func map(_ value: JSONValue, _ steps: [String], _ place: Place) -> [JSONObject.Member]? {
        guard let object = value.object else {
            fail(place, steps, "'\(steps[0])' must be an object, not \(value.kind)")
            return nil
        }
        return object.members
    }

    mutating func names(_ value: JSONValue, _ steps: [String], _ place: Place) -> [String]? {
        guard let items = list(value, steps, place) else { return nil }
        for (index, item) in items.enumerated() where item.string == nil {
            fail(place, steps + [String(index)], "a name must be a string, not \(item.kind)")
            return nil
        }
        return items.compactMap(\.string)
    }

    mutating func schemas(_ value: JSONValue, _ name: String, _ place: Place) -> [Int]? {
        guard let items = list(value, [name], place) else { return nil }
        guard !items.isEmpty else {
            fail(place, [name], "'\(name)' must not be empty")
            return nil
        }
        return items.enumerated().map { position(below: place, [name, String($0.offset)], $0.element) }
    }

    mutating func count(_ value: JSONValue, _ name: String, _ place: Place) -> Int? {
        guard let number = value.number, DecimalValue(number).isInteger, !DecimalValue(number).isBelowZero else {
            fail(place, [name], "'\(name)' must be a non-negative integer")
            return nil
        }
        return number.int ?? .max
    }

    mutating func boolean(_ value: JSONValue, _ name: String, _ place: Place) -> Bool? {
        guard let value = value.bool else {
            fail(place, [name], "'\(name)' must be true or false, not \(value.kind)")
            return nil
        }
        return value
    }

    mutating func number(_ value: JSONValue, _ name: String, _ place: Place) -> JSONNumber? {
        guard let number = value.number else {
            fail(place, [name], "'\(name)' must be a number, not \(value.kind)")
            return nil
        }
        return number
    }

    mutating func expression(_ value: JSONValue, _ steps: [String], _ place: Place) -> RegularExpression? {
        guard let pattern = value.string else {
            fail(place, steps, "'\(steps[0])' must be a string, not \(value.kind)")
            return nil
        }
        do throws(InvalidPattern) {
            return try RegularExpression(pattern, forSearching: true)
        } catch {
            fail(place, steps, "'\(steps[0])' is not a valid regular expression: \(error.message)")
            return nil
        }
    }

    /// The bound; in draft 4, a boolean beside it excludes it.
    mutating func bound(
        _ value: JSONValue,
        _ name: String,
        _ flag: JSONValue?,
        _ plain: SchemaRule.NumberLimit,
        _ exclusive: SchemaRule.NumberLimit,
        _ place: Place
    ) -> SchemaRule.Check? {
        guard let number = number(value, name, place) else { return nil }
        let excludes = version == .draft4 && flag == .bool(true)
        return .number(excludes ? exclusive : plain, DecimalValue(number), literal: number.literal)
    }

    mutating func exclusive(
        _ value: JSONValue,
        _ name: String,
        _ limit: SchemaRule.NumberLimit,
        _ bound: JSONValue?,
        _ place: Place
    ) -> SchemaRule.Check? {
        if version == .draft4 {
            if boolean(value, name, place) == true, bound == nil {
                fail(place, [name], "'\(name)' needs the bound that it excludes, 'minimum' or 'maximum'")
            }
            return nil
        }
        guard let number = number(value, name, place) else { return nil }
        return .number(limit, DecimalValue(number), literal: number.literal)
    }

    mutating func divisor(_ value: JSONValue, _ place: Place) -> SchemaRule.Check? {
        guard let number = number(value, "multipleOf", place) else { return nil }
        let divisor = DecimalValue(number)
        guard divisor.isPositive, divisor.digitCount <= DecimalValue.maximumDivisorDigits else {
            let limit = DecimalValue.maximumDivisorDigits
            fail(place, ["multipleOf"], "'multipleOf' must be greater than 0 and have at most \(limit) digits")
            return nil
        }
        return .multipleOf(divisor, literal: number.literal)
    }
}
