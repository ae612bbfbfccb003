internal import HAL
import Matching

extension TemplateHelper {
    /// JSON and members of values.
    static let json: [TemplateHelper] = [
        TemplateHelper(
            "jsonPath",
            arguments: 2...2,
            options: ["default"],
            prepare: { (call) throws(InvalidPattern) in
                guard let text = call.secondLiteral else { return }
                call.arguments[1] = .jsonPath(try JSONPath(text))
            },
            value: { (call, renderer) throws(TemplateFailure) in try renderer.jsonPath(call) }
        ),
        TemplateHelper(
            "parseJson",
            arguments: 1...2,
            // `{{#parseJson 'name'}} … {{/parseJson}}`
            block: .content { content, arguments in [content] + arguments }
        ) { (call, renderer) throws(TemplateFailure) in
            let text = try renderer.text(0, of: call)
            guard let json = try renderer.parse(text) else { return .error("'parseJson' needs valid JSON") }
            guard call.arguments.count > 1 else { return .json(json) }
            renderer.variables[try renderer.text(1, of: call)] = .json(json)
            return .missing
        },
        TemplateHelper(
            "toJson",
            arguments: 1...1,
            block: .onlyContent
        ) { (call, renderer) throws(TemplateFailure) in
            .text(try renderer.jsonText(of: try renderer.argument(0, of: call)))
        },
        TemplateHelper("lookup", arguments: 2...2, isCommon: true) { (call, renderer) throws(TemplateFailure) in
            try renderer.argument(0, of: call).member(atPath: try renderer.text(1, of: call))
        },
    ]
}

extension TemplateRenderer {
    fileprivate mutating func jsonPath(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let source = try argument(0, of: call)
        guard let document = try document(source) else { return .error("'jsonPath' needs valid JSON") }
        var path: JSONPath?
        if case .jsonPath(let known) = call.arguments[1] {
            path = known
        } else {
            path = try? JSONPath(try text(1, of: call))
        }
        guard let path else { return .error("'jsonPath' needs a valid JSONPath") }
        guard let nodes = try spending({ path.select(from: document, budget: &$0) }) else {
            return .error("'jsonPath' exceeds its limit of steps")
        }
        try make(nodes.count * MemoryLayout<JSONValue>.stride)
        guard path.isDefinite else { return .json(.array(nodes)) }
        guard let node = nodes.first else { return try option("default", of: call) }
        return .json(node)
    }

    /// The value as JSON, or the JSON in its text.
    private mutating func document(_ value: TemplateValue) throws(TemplateFailure) -> JSONValue? {
        switch value {
        case .json(.object), .json(.array), .model, .fields: return value.json
        case .json, .missing, .date, .values, .parts, .xml: return try parse(value.text)
        }
    }

    /// The text's JSON; the most values that it can have are counted first.
    fileprivate mutating func parse(_ text: String) throws(TemplateFailure) -> JSONValue? {
        try step(text.utf8.count / 64)
        let parts = text.utf8.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
        try make(text.utf8.count + parts * MemoryLayout<JSONObject.Member>.stride)
        return JSONText.parse(text)
    }
}
