import Scenarios

/// The interactions of a mount whose administrator has changed them.
struct MappingOverrides {
    /// Those of the files: the first goes before the others of its priority.
    private(set) var loaded: [CompiledInteraction]
    /// Those that came since: the last goes before the others of its priority, and before the loaded ones.
    private(set) var added: [CompiledInteraction] = []
    /// All by their identifiers.
    private var known: [String: CompiledInteraction]

    init(_ index: InteractionIndex) {
        loaded = index.interactions
        known = index.byIdentifier
    }

    /// In the order in which an index takes them.
    var ordered: [CompiledInteraction] { added.reversed() + loaded }

    subscript(id: String) -> CompiledInteraction? { known[id] }

    mutating func add(_ interaction: CompiledInteraction) {
        added.append(interaction)
        known[interaction.definition.identifier] = interaction
    }

    /// Puts interactions where those with the same identifiers are, and returns those.
    mutating func replace(_ interactions: [CompiledInteraction]) -> [CompiledInteraction] {
        var old: [CompiledInteraction] = []
        var new: [ObjectIdentifier: CompiledInteraction] = [:]
        for interaction in interactions {
            guard let before = known[interaction.definition.identifier] else { continue }
            // Of several with the same identifier the last counts.
            if new.updateValue(interaction, forKey: ObjectIdentifier(before)) == nil { old.append(before) }
        }
        for interaction in new.values { known[interaction.definition.identifier] = interaction }
        added = added.map { new[ObjectIdentifier($0)] ?? $0 }
        loaded = loaded.map { new[ObjectIdentifier($0)] ?? $0 }
        return old
    }

    /// Whether the list is that of the files, with nothing added, replaced or removed.
    func isLoaded(from index: InteractionIndex) -> Bool {
        added.isEmpty && loaded.elementsEqual(index.interactions) { $0 === $1 }
    }

    /// Drops those that `isUnwanted`.
    mutating func removeAll(where isUnwanted: (CompiledInteraction) -> Bool) {
        for interaction in ordered where isUnwanted(interaction) { known[interaction.definition.identifier] = nil }
        loaded.removeAll(where: isUnwanted)
        added.removeAll(where: isUnwanted)
    }

    /// Goes back to the files; what was added stays where `isKept` says so, unless the files have it by now.
    mutating func load(_ index: InteractionIndex, keeping isKept: (CompiledInteraction) -> Bool) {
        loaded = index.interactions
        known = index.byIdentifier
        added.removeAll { known[$0.definition.identifier] != nil || !isKept($0) }
        for interaction in added { known[interaction.definition.identifier] = interaction }
    }
}
