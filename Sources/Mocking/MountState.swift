import Scenarios

/// The counts and machine states of one mount: everything that a request changes and later requests depend on.
///
/// A small value apart from the index and the settings, so that it can be stored elsewhere: `MountContents.choose`
/// reads it, and `commit` writes it unless something else has changed it since.
struct MountState: Sendable, Equatable {
    /// How many times each interaction has responded, by rank.
    private(set) var served: [Int]
    /// How many times each interaction has responded since its sequence began, by rank.
    private(set) var positions: [Int]
    /// The current state of each machine, by the numbers of the index.
    private(set) var states: [Int32]
    /// Incremented by each change that later choices or explanations depend on.
    private(set) var version = 0

    /// The initial state: all counts 0, all machines at `Started`.
    init(_ index: InteractionIndex) {
        served = Array(repeating: 0, count: index.interactions.count)
        positions = served
        states = Array(repeating: 0, count: index.machines.count)
    }

    /// Writes what a choice changes.
    ///
    /// - Returns: False, with nothing written, if the choice was made at an older version of the state.
    @inline(__always)
    mutating func commit(_ choice: Choice) -> Bool {
        guard choice.version == version else { return false }
        served[choice.rank] += 1
        positions[choice.rank] += choice.isRefused ? 0 : 1
        if choice.advancesMachine { states[Int(choice.machine)] = choice.next }
        if choice.advancesMachine || choice.advancesSequence { version += 1 }
        return true
    }

    /// Returns all machines to `Started` and all sequences to their first response.
    mutating func reset() {
        version += 1
        positions = Array(repeating: 0, count: positions.count)
        states = Array(repeating: 0, count: states.count)
    }

    /// Puts a machine into a state, both by the numbers of the index.
    mutating func set(machine: Int, to state: Int) {
        version += 1
        states[machine] = Int32(state)
    }

    /// Takes over counts and states that are kept elsewhere.
    mutating func load(positions: [Int], states: [Int32]) {
        guard positions != self.positions || states != self.states else { return }
        version += 1
        self.positions = positions
        self.states = states
    }

    /// Counts a response that was chosen elsewhere.
    mutating func count(_ rank: Int) {
        served[rank] += 1
    }

    /// Invalidates the explanations that were made before.
    mutating func touch() {
        version += 1
    }

    /// Moves to the index after an edit: its interaction begins anew, the others keep their counts and states.
    mutating func move(by edit: RankEdit) {
        switch edit {
        case .inserted(let rank):
            served.insert(0, at: rank)
            positions.insert(0, at: rank)
        case .replaced(let rank):
            served[rank] = 0
            positions[rank] = 0
        case .removed(let rank):
            served.remove(at: rank)
            positions.remove(at: rank)
        }
        version += 1
    }

    /// Moves from one index to another: interactions of both keep their counts, machines of the same name their states.
    ///
    /// With `restartsChangedMachines`, a machine keeps its state only if both indexes have all interactions that
    /// mention it.
    mutating func move(from old: InteractionIndex, to new: InteractionIndex, restartsChangedMachines: Bool) {
        let ranks = Dictionary(
            old.interactions.enumerated().map { (ObjectIdentifier($0.element), $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        let oldRanks = new.interactions.map { ranks[ObjectIdentifier($0)] }
        served = oldRanks.map { $0.map { served[$0] } ?? 0 }
        positions = oldRanks.map { $0.map { positions[$0] } ?? 0 }
        let changed = restartsChangedMachines ? old.machinesChanged(in: new) : []
        let names = Dictionary(zip(old.machines, states).map { ($0.name, $0.states[Int($1)]) }) { first, _ in first }
        states = new.machines.map { machine in
            guard !changed.contains(machine.name), let state = names[machine.name] else { return 0 }
            return Int32(machine.states.firstIndex(of: state) ?? 0)
        }
        version += 1
    }
}

/// The response to a request and what it changes, chosen at one version of a mount's state.
struct Choice: Sendable, Equatable {
    /// The rank of the interaction.
    let rank: Int
    /// The position of the response among those of the interaction.
    let response: Int
    /// The version of the state that the choice was made at.
    let version: Int
    /// The number of the machine that the interaction mentions; -1 for none.
    let machine: Int32
    /// The state that the machine enters; -1: it keeps its state.
    let next: Int32
    /// Whether the response after this one may be another.
    let advancesSequence: Bool
    /// Whether a precondition of the request is false, so that its method is not applied (RFC 9110 §13.2.1).
    var isRefused = false

    var advancesMachine: Bool { next >= 0 }
}

extension InteractionIndex {
    /// The names of the machines mentioned by an interaction that only one of the two indexes has.
    fileprivate func machinesChanged(in other: InteractionIndex) -> Set<String> {
        let old = Set(interactions.map { ObjectIdentifier($0) })
        let new = Set(other.interactions.map { ObjectIdentifier($0) })
        let changed =
            interactions.filter { !new.contains(ObjectIdentifier($0)) }
            + other.interactions.filter { !old.contains(ObjectIdentifier($0)) }
        return Set(changed.compactMap { $0.definition.state?.machine })
    }
}
