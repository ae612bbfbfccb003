/// A JSON value that loses nothing of its source: numbers keep their digits, objects their order.
///
/// Follows RFC 8259. `2.890` stays `2.890`, and `1e400` stays `1e400` although no `Double` can hold it.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// A JSON number as it was written.
public struct JSONNumber: Sendable, Hashable {
    /// The digits of the source, for example `2.890`.
    public let literal: String

    /// Makes a number of a literal that is known to follow RFC 8259 §6.
    package init(uncheckedLiteral literal: String) {
        self.literal = literal
    }
}

/// A JSON object whose members keep the order of the source.
public struct JSONObject: Sendable, Hashable {
    /// One name and its value.
    public struct Member: Sendable, Hashable {
        /// The member's name.
        public var name: String
        /// The member's value.
        public var value: JSONValue

        /// Makes a member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members in the order of the source.
    public var members: [Member]

    /// Makes an object of members in that order.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of the first member with that name, or nil.
    public subscript(name: String) -> JSONValue? {
        members.first { $0.name == name }?.value
    }
}
