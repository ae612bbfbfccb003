import Scenarios

/// A change of one interaction, which leads from an index to another without new tables.
enum IndexEdit {
    /// It precedes the others of its priority.
    case insertion(CompiledInteraction)
    case replacement(of: CompiledInteraction, by: CompiledInteraction)
    case removal(CompiledInteraction)

    fileprivate var interactions: [CompiledInteraction] {
        switch self {
        case .insertion(let interaction), .removal(let interaction): [interaction]
        case .replacement(let old, let new): [old, new]
        }
    }
}

/// The effect of an edit on the ranks.
enum RankEdit: Hashable {
    case inserted(Int)
    case replaced(Int)
    case removed(Int)
}

extension InteractionIndex {
    /// The index after some edits, and their effect on the ranks; nil: only a new index can have them.
    ///
    /// Machines are numbered in the order of the ranks, so that only interactions without a machine can be edited.
    func edited(by edits: [IndexEdit]) -> (index: InteractionIndex, ranks: [RankEdit])? {
        guard edits.allSatisfy({ $0.interactions.allSatisfy { $0.definition.state == nil } }) else { return nil }
        var editor = IndexEditor(self)
        var ranks: [RankEdit] = []
        for edit in edits {
            guard let rank = editor.make(edit) else { return nil }
            ranks.append(rank)
        }
        return editor.lists.isSparse ? nil : (InteractionIndex(editor), ranks)
    }

    /// The rank of an interaction; nil if the index does not have it.
    func rank(of interaction: CompiledInteraction) -> Int? {
        lists.rank(of: interaction, in: interactions)
    }
}

/// The parts of an index that is being edited.
struct IndexEditor {
    let machines: [StateMachine]
    private(set) var interactions: [CompiledInteraction]
    private(set) var stateRules: [InteractionIndex.StateRule]
    private(set) var firstResponses: [Int]
    private(set) var responseCount: Int
    private(set) var mentionsHead: Bool
    private(set) var lists: RankLists

    init(_ index: InteractionIndex) {
        machines = index.machines
        interactions = index.interactions
        stateRules = index.stateRules
        firstResponses = index.firstResponses
        responseCount = index.responseCount
        mentionsHead = index.mentionsHead
        lists = index.lists
    }

    /// Makes an edit; nil if its interaction is unknown, or has another place after it.
    mutating func make(_ edit: IndexEdit) -> RankEdit? {
        switch edit {
        case .insertion(let interaction):
            let rank = firstRank(ofPriority: interaction.priority)
            insert(interaction, at: rank)
            return .inserted(rank)
        case .replacement(let old, let new):
            guard old.priority == new.priority, let rank = lists.rank(of: old, in: interactions) else { return nil }
            remove(at: rank)
            insert(new, at: rank)
            return .replaced(rank)
        case .removal(let interaction):
            guard let rank = lists.rank(of: interaction, in: interactions) else { return nil }
            remove(at: rank)
            return .removed(rank)
        }
    }

    /// The first rank with that priority or a later one.
    private func firstRank(ofPriority priority: Int) -> Int {
        var (low, high) = (0, interactions.count)
        while low < high {
            let middle = (low + high) / 2
            if interactions[middle].priority < priority { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func insert(_ interaction: CompiledInteraction, at rank: Int) {
        let start = rank < firstResponses.count ? firstResponses[rank] : responseCount
        firstResponses.insert(start, at: rank)
        moveResponses(after: rank, by: interaction.responses.count)
        interactions.insert(interaction, at: rank)
        stateRules.insert(InteractionIndex.StateRule(), at: rank)
        lists.insert(rank, interaction.indexKey)
        mentionsHead = mentionsHead || interaction.methods.namesHead
    }

    private mutating func remove(at rank: Int) {
        let interaction = interactions.remove(at: rank)
        moveResponses(after: rank, by: -interaction.responses.count)
        firstResponses.remove(at: rank)
        stateRules.remove(at: rank)
        lists.remove(rank, interaction.indexKey)
        if interaction.methods.namesHead { mentionsHead = interactions.contains { $0.methods.namesHead } }
    }

    private mutating func moveResponses(after rank: Int, by count: Int) {
        for other in (rank + 1)..<max(rank + 1, firstResponses.count) { firstResponses[other] += count }
        responseCount += count
    }
}
