import Scenarios

/// Collects the tables of an index, in rank order.
struct InteractionIndexBuilder {
    private var tables = LookupTables()
    private(set) var stateRules: [InteractionIndex.StateRule] = []
    private(set) var machines: [StateMachine] = []
    private var machineNumbers: [String: Int] = [:]
    /// The list that each rank belongs to; list 0 contains the interactions that no table finds.
    private var listOfRank: [Int32] = []
    private var listCount: Int32 = 1

    mutating func add(_ interaction: CompiledInteraction) {
        addState(interaction.definition.state)
        let list = tables.list(of: interaction.indexKey, orInsert: listCount)
        if list == listCount { listCount += 1 }
        listOfRank.append(list)
    }

    /// The ranks of all lists, concatenated, and their tables.
    var lists: RankLists {
        var ends = [Int32](repeating: 0, count: Int(listCount))
        for list in listOfRank { ends[Int(list)] += 1 }
        var lists: [Range<Int32>] = []
        lists.reserveCapacity(ends.count)
        var start: Int32 = 0
        for list in ends.indices {
            lists.append(start..<(start + ends[list]))
            (start, ends[list]) = (start + ends[list], start)
        }
        var ranks = [Int32](repeating: 0, count: listOfRank.count)
        for (rank, list) in listOfRank.enumerated() {
            ranks[Int(ends[Int(list)])] = Int32(rank)
            ends[Int(list)] += 1
        }
        return RankLists(ranks: ranks, lists: lists, tables: tables)
    }

    private mutating func addState(_ condition: StateCondition?) {
        guard let condition else {
            stateRules.append(InteractionIndex.StateRule())
            return
        }
        let machine = machineNumbers[condition.machine] ?? machines.count
        if machine == machines.count {
            machines.append(StateMachine(name: condition.machine))
            machineNumbers[condition.machine] = machine
        }
        var rule = InteractionIndex.StateRule(machine: Int32(machine))
        if let required = condition.required { rule.required = machines[machine].number(of: required) }
        if let next = condition.next { rule.next = machines[machine].number(of: next) }
        stateRules.append(rule)
    }
}

/// A machine of an index: its name, and the states that interactions mention, by number; `Started` is 0.
struct StateMachine {
    let name: String
    private(set) var states = [StateCondition.started]

    init(name: String) {
        self.name = name
    }

    /// Returns the number of a state, adding the state if necessary.
    mutating func number(of state: String) -> Int32 {
        if let number = states.firstIndex(of: state) { return Int32(number) }
        states.append(state)
        return Int32(states.count - 1)
    }
}
