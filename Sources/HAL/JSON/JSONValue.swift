/// A lossless JSON value: numbers keep their digits, objects their order.
///
/// Follows RFC 8259. `2.890` stays `2.890`, and `1e400` stays `1e400` although no `Double` can hold it. Two values are
/// equal if their texts are: `2.89` and `2.890` differ, and so do two orders of members.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Whether the texts of both are equal, byte by byte.
    public static func == (one: JSONValue, other: JSONValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.isExactly(other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }
}

extension JSONValue {
    /// The string, or nil if this is not a string.
    public var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    /// The number, or nil if this is not a number.
    public var number: JSONNumber? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The boolean, or nil if this is not a boolean.
    public var bool: Bool? {
        guard case .bool(let bool) = self else { return nil }
        return bool
    }

    /// The elements, or nil if this is not an array.
    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The object, or nil if this is not an object.
    public var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        guard case .null = self else { return false }
        return true
    }

    /// The value of the first member with that name, or nil; also nil if this is not an object.
    public subscript(name: String) -> JSONValue? {
        object?[name]
    }

    /// The element at that index, or nil; also nil if this is not an array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The kind of value, for messages: `a number`.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// Values that are known only at run time; literals need no call.
extension JSONValue {
    /// Makes a string.
    public init(_ text: String) {
        self = .string(text)
    }

    /// Makes a boolean.
    public init(_ value: Bool) {
        self = .bool(value)
    }

    /// Makes a number.
    public init(_ value: some BinaryInteger) {
        self = .number(JSONNumber(value))
    }

    /// Makes a number of the shortest digits with the same `Double` value; `null` if it is not finite.
    public init(_ value: Double) {
        self.init(floatLiteral: value)
    }
}

// Without nil literals: `condition ? value : nil` would make `null` where an Optional is meant.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByStringInterpolation,
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
