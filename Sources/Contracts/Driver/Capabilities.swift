package import HAL
import HTTPTypes
import Scenarios

/// The calls for which a client has a capability.
package struct CallLimits: Sendable, Hashable {
    /// The methods of the calls; nil: all.
    package var methods: [String]?
    /// The expected outcomes of the calls; nil: all.
    package var outcomes: [OutcomeKind]?

    /// All calls.
    package init(methods: [String]? = nil, outcomes: [OutcomeKind]? = nil) {
        self.methods = methods
        self.outcomes = outcomes
    }
}

/// The capabilities of a client, each for all calls or for some.
package struct Capabilities: Sendable, Hashable, ExpressibleByArrayLiteral {
    private var limits: [Capability: CallLimits]

    /// Creates capabilities for all calls.
    package init(_ capabilities: some Sequence<Capability>) {
        limits = Dictionary(capabilities.map { ($0, CallLimits()) }) { first, _ in first }
    }

    package init(arrayLiteral elements: Capability...) {
        self.init(elements)
    }

    /// Every capability for all calls.
    package static let all = Capabilities(Capability.all)

    /// Whether the client has the capability for some calls at least.
    package func contains(_ capability: Capability) -> Bool { limits[capability] != nil }

    /// Adds a capability for some calls.
    package mutating func insert(_ capability: Capability, for calls: CallLimits = CallLimits()) {
        limits[capability] = calls
    }

    package mutating func subtract(_ capabilities: [Capability]) {
        for capability in capabilities { limits[capability] = nil }
    }

    package func subtracting(_ capabilities: [Capability]) -> Capabilities {
        var rest = self
        rest.subtract(capabilities)
        return rest
    }

    /// Returns the lack of a capability for a step; nil if the client has the capability for it.
    func lack(of capability: Capability, for step: Step) -> Lack? {
        guard let calls = limits[capability] else { return Lack(capability) }
        let (method, outcome) = (step.request.method.rawValue, step.expectation.outcome)
        if let methods = calls.methods, !methods.contains(method) { return Lack(capability, .method(method)) }
        if let outcomes = calls.outcomes, !outcomes.contains(outcome) { return Lack(capability, .outcome(outcome)) }
        return nil
    }
}

/// A capability that a client lacks, for all calls or for those of one kind.
package struct Lack: Sendable, Hashable {
    /// A kind of calls.
    package enum Calls: Sendable, Hashable {
        case method(String)
        /// Calls that expect the outcome.
        case outcome(OutcomeKind)
    }

    package var capability: Capability
    /// The calls for which the client lacks it; nil: all.
    package var calls: Calls?

    package init(_ capability: Capability, _ calls: Calls? = nil) {
        self.capability = capability
        self.calls = calls
    }

    /// `follow`, `model with PUT`, `model of conflict`; for `outcome`: `the method PUT`, `the outcome conflict`.
    package var name: String {
        switch (calls, capability) {
        case (nil, _): capability.name
        case (.method(let method), .outcome): "the method \(method)"
        case (.outcome(let outcome), .outcome): "the outcome \(outcome.rawValue)"
        case (.method(let method), _): "\(capability.name) with \(method)"
        case (.outcome(let outcome), _): "\(capability.name) of \(outcome.rawValue)"
        }
    }

    /// The method without the capability; nil if it lacks for other calls.
    var method: String? {
        guard case .method(let method)? = calls else { return nil }
        return method
    }

    /// The expected outcome without the capability; nil if it lacks for other calls.
    var outcome: OutcomeKind? {
        guard case .outcome(let outcome)? = calls else { return nil }
        return outcome
    }

    /// The reason not to judge a step or a check, in one line.
    package var reason: String {
        switch (calls, capability) {
        case (nil, _): capability.lack
        case (.method(let method), .outcome): "the client does not support the method \(method)"
        case (.outcome(let outcome), .outcome): "the client does not support the outcome '\(outcome.rawValue)'"
        case (.method(let method), _): "\(capability.lack) with \(method)"
        case (.outcome(let outcome), _): "\(capability.lack) of the outcome '\(outcome.rawValue)'"
        }
    }
}
