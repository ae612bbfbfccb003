import Matching
import Messages
import Scenarios

/// The checks of an interaction against a mount's state, and the request that brought the mount into that state.
struct StateChecks {
    private(set) var all: [FieldCheck] = []
    private let mount: Mount
    private let interaction: CompiledInteraction

    init(_ mount: Mount, rank: Int, _ search: inout JournalSearch) {
        self.mount = mount
        interaction = mount.index.interactions[rank]
        addState(mount.index.stateRules[rank], &search)
        if mount.index.nextResponse(of: interaction, rank, in: mount.contents.state) == nil {
            addSequence(rank, &search)
        }
    }

    private mutating func addState(_ rule: InteractionIndex.StateRule, _ search: inout JournalSearch) {
        guard rule.required >= 0 else { return }
        let machine = mount.index.machines[Int(rule.machine)]
        let state = machine.states[Int(mount.contents.state.states[Int(rule.machine)])]
        let required = machine.states[Int(rule.required)]
        var check = FieldCheck(
            "state",
            "of '\(Excerpt.of(machine.name))'",
            expected: Excerpt.of(required),
            actual: Excerpt.of(state),
            state == required,
            hint: "would match in state '\(Excerpt.of(required))'; scenario '\(Excerpt.of(machine.name))'"
                + " is in '\(Excerpt.of(state))'"
        )
        if check.verdict == .fails {
            // If that request led to another state, an administrator has set the state since.
            let last = search.newest(in: mount) { $0.definition.state?.advances(machine.name) ?? false }
            if let last, last.interaction?.state?.next == state { check.add(last, "last advanced by") }
        }
        all.append(check)
    }

    private mutating func addSequence(_ rank: Int, _ search: inout JournalSearch) {
        let served = mount.contents.state.positions[rank]
        let times = served == 1 ? "once" : "\(served) times"
        var check = FieldCheck(
            "sequence",
            "afterLast",
            expected: "a remaining response",
            actual: "served \(times)",
            false,
            hint: "all responses of the sequence have been served, and 'afterLast' is 'noMatch'"
        )
        let source = interaction.source
        if let last = search.newest(in: mount, where: { $0 === source }) { check.add(last, "last advanced by") }
        all.append(check)
    }
}

extension StateCondition {
    fileprivate func advances(_ name: String) -> Bool { machine == name && next != nil }
}

extension FieldCheck {
    fileprivate mutating func add(_ entry: JournalEntry, _ role: String) {
        lastAdvancedBy = entry.id
        let request = entry.request
        let line = Excerpt.of(request.head[request.method]) + " " + Excerpt.of(request.head[request.target])
        hint = "\(hint ?? ""); \(role) request #\(entry.id), \(line)"
    }
}

/// Searches the journal, newest first, within a budget.
struct JournalSearch {
    /// The number of entries that are examined for one explanation.
    private var budget = 3000

    /// The newest request of a mount whose interaction `isWanted`.
    mutating func newest(in mount: Mount, where isWanted: (InteractionSource) -> Bool) -> JournalEntry? {
        var budget = budget
        var found: JournalRecord?
        mount.journalStore.forEach(endingWith: mount.lastEntry) { record in
            budget -= 1
            if let source = record.served.source, isWanted(source) {
                found = record
            }
            return found == nil && budget > 0
        }
        self.budget = budget
        return found.map { mount.journalStore.entry($0) }
    }
}
