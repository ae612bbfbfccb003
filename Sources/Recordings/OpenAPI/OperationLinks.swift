internal import Documents
internal import HAL
internal import URITemplates

/// The links of OpenAPI between operations as links of HAL.
struct OperationLinks {
    private let description: APIDescription
    /// Operations by their identifiers and their places.
    private var targets: [String: DescribedOperation] = [:]

    init(_ operations: [DescribedOperation], _ description: APIDescription) {
        self.description = description
        for operation in operations {
            if let identifier = operation.identifier, targets[identifier] == nil { targets[identifier] = operation }
            targets["#" + operation.pointer] = operation
        }
    }

    /// Adds `_links` to the JSON object of a response: `self` of a GET, and the links whose target is known.
    func add(
        _ links: [Node.Pair],
        to value: inout JSONValue?,
        _ operation: DescribedOperation,
        _ values: RequestValues,
        _ sent: JSONValue?,
        _ variant: ResponseVariant
    ) {
        guard variant.content?.isJSON == true, var object = value?.object else {
            if !links.isEmpty { description.skipped.add("links of responses that are not JSON objects") }
            return
        }
        var added = object["_links"]?.object ?? JSONObject()
        let isSelf = operation.method == "GET" && (200...299).contains(variant.response.status)
        if isSelf, added["self"] == nil {
            let query = values.queryText.map { "?\($0)" } ?? ""
            added["self"] = ["href": .string(operation.path.concrete(values.path) + query)]
        }
        let expressions = RuntimeExpression.Context(
            values: values.all,
            sent: sent,
            received: value,
            fields: variant.response.fields,
            method: operation.method,
            status: variant.response.status
        )
        for pair in links where added[pair.key.text] == nil {
            description.following(pair.value) { link in
                if let href = href(link, expressions) { added[pair.key.text] = href }
            }
        }
        guard !added.isEmpty else { return }
        object["_links"] = .object(added)
        value = .object(object)
    }

    /// The link; nil, counted, if its operation or a value is not known.
    private func href(_ link: Node, _ context: RuntimeExpression.Context) -> JSONValue? {
        let name = link["operationId"]?.text ?? link["operationRef"].map { PercentEncoding.decoded($0.text) }
        guard let name, let target = targets[name] else {
            description.skipped.add("links to operations that are not in the file")
            return nil
        }
        var path: [String: String] = [:]
        var query: [(name: String, value: String)] = []
        for pair in link["parameters"]?.pairs ?? [] {
            let key = pair.key.text
            let parameter = target.parameters.first { parameter in
                parameter.name == key || "\(parameter.place.rawValue).\(parameter.name)" == key
            }
            guard let value = RuntimeExpression.value(of: pair.value, context, description), let parameter else {
                description.skipped.add("links with a value that the example does not have")
                return nil
            }
            switch parameter.place {
            case .path: path[parameter.name] = parameter.text(value)
            case .query: query += parameter.pairs(value) ?? []
            case .header, .cookie: continue
            }
        }
        let isTemplated = target.path.names.contains { path[$0] == nil }
        let address = target.path.template(path) + (query.isEmpty ? "" : "?" + RequestValues.text(ofQuery: query))
        return isTemplated ? ["href": .string(address), "templated": true] : ["href": .string(address)]
    }
}

/// The runtime expressions of OpenAPI (OpenAPI 3.1, "Runtime Expressions").
enum RuntimeExpression {
    /// A request and its response.
    struct Context {
        let values: [String: JSONValue]
        let sent: JSONValue?
        let received: JSONValue?
        let fields: [FieldLine]
        let method: String
        let status: Int
    }

    /// The value of a constant, an expression, or a text with expressions in braces; nil if the message does not have it.
    static func value(of node: Node, _ context: Context, _ description: APIDescription) -> JSONValue? {
        guard let constant = description.json(node) else { return nil }
        guard case .string(let text) = constant else { return constant }
        if text.hasPrefix("$") { return value(of: text[...], context) }
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{$"), let close = rest[open.upperBound...].firstIndex(of: "}") {
            let start = rest.index(after: open.lowerBound)
            guard let value = value(of: rest[start..<close], context) else { return nil }
            result += rest[..<open.lowerBound] + value.plainText
            rest = rest[rest.index(after: close)...]
        }
        return .string(result + rest)
    }

    private static func value(of expression: Substring, _ context: Context) -> JSONValue? {
        switch expression {
        case "$method": return .string(context.method)
        case "$statusCode": return .number(JSONNumber(context.status))
        default: break
        }
        if let rest = Self.rest(of: expression, after: "$request.body") { return member(rest, of: context.sent) }
        if let rest = Self.rest(of: expression, after: "$response.body") { return member(rest, of: context.received) }
        if let name = Self.rest(of: expression, after: "$response.header.") {
            return context.fields[String(name)].map { .string($0) }
        }
        if let name = Self.rest(of: expression, after: "$request.header.") {
            return context.values.first { $0.key.lowercased() == "header.\(name.lowercased())" }?.value
        }
        return Self.rest(of: expression, after: "$request.").flatMap { context.values[String($0)] }
    }

    private static func rest(of text: Substring, after prefix: String) -> Substring? {
        text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
    }

    private static func member(_ pointer: Substring, of value: JSONValue?) -> JSONValue? {
        guard !pointer.isEmpty else { return value }
        guard pointer.first == "#", let path = JSONPointer.path(pointer.dropFirst()) else { return nil }
        var value = value
        for step in path { value = value?[step] ?? Int(step).flatMap { value?[$0] } }
        guard let value, !value.isNull, value.object == nil else { return nil }
        return value
    }
}
