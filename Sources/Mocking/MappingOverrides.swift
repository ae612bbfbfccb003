package import Scenarios

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

/// What the administrator of an address changes about its interactions.
///
/// A change is noted at once and the index made anew at the next request, so that a thousand mappings one after the
/// other cost one index.
extension Mount {
    /// The interaction with that identifier, in lower case.
    package func mapping(_ id: String) -> Interaction? {
        (mappings.map { $0[id] } ?? loadedIndex.byIdentifier[id])?.definition
    }

    /// Adds an interaction that goes before the others of its priority.
    package func add(_ interaction: Interaction) {
        add([CompiledInteraction(interaction)])
    }

    /// Adds interactions one after the other; each goes before the others of its priority.
    package func add(_ interactions: [CompiledInteraction]) {
        guard !interactions.isEmpty else { return }
        change { mappings in
            for interaction in interactions { mappings.add(interaction) }
        }
    }

    /// Puts interactions where those with the same identifiers are; the others are ignored.
    package func replace(_ interactions: [CompiledInteraction]) {
        guard !interactions.isEmpty else { return }
        change { mappings in retire(mappings.replace(interactions)) }
    }

    /// Drops the interactions that `isUnwanted`, and returns them.
    package func removeMappings(where isUnwanted: (Interaction) -> Bool) -> [Interaction] {
        change { mappings in
            let unwanted = mappings.ordered.filter { isUnwanted($0.definition) }
            let identities = Set(unwanted.map { ObjectIdentifier($0) })
            if !identities.isEmpty { mappings.removeAll { identities.contains(ObjectIdentifier($0)) } }
            retire(unwanted)
            return unwanted.map(\.definition)
        }
    }

    /// Goes back to what the files have, and to `Started`; what was added stays if it is in a file too.
    package func resetMappings() {
        if mappings != nil { dropChanges() }
        state.reset()
    }

    private func dropChanges() {
        let loaded = loadedIndex
        change { mappings in
            let before = mappings.ordered
            mappings.load(loaded) { $0.definition.isPersistent }
            let kept = Set((mappings.added + loaded.interactions).map { ObjectIdentifier($0) })
            retire(before.filter { !kept.contains(ObjectIdentifier($0)) })
        }
        settle()
    }

    /// Has the journal count those that are in no file, since only its entries keep them now.
    func retire(_ gone: [CompiledInteraction]) {
        guard !gone.isEmpty else { return }
        let known = loadedIndex.byIdentifier
        journalStore.retire(gone.filter { known[$0.definition.identifier] !== $0 })
    }

    private func change<Result>(_ body: (inout MappingOverrides) -> Result) -> Result {
        var list = mappings ?? MappingOverrides(loadedIndex)
        mappings = nil
        defer {
            mappings = list
            isStale = true
        }
        return body(&list)
    }
}
