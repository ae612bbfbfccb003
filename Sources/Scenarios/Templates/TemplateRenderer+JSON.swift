internal import HAL

extension TemplateRenderer {
    mutating func jsonResult(of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        switch call.helper {
        case .toJson: return .text(try argument(0, of: call).json.serialized())
        case .lookup: return try argument(0, of: call).member(try argument(1, of: call).text)
        case .parseJson: return try parseJSON(call)
        case .jsonPath: return try jsonPath(call)
        case _: return .missing
        }
    }

    /// The value, or with a name nothing but that name.
    private mutating func parseJSON(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let text = try argument(0, of: call).text
        try step(text.utf8.count / 64)
        guard let json = JSONText.parse(text) else { return .error("'parseJson' got no JSON") }
        guard call.arguments.count > 1 else { return .json(json) }
        variables[try argument(1, of: call).text] = .json(json)
        return .missing
    }

    private mutating func jsonPath(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let source = try argument(0, of: call)
        guard let document = try document(source) else { return .error("'jsonPath' got no JSON") }
        var path: JSONPath?
        if case .jsonPath(let known) = call.arguments[1] {
            path = known
        } else {
            path = try? JSONPath(try argument(1, of: call).text)
        }
        guard let path else { return .error("'jsonPath' got no JSONPath") }
        guard let nodes = path.select(from: document) else { return .error("'jsonPath' takes too many steps") }
        guard path.isDefinite else { return .json(.array(nodes)) }
        guard let node = nodes.first else { return try option("default", of: call) }
        return .json(node)
    }

    /// The JSON that a value is or that its text holds.
    private mutating func document(_ value: TemplateValue) throws(TemplateFailure) -> JSONValue? {
        switch value {
        case .json(.object), .json(.array), .model, .fields: return value.json
        case .json, .missing, .date, .values, .parts:
            let text = value.text
            try step(text.utf8.count / 64)
            return JSONText.parse(text)
        }
    }
}
