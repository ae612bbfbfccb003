internal import Documents
package import HAL
internal import URITemplates

/// A mapping made from an exchange, and the file with its body.
package struct RecordedMapping: Sendable {
    /// The keys of the mapping.
    package var content: JSONObject
    /// The body file that the response refers to; nil: the body is in the mapping.
    package var file: (name: String, bytes: [UInt8])?
}

/// Makes WireMock's mappings from exchanges, as WireMock's recorder does.
///
/// Unlike there, secrets have placeholders, and fields of the connection and of the real server are left out.
package struct MappingsGenerator: Sendable {
    /// The longest name of a mapping.
    private static let longestName = 200
    /// The state in which scenarios begin.
    private static let started = "Started"

    private let specification: MappingSpecification

    package init(_ specification: MappingSpecification) {
        self.specification = specification
    }

    /// The mappings of exchanges in their order; `identifier` is called once for each.
    package func mappings(of exchanges: [Exchange], identifier: () -> String) -> [RecordedMapping] {
        let pseudonyms = Pseudonyms(after: ScenarioGenerator.greatestPlaceholder(in: exchanges))
        let policy = FieldPolicy(keeping: ["Content-Encoding"])
        var exchanges = exchanges.map { exchange in
            var exchange = exchange
            exchange.response.fields = policy.recorded(exchange.response.fields)
            return exchange
        }
        if !specification.keepsSecrets { exchanges = ScenarioGenerator.withoutSecrets(exchanges, pseudonyms) }
        for exchange in exchanges { pseudonyms.noteSources(in: exchange) }
        let form = RequestForm(specification: specification, pseudonyms: pseudonyms)
        let requests = exchanges.map { form.pattern(of: $0.request) }
        var groups: [JSONObject: [Int]] = [:]
        for (index, request) in requests.enumerated() { groups[request, default: []].append(index) }
        var mappings: [RecordedMapping] = []
        var scenarios: [JSONObject: Int] = [:]
        for (index, exchange) in exchanges.enumerated() {
            let members = groups[requests[index]] ?? []
            guard specification.repeatsAreScenarios || members.first == index else { continue }
            var mapping = mapping(of: exchange, requests[index], identifier())
            if members.count > 1, specification.repeatsAreScenarios, let place = members.firstIndex(of: index) {
                let number = scenarios[requests[index]] ?? scenarios.count + 1
                scenarios[requests[index]] = number
                Self.add(place, of: members.count, inScenario: number, exchange.request, to: &mapping.content)
            }
            mappings.append(mapping)
        }
        return mappings
    }

    private func mapping(of exchange: Exchange, _ request: JSONObject, _ identifier: String) -> RecordedMapping {
        let name = Self.name(of: exchange.request)
        var mapping = RecordedMapping(content: ["id": .string(identifier), "name": .string(name)])
        mapping.content["request"] = .object(request)
        var response: JSONObject = ["status": .number(JSONNumber(exchange.response.status))]
        if !exchange.response.body.isEmpty, exchange.request.method != "HEAD" {
            mapping.file = add(exchange.response, to: &response, fileStem: "\(name)-\(identifier)")
        }
        if !exchange.response.fields.isEmpty { response["headers"] = ResponseDraft.headers(exchange.response.fields) }
        mapping.content["response"] = .object(response)
        return mapping
    }

    /// Adds the body; returns its file if it is too long for the mapping.
    private func add(
        _ recorded: Exchange.Response,
        to response: inout JSONObject,
        fileStem: String
    ) -> (name: String, bytes: [UInt8])? {
        let type = recorded.fields["Content-Type"]
        let isEncoded = recorded.fields["Content-Encoding"] != nil
        let isText = !isEncoded && type.map(RecordedText.isText) ?? false
        let text = isText ? String(validating: recorded.body, as: UTF8.self) : nil
        let longest = text == nil ? specification.longestBytes : specification.longestText
        if let longest, recorded.body.count > longest {
            let ending = isEncoded ? "bin" : recorded.fields.mediaType.map(ResponseDraft.fileExtension) ?? "bin"
            response["bodyFileName"] = .string("\(fileStem).\(ending)")
            return ("\(fileStem).\(ending)", recorded.body)
        }
        if let text {
            response["body"] = .string(text)
        } else {
            response["base64Body"] = .string(Base64.encode(recorded.body))
        }
        return nil
    }

    /// The decoded path in lower case, with letters and digits of ASCII only; `_` separates segments.
    private static func name(of request: Exchange.Request) -> String {
        let path = PercentEncoding.decoded(URIReference(request.target).path).lowercased()
        let segments = path.split(separator: "/").map { segment in
            String(
                segment.compactMap { character -> Character? in
                    switch character {
                    case "a"..."z", "0"..."9", "-", "_": character
                    case " ": "-"
                    case _: nil
                    }
                }
            )
        }
        return String(segments.joined(separator: "_").prefix(longestName))
    }

    /// Adds the states of a repeated request; the last of them has no further state.
    private static func add(
        _ place: Int,
        of count: Int,
        inScenario number: Int,
        _ request: Exchange.Request,
        to mapping: inout JSONObject
    ) {
        let path = PercentEncoding.decoded(URIReference(request.target).path)
        let scenario = "scenario-\(number)-" + path.split(separator: "/").joined(separator: "-")
        func state(_ place: Int) -> String { place == 0 ? started : "\(scenario)-\(place + 1)" }
        mapping["scenarioName"] = .string(scenario)
        mapping["requiredScenarioState"] = .string(state(place))
        if place + 1 < count { mapping["newScenarioState"] = .string(state(place + 1)) }
    }
}

/// The request patterns of recorded mappings.
private struct RequestForm {
    private static let signs = #"\^$.|?*+()[]{}"#

    let specification: MappingSpecification
    let pseudonyms: Pseudonyms

    func pattern(of request: Exchange.Request) -> JSONObject {
        var pattern = RequestShape.target(of: request, pseudonyms)
        pattern["method"] = .string(request.method)
        let headers = specification.capturedFields.compactMap { field in
            request.fields[field.name].map { JSONObject.Member(field.name, matcher(of: field, $0)) }
        }
        if !headers.isEmpty { pattern["headers"] = .object(JSONObject(headers)) }
        if !request.body.isEmpty { pattern["bodyPatterns"] = [.object(bodyPattern(of: request))] }
        return pattern
    }

    private func matcher(of field: MappingSpecification.CapturedField, _ value: String) -> JSONValue {
        guard !pseudonyms.hasForeign(in: value) else { return ["matches": .string(expression(value))] }
        var matcher: JSONObject = ["equalTo": .string(value)]
        if let ignoresCase = field.ignoresCase { matcher["caseInsensitive"] = .bool(ignoresCase) }
        return .object(matcher)
    }

    private func bodyPattern(of request: Exchange.Request) -> JSONObject {
        guard let text = String(validating: request.body, as: UTF8.self) else {
            return ["binaryEqualTo": .string(Base64.encode(request.body))]
        }
        switch specification.matcher {
        case .equalTo: return equalTo(text)
        case .equalToJson: return equalToJSON(text)
        case .equalToXml: return equalToXML(text)
        case .auto: break
        }
        guard let type = request.fields["Content-Type"]?.lowercased() else { return equalTo(text) }
        if type.contains("json") { return equalToJSON(text) }
        if type.contains("xml") { return equalToXML(text) }
        // Each client chooses another boundary.
        if type.contains("multipart/form-data") { return ["anything": "anything"] }
        guard RecordedText.isText(type) else { return ["binaryEqualTo": .string(Base64.encode(request.body))] }
        return equalTo(text)
    }

    private func equalTo(_ text: String) -> JSONObject {
        guard !pseudonyms.hasForeign(in: text) else { return ["matches": .string(expression(text))] }
        var pattern: JSONObject = ["equalTo": .string(text)]
        add(specification.ignoresCase, "caseInsensitive", ofAuto: false, to: &pattern)
        return pattern
    }

    /// Text that is not JSON is compared as text, since the mapping would match nothing.
    private func equalToJSON(_ text: String) -> JSONObject {
        guard let value = try? JSONValue(parsing: Array(text.utf8)) else { return equalTo(text) }
        let expected = pseudonyms.hasForeign(in: text) ? RequestShape.general(value, pseudonyms).serialized() : text
        var pattern: JSONObject = ["equalToJson": .string(expected)]
        add(specification.ignoresArrayOrder, "ignoreArrayOrder", ofAuto: true, to: &pattern)
        add(specification.ignoresExtraElements, "ignoreExtraElements", ofAuto: true, to: &pattern)
        return pattern
    }

    private func add(_ option: Bool?, _ key: String, ofAuto usual: Bool, to pattern: inout JSONObject) {
        guard let value = option ?? (specification.matcher == .auto ? usual : nil) else { return }
        pattern[key] = .bool(value)
    }

    private func equalToXML(_ text: String) -> JSONObject {
        pseudonyms.hasForeign(in: text) ? equalTo(text) : ["equalToXml": .string(text)]
    }

    /// A regular expression for a text with any other secrets in it.
    private func expression(_ text: String) -> String {
        var expression = text.map { Self.signs.contains($0) ? "\\\($0)" : String($0) }.joined()
        // The longest first: the number of one may begin that of another.
        for placeholder in Pseudonyms.placeholders(in: text).sorted(by: { $0.count > $1.count })
        where pseudonyms.hasForeign(in: placeholder) {
            expression = expression.replacing(placeholder, with: ".+")
        }
        return expression
    }
}
