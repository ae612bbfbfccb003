package import HAL

/// Writes the members of an object one after the other.
package struct JSONObjectBuilder {
    private var members: [JSONObject.Member] = []

    package init() {}

    package var json: JSONValue { .object(JSONObject(members)) }

    /// Adds a member, unless the value is nil.
    package mutating func add(_ name: String, _ value: JSONValue?) {
        if let value { members.append(JSONObject.Member(name, value)) }
    }

    package mutating func add(_ name: String, _ text: String?) {
        add(name, text.map { JSONValue.string($0) })
    }

    package mutating func add(_ name: String, _ number: Int?) {
        add(name, number.map { .number(JSONNumber($0)) })
    }

    /// Adds an object of members by name, unless it would be empty.
    package mutating func add<Pattern>(_ name: String, _ named: [Named<Pattern>], _ write: (Pattern) -> JSONValue) {
        guard !named.isEmpty else { return }
        add(name, .object(JSONObject(named.map { .init($0.name, write($0.pattern)) })))
    }
}
