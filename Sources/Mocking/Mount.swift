package import HAL
import Messages
package import Scenarios

/// What is served under one address: its interactions, their state, and its part of the journal.
package final class Mount {
    package let address: Address
    /// What responses are told apart by that are still waiting; the same for nobody else.
    package private(set) var number: Int
    /// The end of its chain in the journal.
    private(set) var lastEntry = 0
    /// The path that the address begins with; empty for the root.
    let prefix: [UInt8]
    let journalStore: Journal
    private let explanations: DiagnosisCache
    var state: MountState
    /// What the files have for this address.
    private(set) var loadedIndex: InteractionIndex
    /// Nil as long as that is all.
    var mappings: MappingOverrides?
    /// Whether `state` is not yet that of `mappings`.
    var isStale = false
    /// What holds for responses that do not say otherwise.
    package var settings = MountSettings() {
        didSet { state.delay = settings.delay }
    }
    /// The scenarios that a path may name without their `~`; only the root has any.
    var scenarioSlugs: Set<String> = [] {
        didSet { state.touch() }
    }
    /// Which set of scenarios `loadedIndex` is of.
    private(set) var generation: Int
    /// The place among the sandboxes; -1 for what is none.
    var recency = -1
    /// In milliseconds since 1970.
    var lastUsed: Int64 = 0
    private let findFile: StaticFiles.Finder?
    /// Whether explanations show credentials.
    let showsCredentials: Bool

    init(
        _ address: Address,
        number: Int,
        index: InteractionIndex,
        generation: Int,
        journal: Journal,
        explanations: DiagnosisCache,
        configuration: EngineConfiguration
    ) {
        findFile = configuration.findFile
        showsCredentials = configuration.showsCredentials
        self.address = address
        self.number = number
        self.generation = generation
        loadedIndex = index
        prefix = address.prefixBytes
        journalStore = journal
        self.explanations = explanations
        state = MountState(index, mount: number, prefix: prefix, publicURL: configuration.publicURL)
    }

    /// Takes the interactions of another set: those that are new begin at their beginning, the others go on, and what was
    /// added stays.
    func install(_ index: InteractionIndex, generation: Int) {
        self.generation = generation
        guard !index.hasSameInteractions(as: loadedIndex) else { return }
        loadedIndex = index
        mappings?.load(index) { _ in true }
        isStale = false
        state.move(to: mappings.map { InteractionIndex($0.ordered) } ?? index, restartsChangedMachines: true)
    }

    /// Makes the index of what the administrator has changed since; counts and states stay.
    func settle() {
        guard isStale, let mappings else { return }
        isStale = false
        if mappings.isLoaded(from: loadedIndex) { self.mappings = nil }
        state.move(to: self.mappings.map { InteractionIndex($0.ordered) } ?? loadedIndex)
    }

    /// Selects, advances and journals in one step.
    func respond(to request: Request, _ target: RequestTarget, _ random: RandomSource) -> Reply {
        if isStale { settle() }
        guard var reply = state.reply(to: request, target, random) ?? staticReply(to: request, target) else {
            record(request, .unmatched)
            let diagnosis = explanations.diagnosis(of: request, in: self) {
                DiagnosisBuilder(self, request, target).build()
            }
            return .unmatched(diagnosis)
        }
        let verdict = JournalEntry.Verdict(
            source: reply.source,
            response: Int32(truncatingIfNeeded: reply.responseNumber),
            status: reply.response.status,
            delayMilliseconds: reply.delayMilliseconds
        )
        let last = lastEntry
        record(request, verdict)
        if lastEntry != last { reply.journalID = lastEntry }
        return .mock(reply)
    }

    /// A file of the folder that is served here, where no interaction answers.
    private func staticReply(to request: Request, _ target: RequestTarget) -> MockReply? {
        guard let findFile, let folder = loadedIndex.filesFolder else { return nil }
        return StaticFiles(folder: folder, find: findFile).reply(to: request, target, mount: number)
    }

    /// Tells the responses from now on apart from those before; returns the number of those.
    func renumber(_ new: Int) -> Int {
        defer {
            number = new
            state.mount = new
        }
        return number
    }

    /// Puts a request that came to this address into the journal.
    func record(_ request: Request, _ verdict: JournalEntry.Verdict) {
        lastEntry = journalStore.append(request, verdict, after: lastEntry)
    }

    func removeFromJournal(where isUnwanted: (JournalRecord) -> Bool) {
        lastEntry = journalStore.remove(endingWith: lastEntry, where: isUnwanted)
        state.touch()
    }
}

/// What holds for all responses of a mount that do not say otherwise.
package struct MountSettings: Sendable {
    /// In milliseconds.
    package var fixedDelay: Int?
    package var delayDistribution: DelayDistribution?
    /// Kept for whoever asks; nothing depends on it.
    package var extended = JSONObject()
    /// WireMock's `proxyPassThrough`, kept for whoever asks.
    package var proxiesUnmatched = true

    package init() {}

    var delay: DelayPlan? {
        fixedDelay == nil && delayDistribution == nil ? nil : DelayPlan(fixed: fixedDelay, delayDistribution)
    }
}
