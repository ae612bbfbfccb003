package import HAL
import Matching
import Messages
package import Scenarios

/// A mount: the interactions that are served under one address, their state, and their part of the journal.
package final class Mount {
    package let address: Address
    /// The path that the address begins with; empty for the root.
    let prefix: [UInt8]
    var contents: MountContents
    /// The live resources; nil if there are none.
    var world: LiveWorld?
    private let keeping: LiveKeeping
    /// The administrator's changes to the mappings; nil if there are none.
    var overrides: MappingOverrides? {
        didSet { noteCare() }
    }
    /// The time of the address; nil: it is the server's, and nothing depends on it.
    var timing: MountTiming? {
        didSet { noteCare() }
    }
    /// Whether a request needs more than the contents; it asks this only, not the properties above.
    private var needsCare = false
    /// The scenarios that a path may have meant without their `~`; empty except at the root.
    var scenarioSlugs: Set<String> = [] {
        didSet { contents.state.touch() }
    }
    /// The address whose scenarios it serves, if they are not those of its own.
    package internal(set) var servedAddress: Address?
    /// The states of a Pact that are being entered, which an interaction needs together.
    package var providerStates: [String] = []
    /// The generation of the catalog that the index of the files is from.
    private(set) var generation: Int
    /// The end of the mount's chain in the journal.
    var lastEntry = 0
    /// The number of the shared change that the administrator is making; 0 if the state is not shared.
    package var changeNumber = 0
    /// The last recording of forwarded requests; nil if there was none.
    package var recording: MountRecording?
    /// The position among the sandboxes; -1 for other mounts.
    var recency = -1
    /// In milliseconds since 1970.
    var lastUsed: Int64 = 0
    let journalStore: Journal
    private let metrics: RequestMetrics
    private let explanations: DiagnosisCache
    private let findFile: StaticFiles.Finder?
    /// Whether explanations show credentials.
    let showsCredentials: Bool

    init(
        _ address: Address,
        pendingGroup: Int,
        index: InteractionIndex,
        generation: Int,
        journal: Journal,
        metrics: RequestMetrics,
        explanations: DiagnosisCache,
        configuration: EngineConfiguration,
        liveBudget: LiveBudget,
        rootFiles: Set<String> = []
    ) {
        findFile = configuration.findFile
        showsCredentials = configuration.showsCredentials
        self.address = address
        self.generation = generation
        prefix = address.prefixBytes
        journalStore = journal
        self.metrics = metrics
        self.explanations = explanations
        keeping = LiveKeeping(
            maximumBytes: configuration.maxResourceBytes,
            budget: liveBudget,
            isStrict: configuration.isStrict,
            loadsFiles: configuration.loadsSavedResources,
            otherFiles: address.token == nil ? rootFiles : nil
        )
        world = LiveWorld(index.resources, keeping)
        contents = MountContents(
            index,
            pendingGroup: pendingGroup,
            prefix: prefix,
            configuration: configuration,
            journal: journal
        )
        prepareTiming()
    }

    var index: InteractionIndex { contents.index }

    /// The index of the files, without the administrator's changes.
    var loadedIndex: InteractionIndex { overrides?.files ?? contents.index }

    /// Identifies the responses of this mount that are canceled together while they wait.
    package internal(set) var pendingGroup: Int {
        get { contents.pendingGroup }
        set { contents.pendingGroup = newValue }
    }

    /// The defaults of responses that leave them out.
    package var settings: MountSettings {
        get { contents.settings }
        set { contents.settings = newValue }
    }

    /// Serves the index of another generation.
    ///
    /// Interactions that both have keep their state, new ones begin anew, and added ones stay.
    func install(_ index: InteractionIndex, generation: Int) {
        self.generation = generation
        if !index.hasSameResources(as: loadedIndex) { installResources(index.resources) }
        guard !index.hasSameInteractions(as: loadedIndex) else { return }
        overrides?.load(index) { _ in true }
        overrides?.beIndexed()
        contents.move(to: overrides.map { InteractionIndex($0.ordered) } ?? index, restartsChangedMachines: true)
        prepareTiming()
    }

    /// Indexes the changed mappings if that is not done yet; counts and states stay.
    func settle() {
        guard let changed = overrides, !changed.isIndexed else { return }
        if changed.isEmpty { overrides = nil } else { overrides?.beIndexed() }
        if let edits = changed.edits, let (edited, ranks) = contents.index.edited(by: edits) {
            contents.move(to: changed.isEmpty ? changed.files : edited, by: ranks)
        } else {
            contents.move(to: changed.isEmpty ? changed.files : InteractionIndex(changed.ordered))
        }
    }

    /// Chooses, commits and journals in one step.
    func respond(to request: Request, _ target: RequestTarget, _ random: RandomSource) -> Reply {
        if needsCare {
            settle()
            if let timing { return respond(to: request, target, random, in: timing) }
        }
        var found = contents.reply(to: request, target, random)
        if found == nil {
            found =
                liveReply(to: request, target, random) ?? staticReply(to: request, target)
                ?? fallbackReply(to: request, target)
        }
        guard var reply = found else {
            record(request, .unmatched)
            return .unmatched(diagnosis(of: request, target))
        }
        let last = lastEntry
        record(request, JournalEntry.ServedResponse(reply))
        if lastEntry != last { reply.journalID = lastEntry }
        return .mock(reply)
    }

    /// Begins to follow the time if the files have outages or rate limits.
    private func prepareTiming() {
        if timing == nil, loadedIndex.hasTimeRules { timing = MountTiming() }
    }

    private func noteCare() {
        needsCare = timing != nil || overrides?.isIndexed == false
    }

    /// Returns the live resources to their first items, as if they had never changed.
    func beginResourcesAnew() {
        world = LiveWorld(loadedIndex.resources, keeping)
    }

    private func installResources(_ routes: [LiveRoute]) {
        world = world.map { $0.moved(to: routes) } ?? LiveWorld(routes, keeping)
    }

    /// Begins anew with an index, also with the versions of live resources; the journal stays.
    func restart(with index: InteractionIndex, generation: Int) {
        install(index, generation: generation)
        world = LiveWorld(index.resources, keeping)
        resetState()
        resetClock()
    }

    /// The explanation why no interaction matches.
    func diagnosis(of request: Request, _ target: RequestTarget) -> Diagnosis {
        explanations.diagnosis(of: request, in: self) { DiagnosisBuilder(self, request, target).build() }
    }

    /// A file of the WireMock folder, for a request that no interaction matches.
    func staticReply(to request: Request, _ target: RequestTarget) -> MockReply? {
        guard let findFile, let folder = loadedIndex.filesFolder else { return nil }
        return StaticFiles(folder: folder, find: findFile).reply(to: request, target, pendingGroup: pendingGroup)
    }

    /// The reply of another server, for a request that nothing else responds to.
    func fallbackReply(to request: Request, _ target: RequestTarget) -> MockReply? {
        guard let route = loadedIndex.fallback else { return nil }
        return route.reply(to: request, target, contents.base(for: request), pendingGroup: pendingGroup)
    }

    /// Adds a request to this address to the journal.
    func record(_ request: Request, _ served: JournalEntry.ServedResponse) {
        count(request, served)
        lastEntry = journalStore.append(request, served, after: lastEntry)
    }

    /// Adds a request to the metrics.
    func count(_ request: Request, _ served: JournalEntry.ServedResponse) {
        metrics.count(request, served)
    }

    func removeFromJournal(where isUnwanted: (JournalRecord) -> Bool) {
        lastEntry = journalStore.remove(endingWith: lastEntry, where: isUnwanted)
        contents.state.touch()
    }
}

/// The defaults of a mount's responses, as WireMock's global settings have them.
package struct MountSettings: Sendable {
    /// In milliseconds.
    package var fixedDelay: Int?
    package var delayDistribution: DelayDistribution?
    /// Stored for clients; without effect.
    package var extended = JSONObject()
    /// WireMock's `proxyPassThrough`; stored for clients, without effect.
    package var proxiesUnmatched = true

    package init() {}

    /// The delay of responses that have none; nil: no delay.
    @inline(__always)
    var delay: DelayPlan? {
        fixedDelay == nil && delayDistribution == nil ? nil : DelayPlan(fixed: fixedDelay, delayDistribution)
    }
}

extension JournalEntry.ServedResponse {
    init(_ reply: MockReply) {
        self.init(
            source: reply.source,
            response: Int32(truncatingIfNeeded: reply.responseNumber),
            status: reply.status,
            delayMilliseconds: reply.delayMilliseconds
        )
    }
}
