import Matching
package import Messages
package import Scenarios

/// The mock server without its sockets: responds to requests and keeps the state.
///
/// Not `Sendable`: confined to its owner, a loop or a lock. A call is one step: when it returns, the choice of the
/// response is committed to the state, and the exchange is in the journal.
package final class Engine {
    package let configuration: EngineConfiguration
    let journal: Journal
    let requestMetrics = RequestMetrics()
    /// The number of times that the scenarios were replaced.
    private(set) var reloads = 0
    /// The number of times that files with errors were read.
    private(set) var failedReloads = 0
    private let explanations = DiagnosisCache()
    let liveBudget: LiveBudget
    /// The mount of the root, which always exists.
    let root: Mount
    private(set) var catalog: Catalog
    var directory: MountDirectory
    let random: RandomSource
    private var groupCount = 1
    /// The start times of the latest readings that are served: of all files (nil), and of single WireMock folders.
    private var readings: [String?: ContinuousClock.Instant] = [:]
    /// The time of the next search for idle sandboxes.
    private var nextSweep = Int64.min

    /// Compiles the root; other addresses are compiled when they are first used.
    package init(
        scenarios: [Scenario],
        configuration: EngineConfiguration,
        generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        let catalog = Catalog(scenarios, rootSlugs: configuration.rootSlugs, generation: 0)
        let journal = Journal(configuration)
        liveBudget = LiveBudget(maximumBytes: configuration.maxResourceBytes)
        root = Mount(
            .root,
            pendingGroup: 0,
            index: catalog.rootIndex(),
            generation: 0,
            journal: journal,
            metrics: requestMetrics,
            explanations: explanations,
            configuration: configuration,
            liveBudget: liveBudget
        )
        root.scenarioSlugs = catalog.slugs
        directory = MountDirectory(configuration)
        self.configuration = configuration
        self.journal = journal
        self.catalog = catalog
        random = RandomSource(generator)
    }

    /// Chooses a response, commits the choice and journals the exchange before it returns.
    package func respond(to request: Request) -> Reply {
        if request.receivedAt >= nextSweep { nextSweep = directory.sweep(at: request.receivedAt) }
        var range = OriginForm.range(of: request.target, in: request.head)
        guard Address.begins(request.head, at: range.lowerBound, before: range.upperBound) else {
            return reply(to: request, range, in: root)
        }
        do throws(AddressError) {
            let mount = try mount(ofFirstSegmentOf: &range, request)
            return reply(to: request, range, in: mount)
        } catch {
            root.record(request, .unmatched)
            var error = error
            error.form = ExplanationForm(request)
            return .unknownAddress(error)
        }
    }

    /// Completes a reply with the response that its work has rendered, and corrects the status in the journal.
    package func finish(_ reply: MockReply, with response: RenderedResponse) -> MockReply {
        if response.status != reply.status { journal.settle(reply.journalID, status: response.status) }
        var reply = reply
        reply.response = response
        reply.work = nil
        return reply
    }

    /// The reply of a mount to a request whose path below the mount's address is in `range`.
    private func reply(to request: Request, _ range: Range<Int>, in mount: Mount) -> Reply {
        let target = RequestTarget(request.head, range)
        if let path = AdministrationPath.below(target) { return .administration(mount, path: path) }
        return mount.respond(to: request, target, random)
    }

    /// Replaces all scenarios in one step.
    ///
    /// Interactions of changed files begin anew: machines at `Started`, sequences at their first response, counts at 0.
    /// All others keep their state, in sandboxes too. The journal is kept. An address whose scenario was removed is
    /// dropped at its next use.
    package func replace(scenarios: [Scenario]) {
        let old = catalog
        let generation = old.generation + 1
        reloads += 1
        catalog = Catalog(scenarios, rootSlugs: configuration.rootSlugs, generation: generation, inheriting: old)
        root.install(catalog.rootIndex(), generation: generation)
        root.scenarioSlugs = catalog.slugs
        let kept = Set(catalog.compiledInteractions.map { ObjectIdentifier($0) })
        journal.retire(old.compiledInteractions.filter { !kept.contains(ObjectIdentifier($0)) })
    }

    /// Serves what was read of the files, or of one WireMock folder.
    ///
    /// - Returns: The changes; nil if a later reading is served already.
    package func update(to result: ScenarioLoader.Result, onlyIn folder: String? = nil) -> ScenarioChanges? {
        guard result.startedAt >= readings[folder] ?? result.startedAt else { return nil }
        readings[folder] = result.startedAt
        var result = result
        for scenario in catalog.scenarios where folder == nil {
            guard let known = scenario.wireMockFolder, let read = readings[known], read > result.startedAt else {
                continue
            }
            result.keep(scenario)
        }
        if result.hasErrors { failedReloads += 1 }
        let changes = ScenarioChanges(from: catalog.scenarios, to: result, onlyIn: folder)
        if !changes.changes.isEmpty { replace(scenarios: changes.scenarios) }
        return changes
    }

    /// The WireMock folders whose mappings are served.
    package var wireMockFolders: [String] { catalog.scenarios.compactMap(\.wireMockFolder) }

    /// Returns the mount at an address, creating it if necessary.
    ///
    /// - Throws: If the scenario or the variant is not loaded, or the token is malformed.
    package func mount(at address: Address) throws(AddressError) -> Mount {
        if address == .root { return root }
        if let token = address.token, !Address.isLegal(token: token) { throw .malformedToken(token) }
        if let mount = directory[address], mount.generation == catalog.generation { return mount }
        let index: InteractionIndex
        do throws(AddressError) {
            index = try self.index(of: directory[address]?.servedAddress ?? address.base)
        } catch {
            directory.remove(address)
            throw error
        }
        if let mount = directory[address] {
            mount.install(index, generation: catalog.generation)
            return mount
        }
        let mount = Mount(
            address,
            pendingGroup: groupCount,
            index: index,
            generation: catalog.generation,
            journal: journal,
            metrics: requestMetrics,
            explanations: explanations,
            configuration: configuration,
            liveBudget: liveBudget,
            rootFiles: root.resourceFiles
        )
        groupCount += 1
        directory.add(mount)
        return mount
    }

    /// Returns the mount at an address, if it exists already.
    package func existingMount(at address: Address) -> Mount? {
        address == .root ? root : directory[address]
    }

    /// The root, every scenario without a matrix, and every variant; without sandboxes.
    package var addresses: [Address] { [.root] + catalog.addresses }

    /// The slugs of the scenarios that the root serves, in the order of the files.
    package var rootSlugs: [String] { catalog.rootSlugs }

    /// Lets a sandbox of the root serve what another address serves, in its initial state; an address without a token
    /// serves its own scenarios only.
    ///
    /// - Throws: If the scenario or the variant is not loaded; the sandbox stays.
    package func serve(_ other: Address, in mount: Mount) throws(AddressError) {
        guard mount.address.token != nil else { return }
        let index = try index(of: other)
        mount.servedAddress = other == mount.address.base ? nil : other
        mount.restart(with: index, generation: catalog.generation)
    }

    /// Starts a new group of pending responses for a mount.
    ///
    /// - Returns: The previous group, for canceling its responses.
    package func beginAnew(_ mount: Mount) -> Int {
        let old = mount.pendingGroup
        mount.pendingGroup = groupCount
        groupCount += 1
        return old
    }

    /// Removes a sandbox with its state and its requests.
    package func remove(_ mount: Mount) {
        guard mount.address.token != nil else { return }
        mount.clearJournal()
        directory.remove(mount.address)
    }

    /// The loaded scenarios.
    package var scenarios: [Scenario] { catalog.scenarios }

    /// Returns sandboxes with the times of their last use in milliseconds since 1970, the last used first.
    package func sandboxes(offset: Int, limit: Int) -> [(address: Address, lastUsed: Int64)] {
        directory.sandboxes(offset: offset, limit: limit).map { ($0.address, $0.lastUsed) }
    }

    /// The number of sandboxes.
    package var sandboxCount: Int { directory.sandboxCount }

    /// The index of an address; a sandbox shares the compiled interactions of its base address.
    private func index(of base: Address) throws(AddressError) -> InteractionIndex {
        base == .root ? root.loadedIndex : try catalog.index(of: base)
    }

    /// Finds the mount named by the first segment of a path, and removes the segment from `range`.
    func mount(ofFirstSegmentOf range: inout Range<Int>, _ request: Request) throws(AddressError)
        -> Mount
    {
        let start = range.lowerBound + 1
        var end = start
        var hash = ByteHash()
        while end < range.upperBound, request.head[end] != UInt8(ascii: "/"), request.head[end] != UInt8(ascii: "?") {
            hash.add(request.head[end])
            end += 1
        }
        range = end..<range.upperBound
        let mount: Mount
        if let known = directory.known(hash, request.head, start..<end), known.generation == catalog.generation {
            mount = known
        } else {
            mount = try self.mount(at: Address(segment: request.head[start..<end]))
            directory.remember(mount, hash)
        }
        directory.use(mount, at: request.receivedAt)
        return mount
    }
}
