import Scenarios

/// Collects what an index is made of, in rank order.
struct InteractionIndexBuilder {
    private(set) var targets = LiteralTable()
    private(set) var paths = LiteralTable()
    private(set) var templates = TemplateTrie()
    private(set) var stateRules: [InteractionIndex.StateRule] = []
    private(set) var machines: [StateMachine] = []
    private var machineNumbers: [String: Int] = [:]
    private var lists: [[Int32]] = []
    private var targetLists: [[UInt8]: Int] = [:]
    private var pathLists: [[UInt8]: Int] = [:]
    private var residual: [Int32] = []

    mutating func add(_ interaction: CompiledInteraction, rank: Int32) {
        addState(interaction.definition.state)
        switch interaction.indexKey {
        case .target(let target): addLiteral(target, rank, \.targetLists, \.targets)
        case .path(let path): addLiteral(path, rank, \.pathLists, \.paths)
        case .template(let template):
            let list = templates.insert(template) {
                lists.append([])
                return lists.count - 1
            }
            lists[list].append(rank)
        case .residual: residual.append(rank)
        }
    }

    /// All lists in one row, where each stands, and where the residual list stands.
    func flattened() -> (ranks: [Int32], lists: [Range<Int32>], residual: Range<Int32>) {
        var ranks: [Int32] = []
        var places: [Range<Int32>] = []
        for list in lists + [residual] {
            let start = Int32(ranks.count)
            ranks += list
            places.append(start..<Int32(ranks.count))
        }
        return (ranks, places, places.removeLast())
    }

    private mutating func addLiteral(
        _ key: [UInt8],
        _ rank: Int32,
        _ known: WritableKeyPath<Self, [[UInt8]: Int]>,
        _ table: WritableKeyPath<Self, LiteralTable>
    ) {
        guard let list = self[keyPath: known][key] else {
            self[keyPath: known][key] = lists.count
            self[keyPath: table].insert(key, value: lists.count)
            lists.append([rank])
            return
        }
        lists[list].append(rank)
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
