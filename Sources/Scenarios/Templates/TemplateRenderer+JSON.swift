internal import HAL

extension TemplateRenderer {
    mutating func jsonResult(of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        switch call.helper {
        case .toJson:
            let json = try argument(0, of: call).json
            try make(try size(of: json))
            return .text(json.serialized())
        case .lookup: return try argument(0, of: call).member(atPath: try text(1, of: call))
        case .parseJson: return try parseJSON(call)
        case .jsonPath: return try jsonPath(call)
        case _: return .missing
        }
    }

    /// The value, or with a name nothing but that name.
    private mutating func parseJSON(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let text = try text(0, of: call)
        guard let json = try parse(text) else { return .error("'parseJson' got no JSON") }
        guard call.arguments.count > 1 else { return .json(json) }
        variables[try self.text(1, of: call)] = .json(json)
        return .missing
    }

    private mutating func jsonPath(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let source = try argument(0, of: call)
        guard let document = try document(source) else { return .error("'jsonPath' got no JSON") }
        var path: JSONPath?
        if case .jsonPath(let known) = call.arguments[1] {
            path = known
        } else {
            path = try? JSONPath(try text(1, of: call))
        }
        guard let path else { return .error("'jsonPath' got no JSONPath") }
        guard let nodes = try spending({ path.select(from: document, budget: &$0) }) else {
            return .error("'jsonPath' takes too many steps")
        }
        try make(nodes.count * MemoryLayout<JSONValue>.stride)
        guard path.isDefinite else { return .json(.array(nodes)) }
        guard let node = nodes.first else { return try option("default", of: call) }
        return .json(node)
    }

    /// The JSON that a value is or that its text holds.
    private mutating func document(_ value: TemplateValue) throws(TemplateFailure) -> JSONValue? {
        switch value {
        case .json(.object), .json(.array), .model, .fields: return value.json
        case .json, .missing, .date, .values, .parts:
            return try parse(value.text)
        }
    }

    /// The text's JSON; counted by the values that it can have at most.
    private mutating func parse(_ text: String) throws(TemplateFailure) -> JSONValue? {
        try step(text.utf8.count / 64)
        let parts = text.utf8.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
        try make(text.utf8.count + parts * MemoryLayout<JSONObject.Member>.stride)
        return JSONText.parse(text)
    }
}
