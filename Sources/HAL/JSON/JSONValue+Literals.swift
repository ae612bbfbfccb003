// Not by nil: `condition ? value : nil` would make `null` where an Optional is meant.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
    /// Makes a boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Makes a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Makes a number.
    public init(integerLiteral value: Int) {
        self = .number(JSONNumber(value))
    }

    /// Makes a number of the shortest digits with the same `Double` value; `null` if it is not finite.
    public init(floatLiteral value: Double) {
        self = JSONNumber(value).map { .number($0) } ?? .null
    }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Makes an object with the members in that order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0, $1) }))
    }
}
