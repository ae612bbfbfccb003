package import Scenarios

/// The interactions of a mount whose administrator has changed them.
struct MappingOverrides {
    /// The most changes that are made one by one.
    private static let mostEdits = 16

    /// The index of the files that the changes were made to.
    private(set) var files: InteractionIndex
    /// The changes since the index that the mount serves; nil: it needs a new one.
    private(set) var edits: [IndexEdit]? = []
    /// The interactions of the files, some of them replaced or removed: the first precedes the others of its priority.
    private(set) var loaded: [CompiledInteraction]
    /// The added interactions: the last precedes the others of its priority, and the loaded ones.
    private(set) var added: [CompiledInteraction] = []
    /// For each interaction that was added or replaced, by identifier, the number of the last shared change.
    private(set) var changes: [String: Int] = [:]
    /// All interactions by identifier.
    private var known: [String: CompiledInteraction]

    init(_ files: InteractionIndex) {
        self.files = files
        loaded = files.interactions
        known = files.byIdentifier
    }

    /// Whether the mount serves these mappings already.
    var isIndexed: Bool { edits?.isEmpty == true }

    /// The interactions in the order in which an index takes them.
    var ordered: [CompiledInteraction] { added.reversed() + loaded }

    /// Whether these are the mappings of the files, with nothing added, replaced or removed.
    var isEmpty: Bool { added.isEmpty && loaded.elementsEqual(files.interactions) { $0 === $1 } }

    subscript(id: String) -> CompiledInteraction? { known[id] }

    mutating func add(_ interaction: CompiledInteraction, in change: Int) {
        added.append(interaction)
        note(interaction, change)
        note(.insertion(interaction))
        known[interaction.definition.identifier] = interaction
    }

    /// Replaces the interactions that have the same identifiers, and returns them.
    mutating func replace(_ interactions: [CompiledInteraction], in change: Int) -> [CompiledInteraction] {
        var old: [CompiledInteraction] = []
        var new: [ObjectIdentifier: CompiledInteraction] = [:]
        for interaction in interactions {
            guard let before = known[interaction.definition.identifier] else { continue }
            // Of several with the same identifier the last counts.
            if new.updateValue(interaction, forKey: ObjectIdentifier(before)) == nil { old.append(before) }
        }
        for before in old {
            guard let interaction = new[ObjectIdentifier(before)] else { continue }
            known[interaction.definition.identifier] = interaction
            note(interaction, change)
            note(.replacement(of: before, by: interaction))
        }
        added = added.map { new[ObjectIdentifier($0)] ?? $0 }
        loaded = loaded.map { new[ObjectIdentifier($0)] ?? $0 }
        return old
    }

    private mutating func note(_ interaction: CompiledInteraction, _ change: Int) {
        if change > 0 { changes[interaction.definition.identifier] = change }
    }

    private mutating func note(_ edit: IndexEdit) {
        guard let edits, edits.count < Self.mostEdits else { return edits = nil }
        self.edits?.append(edit)
    }

    /// Notes that the mount serves these mappings.
    mutating func beIndexed() {
        edits = []
    }

    /// Removes the interactions that `isUnwanted`.
    mutating func removeAll(where isUnwanted: (CompiledInteraction) -> Bool) {
        for interaction in ordered where isUnwanted(interaction) {
            known[interaction.definition.identifier] = nil
            changes[interaction.definition.identifier] = nil
            note(.removal(interaction))
        }
        loaded.removeAll(where: isUnwanted)
        added.removeAll(where: isUnwanted)
    }

    /// Returns to the mappings of files; added interactions that `isKept` stay, unless the files have them by now.
    mutating func load(_ files: InteractionIndex, keeping isKept: (CompiledInteraction) -> Bool) {
        self.files = files
        loaded = files.interactions
        known = files.byIdentifier
        added.removeAll { known[$0.definition.identifier] != nil || !isKept($0) }
        for interaction in added { known[interaction.definition.identifier] = interaction }
        let kept = Set(added.map(\.definition.identifier))
        changes = changes.filter { kept.contains($0.key) }
        edits = nil
    }
}

/// Changes by the administrator of an address.
///
/// They are indexed together at the next request, so that a thousand mappings in a row cost one index. A few without a
/// state machine cost none: `InteractionIndex.edited(by:)`.
extension Mount {
    /// The interaction with an identifier, which is given in lower case.
    package func mapping(_ id: String) -> Interaction? {
        (overrides.map { $0[id] } ?? loadedIndex.byIdentifier[id])?.definition
    }

    /// Adds an interaction that precedes the others of its priority.
    package func add(_ interaction: Interaction) {
        add([CompiledInteraction(interaction)])
    }

    /// Adds interactions one after the other; each precedes the others of its priority.
    package func add(_ interactions: [CompiledInteraction]) {
        guard !interactions.isEmpty else { return }
        change { mappings in
            for interaction in interactions { mappings.add(interaction, in: changeNumber) }
        }
    }

    /// Replaces the interactions that have the same identifiers; the others are ignored.
    package func replace(_ interactions: [CompiledInteraction]) {
        guard !interactions.isEmpty else { return }
        change { mappings in
            let old = mappings.replace(interactions, in: changeNumber)
            retire(old, notIn: mappings.files)
        }
    }

    /// Removes the interactions that `isUnwanted`, and returns them.
    package func removeMappings(where isUnwanted: (Interaction) -> Bool) -> [Interaction] {
        change { mappings in
            let unwanted = mappings.ordered.filter { isUnwanted($0.definition) }
            let identities = Set(unwanted.map { ObjectIdentifier($0) })
            if !identities.isEmpty { mappings.removeAll { identities.contains(ObjectIdentifier($0)) } }
            retire(unwanted, notIn: mappings.files)
            return unwanted.map(\.definition)
        }
    }

    /// Returns to the mappings of the files and to the initial state; added mappings stay if they are saved in a file.
    package func resetMappings() {
        if overrides != nil { dropChanges() }
        resetState()
    }

    /// Returns to the mappings of the files, to the initial state, settings, items and time.
    func forgetChanges() {
        settle()
        contents.move(to: loadedIndex)
        overrides = nil
        contents.state = MountState(contents.index)
        settings = MountSettings()
        resetClock()
        beginResourcesAnew()
    }

    private func dropChanges() {
        change { mappings in
            let before = mappings.ordered
            let files = mappings.files
            mappings.load(files) { $0.definition.isPersistent }
            let kept = Set((mappings.added + mappings.loaded).map { ObjectIdentifier($0) })
            retire(before.filter { !kept.contains(ObjectIdentifier($0)) }, notIn: files)
        }
        settle()
    }

    /// Makes the journal count all mappings that only its entries refer to once the mount is gone.
    func retireMappings() {
        guard let overrides else { return }
        retire(overrides.ordered, notIn: overrides.files)
    }

    /// Makes the journal count those interactions that are in no file, since only its entries refer to them now.
    private func retire(_ gone: [CompiledInteraction], notIn files: InteractionIndex) {
        guard !gone.isEmpty else { return }
        let known = files.byIdentifier
        journalStore.retire(gone.filter { known[$0.definition.identifier] !== $0 })
    }

    private func change<Result>(_ body: (inout MappingOverrides) -> Result) -> Result {
        var mappings = overrides ?? MappingOverrides(contents.index)
        // The only reference, so that the change copies nothing.
        overrides = nil
        defer { overrides = mappings }
        return body(&mappings)
    }
}
