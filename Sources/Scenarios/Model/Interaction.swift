package import HAL

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
    /// How often a contract must use the interaction.
    package var expectedCount: CountExpectation?
    package var metadata: JSONValue?
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

/// One response, or several that are served one after the other.
package struct ResponseSequence: Sendable {
    /// The response after the last one: the last again, the first again, or none.
    package enum Ending: String, Sendable, CaseIterable {
        case repeatLast
        case loop
        case noMatch
    }

    /// At least one response.
    package var responses: [ResponseDefinition]
    package var ending: Ending

    package init(_ responses: [ResponseDefinition], ending: Ending = .repeatLast) {
        self.responses = responses
        self.ending = ending
    }

    /// Whether the same response is served each time, so that no position needs to be kept.
    package var isConstant: Bool {
        responses.count == 1 && ending != .noMatch
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
