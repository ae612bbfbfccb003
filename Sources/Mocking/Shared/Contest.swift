/// The step of a request that an engine alone can take, if its state is shared with other engines.
package enum Decision {
    /// A request to the admin API of that mount; `path` is the part after `/__admin`, query included, possibly empty.
    case administration(Mount, path: String)
    /// The shared state decides which interaction responds, and keeps the exchange.
    case contested(Contest)
}

/// The interactions that may respond to a request: all that match it apart from their state, in the order of matching.
///
/// Only the last may be independent of the state; if it is, one of them responds.
package struct Contest {
    /// An interaction, and its conditions on the state.
    package struct Candidate: Sendable, Hashable {
        /// The counting of its responses.
        package enum Counting: Sendable, Hashable {
            /// Each response is the same.
            case none
            case endless
            /// It responds no more often than that.
            case limited(Int)
        }

        /// The key of live resources, which no interaction has.
        package static let liveKey = "live"

        /// The rank of the interaction; -1: a live resource responds.
        let rank: Int
        /// Identifies the interaction in the shared state.
        package let key: String
        /// The machine that it mentions; empty: none.
        package let machine: String
        /// The state that it requires; empty: none.
        package let required: String
        /// The state that the machine enters; empty: it keeps its state.
        package let next: String
        package let counting: Counting
        /// The outages and rate limits that may reject the request, in the order in which they are applied.
        package let rules: [SharedRule]

        /// Whether a live resource responds.
        package var isLive: Bool { rank < 0 }

        /// Whether it responds in every state.
        var isUnconditional: Bool {
            if case .limited = counting { return false }
            return required.isEmpty
        }

        /// Whether it neither depends on the state nor changes it.
        var isStateless: Bool { required.isEmpty && next.isEmpty && counting == .none && rules.isEmpty && !isLive }
    }

    let mount: Mount
    let index: InteractionIndex
    /// The range of the request's target below the address.
    let range: Range<Int>
    package let candidates: [Candidate]
    /// Set if the address does not exist: no interaction responds.
    let unknownAddress: AddressError?
    /// The clock of the address.
    var clock = MountClock()
    /// The resource that the last candidate stands for; nil: it is an interaction.
    var live: LivePlace?
    /// Whether the response may depend on the time of the first requests to the address.
    var dependsOnTime = false

    package var address: Address { mount.address }
    /// Whether the state has any influence on the response.
    package var isStateless: Bool { candidates.allSatisfy(\.isStateless) }
    /// Whether the explanation of a missing response shows the state.
    package var mayShowState: Bool { unknownAddress == nil && index.dependsOnState }
}

/// The decision of the shared state.
package struct Verdict: Sendable {
    /// The position of the chosen candidate; nil: none may respond.
    package let candidate: Int?
    /// The number of its earlier responses.
    package let position: Int
    /// The state of the address by field, if no candidate was chosen.
    package let state: SharedFields?
    /// The judgments on the rules of the candidate, up to the first that rejects the request.
    package var judgments = RuleJudgments()
    /// The number of the last change of the address' live resources, which the response shows; 0: none.
    package var liveChange = 0
    /// The time of the first request to the address' live resources, in milliseconds since 1970; nil: there was none.
    package var liveStart: Int64?
    /// The time of the judgments, in milliseconds since 1970; nil: there are none.
    package var time: Int64?

    package init(candidate: Int?, position: Int, state: SharedFields?) {
        self.candidate = candidate
        self.position = position
        self.state = state
    }
}

/// The shared state of one address: fields with the counts of interactions and the states of machines.
package struct SharedFields: Sendable, Hashable {
    /// The name of the field with the count of a candidate's responses.
    package static func count(_ key: String) -> String { "p:" + key }
    /// The name of the field with the state of a machine.
    package static func state(_ machine: String) -> String { "s:" + machine }

    private let values: [String: String]

    package init(_ values: [String: String]) {
        self.values = values
    }

    /// The keys of candidates, and the counts of their responses.
    var counts: [(key: String, count: Int)] {
        let prefix = Self.count("")
        return values.compactMap { field, value in
            guard field.hasPrefix(prefix), let count = Int(value), (0...1 << 53).contains(count) else {
                return nil
            }
            return (String(field.dropFirst(prefix.count)), count)
        }
    }
    func state(_ machine: String) -> String? { values[Self.state(machine)] }
}

extension InteractionIndex {
    /// Whether any interaction mentions a machine or has a sequence.
    fileprivate var dependsOnState: Bool { hasStates || hasSequences }
}
