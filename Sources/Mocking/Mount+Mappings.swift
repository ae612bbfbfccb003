package import Scenarios

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
