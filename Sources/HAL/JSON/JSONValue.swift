/// A JSON value that loses nothing of its source: numbers keep their digits, objects their order.
///
/// Follows RFC 8259. `2.890` stays `2.890`, and `1e400` stays `1e400` although no `Double` can hold it.
/// Two values are equal if they are written alike: `2.89` and `2.890` differ, and so do two orders of members.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    /// The string, or nil if this is none.
    public var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    /// The number, or nil if this is none.
    public var number: JSONNumber? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The boolean, or nil if this is none.
    public var bool: Bool? {
        guard case .bool(let bool) = self else { return nil }
        return bool
    }

    /// The elements, or nil if this is no array.
    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The object, or nil if this is none.
    public var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        guard case .null = self else { return false }
        return true
    }

    /// The value of the first member with that name, or nil; nil too if this is no object.
    public subscript(name: String) -> JSONValue? {
        object?[name]
    }

    /// The element at that index, or nil; nil too if this is no array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// What kind of value this is, for messages: `a number`.
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
