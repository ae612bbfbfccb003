internal import HAL

/// The contract that a recording is: the recorded requests in their order, and the outcomes of their responses.
struct ContractDraft {
    /// The most steps; a longer recording is not repeated as a whole.
    private static let mostSteps = 2000
    private static let stallTimeout = 500

    /// The steps, as in a scenario file.
    private(set) var steps: [JSONValue] = []
    /// The interactions that no step reaches, by their positions.
    private(set) var unreached: [Int] = []

    private let exchanges: [Exchange]
    private let origin: String
    private var replay: Replay
    private var names: [String: Int] = [:]
    /// The last resource, the step that received it, and whether it was the last step that succeeded.
    private var last: (resource: ReceivedResource, step: String, isLatest: Bool)?
    private var repeatedRequests: Set<JSONObject> = []

    init(_ exchanges: [Exchange], _ interactions: [DraftInteraction], origin: String) {
        self.exchanges = exchanges
        self.origin = origin
        replay = Replay(exchanges, interactions, origin: origin)
        for index in exchanges.indices where steps.count < Self.mostSteps { addStep(for: index) }
        unreached = interactions.indices.filter { replay.served[$0] == 0 }
    }

    private mutating func addStep(for index: Int) {
        guard !replay.repeated.contains(index) else { return }
        let exchange = exchanges[index]
        guard var request = StepDraft(exchange, replay.conditions(of: index)).object else { return }
        addAddress(of: exchange, to: &request)
        guard !(replay.isExhausted(index) && repeatedRequests.contains(request)) else { return }
        guard let final = replay.response(to: index) else { return }
        repeatedRequests.insert(request)
        let expectation = ExpectationDraft(final, origin: origin)
        if final.response.failure == .stalled {
            request["timeoutMilliseconds"] = .number(JSONNumber(Self.stallTimeout))
        }
        let name = uniqueName(of: exchange)
        steps.append(["step": .string(name), "request": .object(request), "expect": .object(expectation.object)])
        guard expectation.outcome == .success else { return }
        if let resource = expectation.resource {
            last = (resource, name, true)
        } else {
            last?.isLatest = false
        }
    }

    /// Adds `follow` if a link of the last resource leads to the address, else `url`.
    private func addAddress(of exchange: Exchange, to request: inout JSONObject) {
        guard let last, var follow = last.resource.follow(to: exchange.request.url) else {
            request["url"] = .string(exchange.request.target)
            return
        }
        if !last.isLatest { follow["from"] = .string(last.step) }
        let isShort = follow.members.count == 1
        request["follow"] = isShort ? follow["relation"] : .object(follow)
    }

    private mutating func uniqueName(of exchange: Exchange) -> String {
        let path = URIReference(exchange.request.url).path
        let name = "\(exchange.request.method) \(path.isEmpty ? "/" : path)"
        names[name, default: 0] += 1
        let count = names[name] ?? 1
        guard count > 1 else { return name }
        let numbered = "\(name) (\(count))"
        names[numbered, default: 0] += 1
        return numbered
    }
}

/// The request of a step.
struct StepDraft {
    /// Fields with a key of their own in a step.
    private static let keys = [
        ("If-Modified-Since", "ifModifiedSince"), ("If-Unmodified-Since", "ifUnmodifiedSince"), ("If-Match", "ifMatch"),
        ("If-None-Match", "ifNoneMatch"),
    ]
    private static let unsentMethods: Set<String> = ["CONNECT", "TRACE"]

    private let request: Exchange.Request
    /// Names of the fields on which the response depends.
    private let conditions: [String]

    init(_ exchange: Exchange, _ conditions: [String]) {
        request = exchange.request
        self.conditions = conditions
    }

    /// The keys of the request, without its address; nil for a request that a step cannot make.
    var object: JSONObject? {
        guard !Self.unsentMethods.contains(request.method) else { return nil }
        var object = JSONObject()
        if request.method != "GET" { object["method"] = .string(request.method) }
        guard addBody(to: &object) else { return nil }
        var others: [JSONObject.Member] = []
        addNegotiation(to: &object, &others)
        addCredentials(to: &object, &others)
        for (field, key) in Self.keys {
            guard let value = request.fields[field] else { continue }
            let isDate = field.hasSuffix("-Since")
            if !isDate || HTTPDate.Reading(value)?.weekdayIsRight == true { object[key] = .string(value) }
        }
        for name in conditions where !others.contains(where: { $0.name == name }) {
            guard ["Range", "Prefer", "Cookie"].contains(name), let value = request.fields[name] else { continue }
            others.append(.init(name, .string(value)))
        }
        if !others.isEmpty { object["headers"] = .object(JSONObject(others)) }
        return object
    }

    private func addBody(to object: inout JSONObject) -> Bool {
        guard !request.body.isEmpty else { return true }
        guard let text = String(validating: request.body, as: UTF8.self), !request.body.contains(0) else {
            return false
        }
        if let type = request.fields["Content-Type"] {
            guard MediaType(type) != nil else { return false }
            object["contentType"] = .string(type)
        }
        if request.fields.mediaType?.isJSON == true, let value = try? JSONValue(parsing: request.body),
            value.object != nil || value.array != nil, value.serializedBytes() == request.body
        {
            object["jsonBody"] = value
        } else {
            object["body"] = .string(text)
        }
        return true
    }

    private func addNegotiation(to object: inout JSONObject, _ others: inout [JSONObject.Member]) {
        if let accept = request.fields["Accept"] {
            let ranges = accept.split(separator: ",").map { String($0.trimmingSpaces) }
            if !ranges.isEmpty, ranges.allSatisfy({ MediaType($0) != nil }) {
                object["accept"] = .string(accept)
            } else {
                others.append(.init("Accept", .string(accept)))
            }
        }
        if conditions.contains("Accept-Language"), let language = request.fields["Accept-Language"] {
            object["acceptLanguage"] = .string(language)
        }
    }

    private func addCredentials(to object: inout JSONObject, _ others: inout [JSONObject.Member]) {
        guard let value = request.fields["Authorization"] else { return }
        let scheme = Redaction.scheme(of: "Authorization", value)
        if scheme == "Bearer" {
            object["authorization"] = ["bearer": .string(String(value.dropFirst("Bearer ".count)))]
        } else {
            others.append(.init("Authorization", .string(value)))
        }
    }
}
