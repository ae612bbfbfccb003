internal import Documents
internal import HAL
internal import Scenarios
internal import URITemplates

/// Reads one interaction of a Pact.
struct PactInteractionReader {
    /// The origin of requests, which a Pact does not name.
    static let origin = "http://localhost"
    /// Fields of a request that a client sets itself.
    private static let connectionFields: Set = [
        "host", "connection", "content-length", "transfer-encoding", "keep-alive", "upgrade", "te", "trailer", "expect",
    ]
    /// Fields whose elements are in lines of their own.
    private static let separateLines: Set = ["set-cookie", "www-authenticate", "proxy-authenticate"]

    let log: IssueLog
    let version: PactVersion
    /// Why the interaction is left out.
    private(set) var skips: [String] = []
    /// The parts that are changed.
    private(set) var notes: [String] = []

    init(log: IssueLog, version: PactVersion) {
        self.log = log
        self.version = version
    }

    mutating func read(_ node: Node) -> ReadPactInteraction? {
        guard let request = object("request", of: node), let response = object("response", of: node),
            let status = status(response), let path = path(request), let query = query(request["query"])
        else { return nil }
        guard let content = body(of: request), let answer = body(of: response) else { return nil }
        let requestFields = fields(request).filter { !Self.connectionFields.contains($0.name.lowercased()) }
        let responseFields = fields(response)
        let text = query.flatMap { name, values in
            values.map { Self.encoded(name) + "=" + Self.encoded($0) }
        }
        let url = Self.origin + path + (text.isEmpty ? "" : "?" + text.joined(separator: "&"))
        var requestRules = PactRules(request["matchingRules"], version)
        var responseRules = PactRules(response["matchingRules"], version)
        if request["generators"]?["path"] != nil {
            notes.append("generated path, which is that of the example")
            requestRules.path = []
        }
        for unknown in requestRules.takeUnknown() + responseRules.takeUnknown() {
            notes.append("rule of the kind '\(unknown)', which compares types")
        }
        guard requestRules.areCompiled, responseRules.areCompiled else {
            skips.append("with a regular expression that is not supported")
            return nil
        }
        return ReadPactInteraction(
            description: description(node),
            state: state(node),
            exchange: Exchange(
                Exchange.Request(
                    (request["method"]?.text ?? "GET").uppercased(),
                    url,
                    fields: Self.typed(requestFields, content.type),
                    body: content.bytes
                ),
                Exchange.Response(status, fields: Self.typed(responseFields, answer.type), body: answer.bytes)
            ),
            query: query,
            requestRules: requestRules,
            responseRules: responseRules
        )
    }

    private func object(_ name: String, of node: Node) -> Node? {
        guard let value = node[name] else {
            log.error("an interaction must have an object '\(name)'", at: node)
            return nil
        }
        guard case .mapping = value.content else {
            log.error("'\(name)' must be an object, not \(value.kind)", at: value)
            return nil
        }
        return value
    }

    private func description(_ node: Node) -> String {
        let text = Self.line(node["description"])
        return text.isEmpty ? "an interaction" : text
    }

    /// The text of a node without line breaks.
    private static func line(_ node: Node?) -> String {
        (node?.text ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// The names of the states, joined; a state has the name by which the verifier enters it.
    private func state(_ node: Node) -> String {
        let state = node["providerState"] ?? node["provider_state"]
        guard let list = node["providerStates"] else { return Self.line(state) }
        let names = list.items.map { item -> String in
            guard case .mapping = item.content else { return Self.line(item) }
            let parameters = item["params"].flatMap { try? YAMLText.value(of: $0) }?.object ?? JSONObject()
            return ProviderState.name(Self.line(item["name"]), parameters)
        }
        return names.filter { !$0.isEmpty }.joined(separator: ProviderState.separator)
    }

    private func status(_ response: Node) -> Int? {
        guard let node = response["status"] else { return 200 }
        guard let status = Int(node.text), (200...599).contains(status) else {
            log.error("'status' must be a status code from 200 to 599, not '\(node.text)'", at: node)
            return nil
        }
        return status
    }

    private func path(_ request: Node) -> String? {
        guard let node = request["path"] else { return "/" }
        guard node.scalar != nil, node.text.hasPrefix("/"), !node.text.contains(where: { "?#".contains($0) }) else {
            log.error("'path' must be a path that begins with a slash", at: node)
            return nil
        }
        return PercentEncoding.encode(node.text, keepingReserved: true)
    }

    /// The parameters in their order; nil, with an error, for another type.
    private func query(_ node: Node?) -> [(name: String, values: [String])]? {
        guard let node, node.text != "null" || node.scalar?.isPlain == false else { return [] }
        var parameters: [(name: String, values: [String])] = []
        func add(_ name: String, _ values: [String]) {
            if let index = parameters.firstIndex(where: { $0.name == name }) {
                parameters[index].values += values
            } else {
                parameters.append((name, values))
            }
        }
        switch node.content {
        case .scalar(let scalar):
            for (name, value) in PactQuery(scalar.text).parameters { add(name, [value]) }
        case .mapping(let pairs):
            for pair in pairs {
                let values = pair.value.scalar == nil ? pair.value.items.map(\.text) : [pair.value.text]
                add(pair.key.text, values)
            }
        case .sequence:
            log.error("'query' must be a text or an object, not a list", at: node)
            return nil
        }
        return parameters
    }

    private static func encoded(_ text: String) -> String { PercentEncoding.encode(text, keepingReserved: false) }

    private func fields(_ message: Node) -> [FieldLine] {
        guard let headers = message["headers"] else { return [] }
        if headers.scalar == nil, !headers.items.isEmpty {
            log.error("'headers' must be an object, not a list", at: headers)
        }
        return headers.pairs.flatMap { pair -> [FieldLine] in
            let name = pair.key.text
            let values = pair.value.scalar == nil ? pair.value.items.map(\.text) : [pair.value.text]
            guard name.isToken, values.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 } }) else {
                log.error("'\(name.printable)' is not a valid header field", at: pair.key)
                return []
            }
            guard values.count > 1, !Self.separateLines.contains(name.lowercased()) else {
                return values.map { FieldLine(name, $0) }
            }
            return [FieldLine(name, values.joined(separator: ", "))]
        }
    }

    /// A body, and the media type that a Pact has beside it.
    private struct Body {
        var bytes: [UInt8] = []
        var type: String?
    }

    /// The body; nil if it is left out, with a reason.
    private mutating func body(of message: Node) -> Body? {
        guard let node = message["body"], !isNull(node) else { return Body() }
        if version == .four, case .mapping = node.content { return typedBody(node) }
        return plainBody(node, isJSON: fields(message).mediaType.map(\.isJSON))
    }

    private func isNull(_ node: Node) -> Bool { node.scalar.map { $0.isPlain && $0.text == "null" } ?? false }

    /// The body of version 2 and 3: JSON, or a text; `isJSON` is nil if the message has no media type.
    private func plainBody(_ node: Node, isJSON: Bool?) -> Body? {
        guard let value = json(node) else { return nil }
        guard case .string(let text) = value else {
            return Body(bytes: value.serializedBytes(), type: isJSON == nil ? MediaType.json.essence : nil)
        }
        // A text in JSON is either the JSON, or a string in it.
        let isQuoted = isJSON == true && (try? JSONValue(parsing: text)) == nil
        return Body(bytes: isQuoted ? value.serializedBytes() : Array(text.utf8))
    }

    /// The body of version 4, with its media type and its coding.
    private mutating func typedBody(_ node: Node) -> Body? {
        let type = node["contentType"]?.text
        guard let content = node["content"], !isNull(content) else { return Body() }
        guard let value = json(content) else { return nil }
        let coding = node["encoded"]?.text.lowercased() ?? "false"
        guard case .string(let text) = value else { return Body(bytes: value.serializedBytes(), type: type) }
        guard coding == "base64" else {
            let isQuoted =
                coding == "false" && type.flatMap { MediaType(leniently: $0) }?.isJSON == true
                && (try? JSONValue(parsing: text)) == nil
            return Body(bytes: isQuoted ? value.serializedBytes() : Array(text.utf8), type: type)
        }
        guard let bytes = Base64.decode(text) else {
            skips.append("with a body that is not valid Base64")
            return nil
        }
        return Body(bytes: bytes, type: type)
    }

    private func json(_ node: Node) -> JSONValue? {
        do throws(SyntaxProblem) {
            return try YAMLText.value(of: node)
        } catch {
            log.add(error)
            return nil
        }
    }

    /// The fields with the media type, unless they have one.
    private static func typed(_ fields: [FieldLine], _ type: String?) -> [FieldLine] {
        guard let type, fields["Content-Type"] == nil else { return fields }
        return fields + [FieldLine("Content-Type", type)]
    }
}
