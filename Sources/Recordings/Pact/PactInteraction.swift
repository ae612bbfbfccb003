internal import Documents
package import HAL
internal import URITemplates

/// One interaction of a Pact: a request, and the response that the consumer can process.
package struct PactInteraction: Sendable {
    /// A provider state.
    package struct State: Sendable, Hashable {
        package var name: String
        package var parameters: JSONObject

        package init(_ name: String, parameters: JSONObject = JSONObject()) {
            self.name = name
            self.parameters = parameters
        }
    }

    package var description: String
    package var state: State
    package var method: String
    /// The path and the query.
    package var target: String
    package var requestFields: [FieldLine]
    package var requestBody: [UInt8]
    package var response: PactResponse

    package init(
        _ description: String,
        state: State,
        method: String,
        target: String,
        fields: [FieldLine],
        body: [UInt8],
        response: PactResponse
    ) {
        self.description = description
        self.state = state
        self.method = method
        self.target = target
        requestFields = fields
        requestBody = body
        self.response = response
    }

    /// Why a version cannot express the interaction; nil if it can.
    package func reasonToSkip(_ version: PactVersion) -> String? {
        let bodies = [(requestFields, requestBody), (response.fields, response.body)]
        for (fields, body) in bodies where !body.isEmpty {
            let isJSON = fields.mediaType?.isJSON ?? false
            if isJSON, body[0] == 0xEF || (try? JSONValue(parsing: body)) == nil { return "its body is not valid JSON" }
            guard version != .four, !isJSON else { continue }
            if String(validating: body, as: UTF8.self) == nil { return "its body is binary, which needs --spec 4" }
        }
        if version != .four, response.fields.contains(where: { response.fields.values(of: $0.name).count > 1 }) {
            return "a field of its response has several lines, which needs --spec 4"
        }
        return nil
    }

    /// The object in a file of a version.
    func json(_ version: PactVersion) -> JSONObject {
        var object = JSONObject()
        if version == .four { object["type"] = "Synchronous/HTTP" }
        object["description"] = .string(description)
        if version.hasStateParameters {
            var state: JSONObject = ["name": .string(self.state.name)]
            if !self.state.parameters.isEmpty { state["params"] = .object(self.state.parameters) }
            object["providerStates"] = [.object(state)]
        } else {
            object["providerState"] = .string(state.name)
        }
        object["request"] = .object(request(version))
        var answer = JSONObject()
        answer["status"] = .number(JSONNumber(response.status))
        Self.add(response.fields, response.body, to: &answer, version)
        if let rules = response.rules.json(version) { answer["matchingRules"] = rules }
        object["response"] = .object(answer)
        if version == .four { object["pending"] = false }
        return object
    }

    private func request(_ version: PactVersion) -> JSONObject {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var object: JSONObject = ["method": .string(method), "path": .string(String(parts.first ?? "/"))]
        if parts.count > 1 {
            object["query"] = version.hasRuleCategories ? Self.query(parts[1]) : .string(String(parts[1]))
        }
        Self.add(requestFields, requestBody, to: &object, version)
        return object
    }

    /// The decoded parameters by name.
    private static func query(_ text: Substring) -> JSONValue {
        var values = JSONObject()
        for (name, value) in PactQuery(text).parameters {
            values[name] = .array((values[name]?.array ?? []) + [.string(value)])
        }
        return .object(values)
    }

    private static func add(
        _ fields: [FieldLine],
        _ body: [UInt8],
        to object: inout JSONObject,
        _ version: PactVersion
    ) {
        if !fields.isEmpty { object["headers"] = headers(fields, version) }
        guard !body.isEmpty else { return }
        let type = fields.mediaType
        let json = type?.isJSON == true ? try? JSONValue(parsing: body) : nil
        let text = String(validating: body, as: UTF8.self)
        guard version.hasTypedBodies else {
            object["body"] = json ?? .string(text ?? "")
            return
        }
        var content = JSONObject()
        let isText = if case .string? = json { true } else { false }
        if isText || json == nil, let text {
            content["content"] = .string(text)
            content["encoded"] = isText ? "JSON" : false
        } else if let json {
            content["content"] = json
            content["encoded"] = false
        } else {
            content["content"] = .string(Base64.encode(body))
            content["encoded"] = "base64"
        }
        if let type { content["contentType"] = .string(type.essence) }
        object["body"] = .object(content)
    }

    /// Fields whose values may have commas that separate nothing.
    private static let wholeFields: Set = [
        "www-authenticate", "proxy-authenticate", "authorization", "set-cookie", "cookie", "link", "location",
        "content-location", "etag", "user-agent", "accept",
    ]

    /// The elements of the lines of a field: the verifier compares them one by one.
    private static func elements(_ name: String, _ lines: JSONValue) -> JSONValue {
        guard !wholeFields.contains(name.lowercased()) else { return lines }
        let values = lines.array?.compactMap(\.string) ?? []
        return .array(
            values.flatMap { value -> [JSONValue] in
                guard HTTPDate(value) == nil else { return [.string(value)] }
                return value.split(separator: ",").map { .string(String($0.trimmingSpaces)) }
            }
        )
    }

    private static func headers(_ fields: [FieldLine], _ version: PactVersion) -> JSONValue {
        var headers = JSONObject()
        for field in fields {
            let name = headers.names.first { $0.lowercased() == field.name.lowercased() } ?? field.name
            headers[name] = .array((headers[name]?.array ?? []) + [.string(field.value)])
        }
        guard !version.hasTypedBodies else {
            return .object(JSONObject(headers.members.map { .init($0.name, Self.elements($0.name, $0.value)) }))
        }
        return .object(
            JSONObject(
                headers.members.map { member in
                    let lines = member.value.array?.compactMap(\.string) ?? []
                    return .init(member.name, .string(lines.joined(separator: ", ")))
                }
            )
        )
    }
}

/// The parameters of a query, as the verifier of Pact sends them.
package struct PactQuery {
    /// Names and values, decoded, in their order.
    let parameters: [(name: String, value: String)]

    package init(_ text: some StringProtocol) {
        parameters = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            func decoded(_ part: some StringProtocol) -> String {
                PercentEncoding.decoded(String(part).replacing("+", with: " "))
            }
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    /// The text with the names in their alphabetical order, encoded as a form.
    package var sent: String {
        let names = Set(parameters.map(\.name)).sorted()
        return names.flatMap { name in
            parameters.filter { $0.name == name }.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
        }
        .joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            case 0x20: "+"
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        .joined()
    }
}

/// A Pact of a consumer and a provider.
package struct PactDocument: Sendable {
    package var consumer: String
    package var provider: String
    package var version: PactVersion
    package var interactions: [PactInteraction]

    package init(
        consumer: String,
        provider: String,
        version: PactVersion,
        interactions: [PactInteraction]
    ) {
        self.consumer = consumer
        self.provider = provider
        self.version = version
        self.interactions = interactions
    }

    /// The text of the file.
    package var text: String {
        let document: JSONValue = [
            "consumer": ["name": .string(consumer)],
            "provider": ["name": .string(provider)],
            "interactions": .array(interactions.map { .object($0.json(version)) }),
            "metadata": ["pactSpecification": ["version": .string(version.text)]],
        ]
        return document.serialized(pretty: true) + "\n"
    }
}
