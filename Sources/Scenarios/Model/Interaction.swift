package import HAL

/// What requests look like, and what they are answered with.
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
    /// How often the interaction must have been served when a contract ends.
    package var expectedCount: CountExpectation?
    package var metadata: JSONValue?
    /// Whether an administrator wants it kept in a file.
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
    /// What follows the last response.
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

/// WireMock's state machine: when an interaction applies, and what it leads to.
package struct StateCondition: Sendable, Hashable {
    /// The state in which each machine begins.
    package static let started = "Started"

    /// The machine's name.
    package var machine: String
    /// The state that is needed; nil: any.
    package var required: String?
    /// The state after the interaction was served; nil: unchanged.
    package var next: String?

    package init(machine: String, required: String? = nil, next: String? = nil) {
        self.machine = machine
        self.required = required
        self.next = next
    }
}

/// A range of counts, both ends included.
package struct CountExpectation: Sendable, Hashable {
    package var atLeast: Int
    package var atMost: Int?

    package init(atLeast: Int = 0, atMost: Int? = nil) {
        self.atLeast = atLeast
        self.atMost = atMost
    }
}
