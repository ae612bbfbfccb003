internal import HAL
internal import Matching

/// The request pattern of an interaction: its request, as far as rules do not allow others.
struct PactRequestPattern {
    private let request: Exchange.Request
    private let query: [(name: String, values: [String])]
    private let rules: PactRules

    init(_ interaction: ReadPactInteraction) {
        request = interaction.exchange.request
        query = interaction.query
        rules = interaction.requestRules
    }

    /// The keys of the pattern.
    var object: JSONObject {
        var object: JSONObject = ["method": .string(request.method)]
        let path = String(request.target.prefix { $0 != "?" })
        if let match = rules.path.first, let pattern = PactValue.matcher(match, path)?["matches"] {
            object["urlPathPattern"] = pattern
        } else {
            object[query.isEmpty ? "url" : "urlPath"] = .string(path)
        }
        if !query.isEmpty {
            object["queryParameters"] = .object(JSONObject(query.map { .init($0.name, parameter($0.name, $0.values)) }))
        }
        let headers = headers
        if !headers.isEmpty { object["headers"] = .object(headers) }
        if let body { object["bodyPatterns"] = [body] }
        return object
    }

    private func parameter(_ name: String, _ values: [String]) -> JSONValue {
        if let match = rules.match(ofParameter: name), values.count == 1,
            let matcher = PactValue.matcher(match, values[0])
        {
            return matcher
        }
        guard values.count > 1 else { return ["equalTo": .string(values.first ?? "")] }
        return ["hasExactly": .array(values.map { ["equalTo": .string($0)] })]
    }

    private var headers: JSONObject {
        var headers = JSONObject()
        for field in request.fields where headers[field.name] == nil {
            headers[field.name] = matcher(of: field)
        }
        return headers
    }

    private func matcher(of field: FieldLine) -> JSONValue {
        if let match = rules.match(ofHeader: field.name), let matcher = PactValue.matcher(match, field.value) {
            return matcher
        }
        if Pseudonyms.isIn(field.value) {
            let scheme = Redaction.scheme(of: field.name, field.value)
            return ["matches": .string((scheme.map { "\($0) " } ?? "") + ".+")]
        }
        // Parameters, such as the charset, may be others.
        if field.isNamed("Content-Type"), let type = MediaType(leniently: field.value) {
            return ["contains": .string(type.essence)]
        }
        return ["equalTo": .string(field.value)]
    }

    private var body: JSONValue? {
        guard !request.body.isEmpty else { return nil }
        if request.fields.mediaType?.isJSON != false, let value = try? JSONValue(parsing: request.body),
            value.object != nil || value.array != nil || request.fields.mediaType?.isJSON == true
        {
            let hasSecrets = String(validating: request.body, as: UTF8.self).map(Pseudonyms.isIn) ?? false
            guard rules.body.isEmpty, !hasSecrets else {
                return ["matchesJsonSchema": PactSchema(rules: rules, allowsMembers: false).schema(of: value)]
            }
            return ["equalToJson": value]
        }
        guard let text = String(validating: request.body, as: UTF8.self), !request.body.contains(0) else { return nil }
        if let match = rules.match(at: []) { return PactValue.matcher(match, text) ?? ["equalTo": .string(text)] }
        return Pseudonyms.isIn(text) ? nil : ["equalTo": .string(text)]
    }
}
