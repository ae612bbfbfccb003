internal import HAL

/// The outcome of a response by the table of outcomes, and the values that a client reports of it.
struct ExpectationDraft {
    /// The most members of the model and kinds of embedded resources that are expected.
    private static let mostMembers = 5
    private static let longestText = 120

    let exchange: Exchange
    let origin: String
    /// The resource of a successful response; nil if it has none.
    let resource: ReceivedResource?

    init(_ exchange: Exchange, origin: String) {
        self.exchange = exchange
        self.origin = origin
        resource = ReceivedResource(exchange, origin: origin)
    }

    private var response: Exchange.Response { exchange.response }

    var outcome: OutcomeKind {
        guard response.failure == nil else { return .connectionFailure }
        let kind = OutcomeKind(status: response.status)
        return kind == .success && hasModel && !isDecodable ? .undecodable : kind
    }

    /// Whether the response has a body that a client decodes.
    private var hasModel: Bool {
        exchange.request.method != "HEAD" && response.status != 204 && response.status != 205 && !response.body.isEmpty
    }

    private var isDecodable: Bool {
        guard resource != nil else { return false }
        guard let type = response.fields["Content-Type"] else { return true }
        return MediaType(leniently: type)?.isJSON ?? false
    }

    /// The keys of `expect`.
    var object: JSONObject {
        let outcome = outcome
        var object: JSONObject = ["outcome": .string(outcome.rawValue)]
        guard response.failure == nil else {
            object["kind"] = .string(kindOfFailure)
            return object
        }
        object["status"] = .number(JSONNumber(response.status))
        switch outcome {
        case .success, .conflict: addResource(to: &object)
        case .redirection: addRedirection(to: &object)
        case .authenticationRequired: addChallenges(to: &object)
        case .clientError, .serverUnavailable: break
        case .serverError, .connectionFailure, .undecodable: break
        }
        if [.redirection, .clientError, .serverUnavailable].contains(outcome), let seconds = secondsToRetry,
            seconds >= 0
        {
            object["retryAfter"] = ["seconds": .number(JSONNumber(seconds))]
        }
        return object
    }

    private var kindOfFailure: String {
        switch response.failure {
        case .reset, .closed, nil: "reset"
        case .stalled: "timedOut"
        case .cut: "truncated"
        }
    }

    private func addResource(to object: inout JSONObject) {
        if let location = location { object["location"] = .string(location) }
        guard hasModel, isDecodable, let resource = resource?.resource else { return }
        let members = resource.state.members.filter { Self.isShort($0.value) }.prefix(Self.mostMembers)
        if !members.isEmpty { object["model"] = .object(JSONObject(Array(members))) }
        var relations: [String] = []
        for entry in resource.links.entries where !entry.links.elements.isEmpty {
            let relation = entry.relation.rawValue
            if !relations.contains(relation) { relations.append(relation) }
        }
        if !relations.isEmpty { object["relations"] = .array(relations.map { .string($0) }) }
    }

    private static func isShort(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): !text.isEmpty && text.utf8.count <= longestText
        case .number, .bool: true
        case .null, .array, .object: false
        }
    }

    private func addRedirection(to object: inout JSONObject) {
        if response.status == 304 {
            object["notModified"] = true
        } else {
            object["permanent"] = .bool(response.status == 301 || response.status == 308)
            if let location { object["location"] = .string(location) }
        }
    }

    /// The `Location`, as a path if it is on the server.
    private var location: String? {
        guard let text = response.fields["Location"] else { return nil }
        let base = URIReference(exchange.request.url)
        guard let uri = LiveTarget(origin: origin).resolved(text, against: base) else {
            return URIReference(text).resolved(against: base).description
        }
        return Exchange.Request.target(of: uri) + (uri.fragment.map { "#\($0)" } ?? "")
    }

    private func addChallenges(to object: inout JSONObject) {
        let challenges = Challenge.challenges(in: response.fields.values(of: "WWW-Authenticate"))
        guard !challenges.contains(where: \.isMalformed) else { return }
        object["challenges"] = .array(
            challenges.map { challenge in
                var value: JSONObject = ["scheme": .string(challenge.scheme)]
                if let realm = challenge.realm { value["realm"] = .string(realm) }
                if let token = challenge.token68 { value["token68"] = .string(token) }
                let others = challenge.parameters.filter { $0.name != "realm" }
                if !others.isEmpty {
                    let members = others.map { JSONObject.Member($0.name, .string($0.value)) }
                    value["parameters"] = .object(JSONObject(members))
                }
                return .object(value)
            }
        )
    }

    /// The seconds of `Retry-After`, as a client reads them.
    private var secondsToRetry: Int? {
        if let seconds = response.secondsToRetry { return seconds }
        guard let text = response.fields["Retry-After"]?.trimmingSpaces, !text.isEmpty, text.utf8.count < 10,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }
}
