internal import HAL
internal import URITemplates

/// The values of the parameters of a request.
struct RequestValues {
    /// By name: the segments of the path, not encoded.
    private(set) var path: [String: String] = [:]
    private(set) var query: [(name: String, value: String)] = []
    private(set) var fields: [FieldLine] = []
    private(set) var cookies: [(name: String, value: String)] = []
    /// The values by place and name, as in `path.id`.
    private(set) var all: [String: JSONValue] = [:]
    /// The values that the example with the name fixes, in the keys of a request pattern; the path apart.
    private(set) var conditions = JSONObject()
    /// The segments of the path that it fixes.
    private(set) var fixedPath: [String: String] = [:]

    /// The number of values that the example fixes.
    var count: Int {
        fixedPath.count + conditions.members.reduce(0) { $0 + ($1.value.object?.members.count ?? 0) }
    }

    /// The values of an example with a name, and of the other parameters that are required.
    init(_ parameters: [DescribedParameter], example name: String? = nil) {
        for parameter in parameters {
            let named = name.flatMap(parameter.value(named:))
            guard let value = named ?? (parameter.isRequired ? parameter.usual : nil) else { continue }
            add(value, of: parameter, isFixed: named != nil)
        }
    }

    private mutating func add(_ value: JSONValue, of parameter: DescribedParameter, isFixed: Bool) {
        switch parameter.place {
        case .path:
            // Clients remove segments of dots.
            guard let text = parameter.text(value), !["", ".", ".."].contains(text) else { return }
            path[parameter.name] = text
            if isFixed { fixedPath[parameter.name] = text }
        case .query:
            guard let pairs = parameter.pairs(value) else { return }
            query += pairs
            if isFixed {
                for (name, values) in Self.grouped(pairs) { fix(name, Self.matcher(values), in: "queryParameters") }
            }
        case .header:
            guard let text = parameter.text(value).map({ String($0.trimmingSpaces) }), Self.isFieldValue(text) else {
                return
            }
            fields.append(FieldLine(parameter.name, text))
            if isFixed { fix(parameter.name, ["equalTo": .string(text)], in: "headers") }
        case .cookie:
            guard let text = parameter.text(value), Self.isCookieValue(text), parameter.name.isToken
            else { return }
            cookies.append((parameter.name, text))
            if isFixed { fix(parameter.name, ["equalTo": .string(text)], in: "cookies") }
        }
        all["\(parameter.place.rawValue).\(parameter.name)"] = value
    }

    private mutating func fix(_ name: String, _ matcher: JSONValue, in key: String) {
        var matchers = conditions[key]?.object ?? JSONObject()
        matchers[name] = matcher
        conditions[key] = .object(matchers)
    }

    private static func grouped(_ pairs: [(name: String, value: String)]) -> [(String, [String])] {
        var groups: [(String, [String])] = []
        for (name, value) in pairs {
            if let index = groups.firstIndex(where: { $0.0 == name }) {
                groups[index].1.append(value)
            } else {
                groups.append((name, [value]))
            }
        }
        return groups
    }

    private static func matcher(_ values: [String]) -> JSONValue {
        let matchers = values.map { value -> JSONValue in ["equalTo": .string(value)] }
        return matchers.count == 1 ? matchers[0] : ["hasExactly": .array(matchers)]
    }

    /// The query of a request; nil if it has no parameters.
    var queryText: String? {
        query.isEmpty ? nil : Self.text(ofQuery: query)
    }

    /// A query with encoded names and values.
    static func text(ofQuery pairs: [(name: String, value: String)]) -> String {
        pairs.map { name, value in
            [name, value].map { PercentEncoding.encode($0, keepingReserved: false) }.joined(separator: "=")
        }
        .joined(separator: "&")
    }

    private static func isFieldValue(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }
    }

    private static func isCookieValue(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\",;\\".utf8.contains($0) }
    }
}
