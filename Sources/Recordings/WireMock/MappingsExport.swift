internal import Documents
internal import HAL
internal import HTTPTypes
internal import Matching
package import Scenarios

/// A folder in WireMock's layout, with the mappings of scenarios.
///
/// The parts that mappings cannot express are left out, and counted by reason.
package struct MappingsExport: Sendable {
    /// A file of the folder.
    package struct File: Sendable, Hashable {
        /// The path below the folder.
        package let path: String
        package let bytes: [UInt8]
    }

    /// The longest sequence of responses that becomes states.
    private static let longestSequence = 100

    /// The body files, then the file with the mappings; empty if there are none.
    package private(set) var files: [File] = []
    /// The number of mappings.
    package private(set) var count = 0
    package private(set) var skipped = SkipCount()
    private var paths: Set<String> = []

    package init(_ scenarios: [Scenario]) {
        var mappings: [JSONValue] = []
        for scenario in scenarios {
            guard scenario.matrixKeys.isEmpty, let variant = scenario.variants.all.first else {
                skipped.add("variant of a matrix", scenario.variants.count)
                continue
            }
            guard variant.tls == nil else {
                skipped.add("scenario with a TLS fault")
                continue
            }
            mappings += self.mappings(of: variant, of: scenario).map { .object($0) }
        }
        guard !mappings.isEmpty else { return }
        count = mappings.count
        let name = scenarios.count == 1 ? scenarios[0].slug : "scenarios"
        // WireMock tries the later of two mappings first, and a scenario file the earlier.
        let document: JSONValue = ["mappings": .array(mappings.reversed())]
        let bytes = document.serializedBytes(pretty: true) + [UInt8(ascii: "\n")]
        files.append(File(path: "mappings/\(name).json", bytes: bytes))
    }

    private mutating func mappings(of variant: Variant, of scenario: Scenario) -> [JSONObject] {
        if scenario.otherOrigin != nil { skipped.add("second origin") }
        if !variant.resources.isEmpty { skipped.add("live resource", variant.resources.count) }
        let limited = variant.interactions.count { $0.outage != nil || $0.rateLimit != nil }
        let isLimited = variant.outage != nil || variant.rateLimit != nil
        if limited > 0 || isLimited { skipped.add("outage or rate limit", limited + (isLimited ? 1 : 0)) }
        var mappings: [JSONObject] = []
        for (number, interaction) in variant.interactions.enumerated() {
            mappings += self.mappings(of: interaction, number: number + 1, of: scenario)
        }
        if let fallback = variant.fallback {
            var definition = ResponseDefinition()
            definition.proxy = fallback
            var mapping: JSONObject = ["name": "fallback", "priority": .number(JSONNumber(Int(Int32.max)))]
            mapping["request"] = ["method": "ANY"]
            mapping["response"] = .object(Self.withoutOwnKeys(definition.wireMockJSON.object ?? [:]))
            mappings.append(mapping)
        }
        return mappings
    }

    private mutating func mappings(
        of interaction: Interaction,
        number: Int,
        of scenario: Scenario
    ) -> [JSONObject] {
        let sequence = interaction.responses
        let places = sequence.isConstant ? [0] : places(of: sequence, hasState: interaction.state != nil)
        guard let places, let requests = requests(of: interaction.request) else { return [] }
        var responses: [JSONObject] = []
        for definition in sequence.responses {
            guard let response = response(definition, of: scenario) else { return [] }
            responses.append(response)
        }
        var mapping = interaction.wireMockJSON.object ?? [:]
        for name in ["responses", "afterLast", "uuid", "persistent", "insertionIndex"] { mapping[name] = nil }
        var mappings: [JSONObject] = []
        for (position, place) in places.enumerated() {
            for (index, request) in requests.enumerated() {
                var copy = mapping
                let isOnly = places.count == 1 && requests.count == 1
                let id = isOnly ? interaction.identifier : "\(interaction.identifier) \(position) \(index)"
                copy["id"] = .string(isOnly ? id : StableIdentifier.uuid(of: id))
                copy["request"] = .object(request)
                copy["response"] = .object(responses[place])
                if !sequence.isConstant {
                    let states = States(name: "\(scenario.slug)-\(number)", count: places.count, sequence.ending)
                    states.add(position, to: &copy)
                }
                mappings.append(copy)
            }
        }
        return mappings
    }

    /// The responses of a sequence, one for each request; nil if states cannot express it.
    private mutating func places(of sequence: ResponseSequence, hasState: Bool) -> [Int]? {
        guard sequence.weights == nil else { return left("sequence with weights") }
        guard !hasState else { return left("sequence in a state") }
        var places: [Int] = []
        for (index, response) in sequence.responses.enumerated() {
            let isLast = index == sequence.responses.count - 1 && sequence.ending == .repeatLast
            let times = isLast ? 1 : response.repetitions
            guard places.count + times <= Self.longestSequence else {
                return left("sequence of more than 100 responses")
            }
            places += Array(repeating: index, count: times)
        }
        return places
    }

    /// The request patterns, one for each method; nil if WireMock has no key for a condition.
    private mutating func requests(of pattern: RequestPattern) -> [JSONObject]? {
        guard pattern.tls == nil, pattern.version == nil else { return left("condition on the protocol") }
        var request = pattern.wireMockJSON.object ?? [:]
        if case .urlPathTemplate(let template) = pattern.url, pattern.pathParameters.isEmpty {
            // WireMock 2 has no templates.
            request["urlPathTemplate"] = nil
            request.members.insert(.init("urlPathPattern", .string(Self.expression(of: template))), at: 0)
        }
        guard case .oneOf(let methods) = pattern.method, methods.count > 1 else { return [request] }
        return methods.map { method in
            var one = request
            one["method"] = .string(method.rawValue)
            return one
        }
    }

    private static func expression(of template: PathTemplate) -> String {
        template.segments.map { segment in
            switch segment {
            case .literal(let text): "/" + RegularExpressionText.escaped(text)
            case .parameter: "/[^/]+"
            case .anyRest: "/.*"
            }
        }
        .joined()
    }

    private mutating func left<Value>(_ reason: String) -> Value? {
        skipped.add(reason)
        return nil
    }
}

/// Responses as mappings have them.
extension MappingsExport {
    private static let faults: Set = [
        "EMPTY_RESPONSE", "MALFORMED_RESPONSE_CHUNK", "RANDOM_DATA_THEN_CLOSE", "CONNECTION_RESET_BY_PEER",
    ]
    private static let ownKeys = [
        "etag", "conditional", "retryAfter", "throttle", "times", "weight", "transferEncoding", "rewriteLinks", "proxy",
    ]

    private static func withoutOwnKeys(_ response: JSONObject) -> JSONObject {
        JSONObject(response.members.filter { !ownKeys.contains($0.name) })
    }

    private mutating func response(_ definition: ResponseDefinition, of scenario: Scenario) -> JSONObject? {
        guard definition.raw == nil else { return left("raw response") }
        guard definition.failure == nil else { return left("response without its body file") }
        var response = Self.withoutOwnKeys(definition.wireMockJSON.object ?? [:])
        if let fault = response["fault"], !Self.faults.contains(fault.string ?? "") {
            return left("fault that WireMock does not have")
        }
        if definition.isConditional { skipped.add("condition of a response") }
        guard definition.proxy == nil else { return response }
        guard add(definition, of: scenario, to: &response) else { return nil }
        addDelivery(of: definition, to: &response)
        return response
    }

    /// Adds body and fields; returns false if the body cannot be known.
    private mutating func add(
        _ definition: ResponseDefinition,
        of scenario: Scenario,
        to response: inout JSONObject
    ) -> Bool {
        let recorded = Exchange.Response(definition)
        var fields = recorded.fields
        if case .json(let value) = definition.body, !definition.fields.contains(where: { $0.name == .contentType }) {
            fields.removeAll { $0.isNamed("Content-Type") }
            let isHAL = value["_links"] != nil || value["_embedded"] != nil
            fields.append(FieldLine("Content-Type", (isHAL ? MediaType.hal : .json).essence))
        }
        let links = RelativeLinks(origins: [scenario.origin, scenario.otherOrigin].compactMap(\.self))
        if definition.rewritesLinks { fields = fields.map(links.relative) }
        let isJSON = fields.mediaType?.isJSON ?? false
        let body = isJSON && definition.rewritesLinks ? links.relative(json: recorded.body) : recorded.body
        if let name = definition.bodyFileName {
            guard definition.body != .none else { return left("body file that a template chooses") ?? false }
            let path = "\(scenario.slug)/\(name)"
            if paths.insert(path).inserted { files.append(File(path: "__files/\(path)", bytes: body)) }
            response["bodyFileName"] = .string(path)
        } else if response["base64Body"] == nil, !body.isEmpty {
            response["jsonBody"] = nil
            response["body"] = .string(String(decoding: body, as: UTF8.self))
        }
        add(definition.retryAfter, to: &fields, &response, String(decoding: body, as: UTF8.self))
        response["headers"] = fields.isEmpty ? nil : ResponseDraft.headers(fields)
        return true
    }

    private mutating func add(
        _ retryAfter: ResponseDefinition.RetryAfter?,
        to fields: inout [FieldLine],
        _ response: inout JSONObject,
        _ body: String
    ) {
        switch retryAfter {
        case nil: break
        case .seconds(let seconds): fields.append(FieldLine("Retry-After", "\(seconds)"))
        case .date(let ahead):
            let transformers = response["transformers"]?.array ?? []
            let isTemplate = transformers.contains("response-template")
            guard isTemplate || !body.contains("{{") else { return skipped.add("date in Retry-After") }
            let format = "EEE, dd MMM yyyy HH:mm:ss z"
            fields.append(
                FieldLine("Retry-After", "{{now offset='\(ahead) seconds' timezone='GMT' format='\(format)'}}")
            )
            if !isTemplate { response["transformers"] = .array(transformers + ["response-template"]) }
        }
    }

    private func addDelivery(of definition: ResponseDefinition, to response: inout JSONObject) {
        guard let speed = definition.bytesPerSecond, speed > 0, response["chunkedDribbleDelay"] == nil else { return }
        let length = Exchange.Response(definition).body.count
        let chunks = max(1, min(20, length))
        let milliseconds = Int(min(Double(length) / Double(speed) * 1000, 86_400_000))
        response["chunkedDribbleDelay"] = [
            "numberOfChunks": .number(JSONNumber(chunks)), "totalDuration": .number(JSONNumber(milliseconds)),
        ]
    }
}

/// The states of a machine that serves one response after the other.
private struct States {
    let name: String
    let count: Int
    let ending: ResponseSequence.Ending

    init(name: String, count: Int, _ ending: ResponseSequence.Ending) {
        self.name = name
        self.count = count
        self.ending = ending
    }

    /// Adds the state in which a response is served, and that after it.
    func add(_ position: Int, to mapping: inout JSONObject) {
        mapping["scenarioName"] = .string(name)
        mapping["requiredScenarioState"] = .string(state(position))
        let isLast = position == count - 1
        let next =
            switch ending {
            case .repeatLast: isLast ? nil : state(position + 1)
            case .loop: state(isLast ? 0 : position + 1)
            case .noMatch: state(position + 1)
            }
        mapping["newScenarioState"] = next.map { .string($0) }
    }

    private func state(_ position: Int) -> String {
        position == 0 ? StateCondition.started : "\(name)-\(position + 1)"
    }
}
