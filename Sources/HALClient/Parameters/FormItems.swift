import HAL
import URITemplates

/// Parameters flattened to names and values, for a query or a form.
///
/// An array repeats its name for each element, `tag[]=a&tag[]=b`; an object adds the names of its members,
/// `near[city]=Charlotte`; `null` is left out. Numbers keep their digits, booleans are `true` and `false`.
struct FormItems {
    private(set) var items: [(name: String, value: String)] = []

    private static let depthLimit = 32

    init(_ parameters: JSONObject) throws(InvalidRequest) {
        for member in parameters.members { try add(member.value, named: member.name, depth: 0) }
    }

    init(_ items: KeyValuePairs<String, String>) {
        self.items = items.map { (name: $0, value: $1) }
    }

    /// `name=value&…`, both percent-encoded.
    var text: String {
        items.map { [$0.name, $0.value].map(Self.encode).joined(separator: "=") }.joined(separator: "&")
    }

    private static func encode(_ text: String) -> String {
        PercentEncoding.encode(text, keepingReserved: false)
    }

    private mutating func add(_ value: JSONValue, named name: String, depth: Int) throws(InvalidRequest) {
        guard depth <= Self.depthLimit else { throw InvalidRequest(.content, "a parameter is nested too deeply") }
        switch value {
        case .null: break
        case .bool(let bool): items.append((name, bool ? "true" : "false"))
        case .number(let number): items.append((name, number.literal))
        case .string(let string): items.append((name, string))
        case .array(let elements):
            for element in elements { try add(element, named: name + "[]", depth: depth + 1) }
        case .object(let object):
            for member in object.members { try add(member.value, named: "\(name)[\(member.name)]", depth: depth + 1) }
        }
    }
}
