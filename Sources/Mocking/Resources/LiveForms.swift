import HAL
import Matching
import Scenarios

/// The HAL-FORMS templates of a live resource.
enum LiveForms {
    static func ofCollection(_ resource: LiveResource) -> JSONObject {
        ["default": template("POST", "Create", properties(resource, withID: resource.identifiers == .client))]
    }

    static func ofItem(_ resource: LiveResource) -> JSONObject {
        [
            "default": template("PUT", "Change", properties(resource, withID: false)),
            "delete": template("DELETE", "Delete", []),
        ]
    }

    private static func template(_ method: String, _ title: String, _ properties: [JSONValue]) -> JSONValue {
        ["title": .string(title), "method": .string(method), "properties": .array(properties)]
    }

    /// One property for each member of the schema or, without a schema, of the first item.
    private static func properties(_ resource: LiveResource, withID: Bool) -> [JSONValue] {
        let schema = resource.schema?.source
        let described = schema?["properties"]?.object?.members ?? []
        var members = described.map { (name: $0.name, schema: $0.value) }
        if members.isEmpty {
            members = (resource.example?.members ?? []).filter { $0.value.isScalar }.map {
                (name: $0.name, schema: typed($0.value))
            }
        }
        let required = Set(schema?["required"]?.array?.compactMap(\.string) ?? [])
        if withID, !members.contains(where: { $0.name == resource.idMember }) {
            members.insert((name: resource.idMember, schema: .object(JSONObject())), at: 0)
        }
        return members.filter { $0.name != resource.idMember || withID }.map { name, schema in
            let isNeeded = required.contains(name) || name == resource.idMember
            return property(name, schema, isRequired: isNeeded)
        }
    }

    /// The schema that a value without one has.
    private static func typed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number: ["type": "number"]
        case .null, .bool, .string, .array, .object: [:]
        }
    }

    private static func property(_ name: String, _ schema: JSONValue, isRequired: Bool) -> JSONValue {
        var property = JSONObject([.init("name", .string(name))])
        if let title = schema["title"] { property["prompt"] = title }
        if isRequired { property["required"] = true }
        if schema["readOnly"]?.bool == true { property["readOnly"] = true }
        switch schema["type"]?.string {
        case "number"?, "integer"?: property["type"] = "number"
        case _: if let format = schema["format"]?.string.flatMap({ formats[$0] }) { property["type"] = .string(format) }
        }
        let same = [("minimum", "min"), ("maximum", "max"), ("multipleOf", "step"), ("pattern", "regex")]
        for (keyword, member) in same + [("minLength", "minLength"), ("maxLength", "maxLength")] {
            if let value = schema[keyword] { property[member] = value }
        }
        if let values = schema["enum"]?.array, values.allSatisfy({ $0.string != nil }) {
            property["options"] = ["inline": .array(values)]
        }
        return .object(property)
    }

    /// Types of HTML by formats of JSON Schema.
    private static let formats = [
        "email": "email", "uri": "url", "date": "date", "time": "time", "date-time": "datetime-local",
    ]
}

extension JSONValue {
    fileprivate var isScalar: Bool {
        switch self {
        case .null, .bool, .number, .string: true
        case .array, .object: false
        }
    }
}
