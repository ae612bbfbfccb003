package import Documents
package import HAL
package import Matching

/// A request pattern and the responses to requests that match it.
package struct Interaction: Sendable {
    package static let defaultPriority = 5

    package var name: String?
    /// WireMock's `id`, a UUID in lower case; each mapping of a file has one.
    package var id: String?
    /// 1 is first; among equals the earlier interaction wins.
    package var priority: Int
    package var request: RequestPattern
    package var responses: ResponseSequence
    package var state: StateCondition?
    /// Windows of time in which another response is served.
    package var outage: OutageDefinition?
    /// The quota of requests beyond which another response is served.
    package var rateLimit: RateLimitDefinition?
    /// How often a contract must use the interaction.
    package var expectedCount: CountExpectation?
    package var metadata: JSONValue?
    private var serveEventListeners: ServeEventListeners?
    private var postServeActions: ServeEventListeners?
    /// The mapping that the admin API received, which it returns as it is; nil for one of a file.
    var source: JSONObject?
    /// Whether the admin API keeps it in a file.
    package var isPersistent = false
    package var location: SourceLocation

    package init(
        name: String? = nil,
        priority: Int = Interaction.defaultPriority,
        request: RequestPattern = RequestPattern(),
        responses: ResponseSequence,
        state: StateCondition? = nil,
        location: SourceLocation = SourceLocation()
    ) {
        self.name = name
        self.priority = priority
        self.request = request
        self.responses = responses
        self.state = state
        self.location = location
    }
}

/// A condition on a state machine of WireMock's, and a transition of it.
package struct StateCondition: Sendable, Hashable {
    /// The state in which each machine begins.
    package static let started = "Started"

    /// The machine's name.
    package var machine: String
    /// The state in which the interaction matches; nil: any.
    package var required: String?
    /// The state after the response; nil: unchanged.
    package var next: String?

    package init(machine: String, required: String? = nil, next: String? = nil) {
        self.machine = machine
        self.required = required
        self.next = next
    }
}

extension Interaction {
    /// An interaction of a scenario file.
    static let codec = ObjectCodec(
        "interaction",
        "an interaction",
        Interaction(responses: ResponseSequence([])),
        KeyTable.Options(
            synonyms: [
                "reply": "response", "answer": "response", "result": "response", "replies": "responses",
                "answers": "responses", "sequence": "responses", "when": "request", "match": "request",
                "state": "requiredScenarioState", "nextstate": "newScenarioState", "newstate": "newScenarioState",
            ],
            parents: ["request", "response"],
            exclusive: [KeyGroup(responseKeys, isRequired: true)]
        ),
        keys: commonKeys(response: "The response.")
            + conditionKeys(priority: "1 is tried first; among equals, the earlier interaction.", 1...Int(Int32.max))
            + [
                Key(
                    "outage",
                    \.outage,
                    OutageDefinition.codec.codec,
                    "Windows of time in which requests to this interaction get 503.",
                    example: "outage: { after: 10, for: 30 }, response: { status: 204 }"
                ),
                Key(
                    "rateLimit",
                    \.rateLimit,
                    RateLimitDefinition.codec.codec,
                    "A quota; requests to this interaction beyond it get 429.",
                    example: "rateLimit: { quota: 50, window: 60 }, response: { status: 204 }"
                ),
                Key(
                    "times",
                    \.expectedCount,
                    .times,
                    "How often the contract must use the interaction.",
                    example: "times: { atLeast: 1 }, response: { status: 204 }"
                ),
            ],
        check: { reader, members, interaction in
            interaction.location = reader.location(of: members.node)
            if members["scenarioName"] == nil { interaction.state?.machine = reader.slug }
            checkEnding(reader, members)
            checkWeights(interaction.responses, reader, members)
        }
    )
    .cached()

    /// A mapping of WireMock.
    static let mappingCodec = ObjectCodec(
        "mapping",
        "a mapping",
        Interaction(responses: ResponseSequence([ResponseDefinition()])),
        KeyTable.Options(exclusive: [KeyGroup(responseKeys)]),
        keys: [
            Key(
                "id",
                .uuid,
                "The identifier, a UUID.",
                example: "id: 8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7, request: { url: / }, response: { status: 204 }",
                set: { $0.id = $1 },
                get: { $0.identifier }
            )
        ] + commonKeys(response: "The response; 200 without a body if omitted.") + [
            Key(
                "uuid",
                .uuid,
                "The identifier; the same as `id`.",
                example: "uuid: 8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7, request: { url: / }, response: { status: 204 }",
                set: { $0.id = $0.id ?? $1 },
                get: { $0.identifier }
            ),
            Key(
                "persistent",
                \.isPersistent,
                .boolean,
                default: false,
                "Whether the admin API keeps the mapping in a file.",
                example: "persistent: true, request: { url: / }, response: { status: 204 }"
            ),
        ]
            + conditionKeys(
                priority: "The lowest is tried first; among equals, the later mapping.",
                Int(Int32.min)...Int(Int32.max)
            ) + [
                Key(
                    "serveEventListeners",
                    \.serveEventListeners,
                    .serveEventListeners,
                    "Requests to send after the response: the listener `webhook`.",
                    example:
                        "serveEventListeners: [{ name: webhook, parameters: { method: GET, url: 'http://[::1]/' } }]"
                ),
                Key(
                    "postServeActions",
                    \.postServeActions,
                    .serveEventListeners,
                    "The same in mappings for WireMock 2.",
                    example: "postServeActions: [{ name: webhook, parameters: { method: GET, url: 'http://[::1]/' } }]"
                ),
                Key(
                    ignored: "insertionIndex",
                    .count,
                    "Ignored; WireMock's order.",
                    example: "insertionIndex: 3, request: { url: / }, response: { status: 204 }"
                ), .schema(with: "request: { url: / }, response: { status: 204 }"),
            ],
        check: { reader, members, interaction in
            interaction.location = reader.location(of: members.node)
            if reader.scenario.keepsSources { interaction.source = reader.json(members.node)?.object?.withoutNull }
            guard members["scenarioName"] == nil else { return }
            if let member = members.among([requiredStateKey, newStateKey]).first {
                reader.overlook("'\(member.name)' needs 'scenarioName'", at: member.key)
            }
            interaction.state = nil
        }
    )

    /// The keys with the response or the responses, of which an interaction has one.
    private static let responseKeys = ["response", "responses"]
    static let nameKey = "name"
    static let requiredStateKey = "requiredScenarioState"
    static let newStateKey = "newScenarioState"

    /// The requests to send after each response.
    package var webhooks: [Webhook] {
        (serveEventListeners?.webhooks ?? []) + (postServeActions?.webhooks ?? [])
    }

    /// Whether there are requests to send after each response.
    package var hasWebhooks: Bool {
        serveEventListeners?.webhooks.isEmpty == false || postServeActions?.webhooks.isEmpty == false
    }

    /// The mapping as WireMock shows it; reading it again gives the same interaction.
    package var wireMockJSON: JSONValue {
        guard var json = source else { return Self.mappingCodec.write(self) }
        if let request = json["request"]?.object { json["request"] = .object(ShownMapping.request(request)) }
        if let response = json["response"]?.object { json["response"] = .object(ShownMapping.response(response)) }
        json["id"] = .string(identifier)
        json["uuid"] = .string(identifier)
        if isPersistent { json["persistent"] = true }
        return .object(json)
    }

    /// The keys of interactions and mappings.
    private static func commonKeys(response: String) -> [Key<Interaction>] {
        [
            Key(
                nameKey,
                \.name,
                .text,
                "A name for logs, the journal and explanations.",
                example: "name: the fuel station, response: { status: 204 }"
            ),
            Key(
                "request",
                RequestPattern.codec.codec,
                "The requests to match; any request if omitted.",
                example: "request: { method: GET, urlPath: /stations }, response: { status: 204 }",
                set: { $0.request = $1 },
                get: { $0.request }
            ),
            Key(
                "response",
                ResponseDefinition.codec.codec,
                response,
                example: "response: { status: 204 }",
                set: { $0.responses.responses = [$1] },
                get: { $0.responses.isConstant ? $0.responses.responses[0] : nil }
            ),
            Key(
                "responses",
                .responses,
                "Responses in sequence: the first request gets the first one. WireMock does not have it.",
                example: "responses: [{ status: 503 }, { status: 200 }]",
                set: { $0.responses.responses = $1 },
                get: { $0.responses.isConstant ? nil : $0.responses.responses }
            ),
            Key(
                "afterLast",
                Codec<ResponseSequence.Ending>.choice,
                default: .string(ResponseSequence.Ending.repeatLast.rawValue),
                "The response after the last one of `responses`: again the last, again from the first, or no match.",
                example: "responses: [{ status: 503 }, { status: 200 }], afterLast: loop",
                set: { $0.responses.ending = $1 },
                get: { $0.responses.isConstant || $0.responses.ending == .repeatLast ? nil : $0.responses.ending }
            ),
        ]
    }

    /// More keys of interactions and mappings; mappings have others before them.
    private static func conditionKeys(priority: String, _ priorities: ClosedRange<Int>) -> [Key<Interaction>] {
        [
            Key(
                "priority",
                \.priority,
                .integer(priorities),
                default: Interaction.defaultPriority,
                priority,
                example: "priority: 1, response: { status: 204 }"
            ),
            Key(
                "scenarioName",
                \.machine,
                .text,
                "The name of the state machine; in a scenario file, by default that of the file.",
                example: "scenarioName: purchase, requiredScenarioState: Started, response: { status: 204 }"
            ),
            Key(
                requiredStateKey,
                \.requiredState,
                .text,
                "The state in which the interaction matches; a machine begins at `Started`.",
                example: "scenarioName: purchase, requiredScenarioState: Started, response: { status: 204 }"
            ),
            Key(
                newStateKey,
                \.newState,
                .text,
                "The state after the response.",
                example: "scenarioName: s, requiredScenarioState: Started, newScenarioState: Started, response: {}"
            ),
            Key(
                "metadata",
                \.metadata,
                .json,
                "Any value; the admin API finds mappings by it.",
                example: "metadata: { owner: payments }, response: { status: 204 }"
            ),
        ]
    }

    /// Logs weights that no draw can follow, and what has no effect beside weights.
    private static func checkWeights(_ sequence: ResponseSequence, _ reader: NodeReader, _ members: KnownMembers) {
        guard let weights = sequence.weights, let list = members["responses"] else { return }
        if weights.allSatisfy({ $0 == 0 }) {
            reader.log.error("no response can be drawn: give at least one a 'weight' above 0", at: list.value)
        }
        if let ending = members["afterLast"] {
            reader.log.error("'afterLast' has no effect with 'weight': draws do not end", at: ending.key)
        }
        for item in list.value.items {
            guard let times = item["times"] else { continue }
            reader.log.error("'times' has no effect with 'weight'", at: times)
        }
    }

    private static func checkEnding(_ reader: NodeReader, _ members: KnownMembers) {
        guard members["response"] != nil, members["responses"] == nil, let ending = members["afterLast"],
            ending.value.text != ResponseSequence.Ending.noMatch.rawValue
        else { return }
        reader.log.error("'afterLast' needs 'responses'", at: ending.key)
    }

    private var machine: String? {
        get { state?.machine }
        set { if let newValue { changeState { $0.machine = newValue } } }
    }

    private var requiredState: String? {
        get { state?.required }
        set { changeState { $0.required = newValue } }
    }

    private var newState: String? {
        get { state?.next }
        set { changeState { $0.next = newValue } }
    }

    private mutating func changeState(_ change: (inout StateCondition) -> Void) {
        var condition = state ?? StateCondition(machine: "")
        change(&condition)
        state = condition
    }
}

extension Codec where Value == [ResponseDefinition] {
    /// Responses in sequence, at least one.
    fileprivate static let responses = {
        let list = ResponseDefinition.codec.codec.list()
        return Codec(shape: list.shape) { reader, node, name in
            if case .sequence(let items) = node.content, items.isEmpty {
                reader.log.error("\(name) is empty", at: node)
            }
            return list.read(reader, node, name)
        } write: {
            list.write($0)
        }
    }()
}

extension Codec where Value == String {
    /// A UUID in lower case: some clients send it in upper case and ask for it in lower case.
    fileprivate static let uuid = Codec(shape: .text) { reader, node, name in
        guard let text = reader.text(node, name).map({ NodeReader.trimmed($0).lowercased() }) else { return nil }
        guard StableIdentifier.isUUID(text) else {
            reader.log.error("\(name) must be a UUID", at: node)
            return nil
        }
        return text
    } write: {
        .string($0)
    }
}

extension JSONObject {
    /// Without null, which clients send for what is not set, in the object and in its request and response.
    fileprivate var withoutNull: JSONObject {
        JSONObject(
            members.compactMap { member in
                guard !member.value.isNull else { return nil }
                guard ["request", "response"].contains(member.name), let inner = member.value.object else {
                    return member
                }
                return Member(member.name, .object(JSONObject(inner.members.filter { !$0.value.isNull })))
            }
        )
    }
}
