package import Messages
package import Scenarios

/// The mock server without its sockets: takes requests, gives replies, keeps state.
///
/// Not `Sendable`: confined to its owner, a loop or a lock. A call is one step: when it returns, the request is
/// matched, the state has advanced and the journal has the exchange.
package final class Engine {
    package let configuration: EngineConfiguration
    let journal: Journal
    private let explanations = DiagnosisCache()
    /// The root's mount; always there.
    let root: Mount
    private var catalog: Catalog
    private var directory: MountDirectory
    private let random: RandomSource
    private var groupCount = 1
    /// When the last readings began that were taken over: of everything, and of single WireMock folders.
    private var readings: [String?: ContinuousClock.Instant] = [:]
    /// When sandboxes are looked through again.
    private var nextSweep = Int64.min

    /// Compiles the root; every other address is compiled at its first use.
    package init(
        scenarios: [Scenario],
        configuration: EngineConfiguration,
        generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        let catalog = Catalog(scenarios, rootSlugs: configuration.rootSlugs, generation: 0)
        let journal = Journal(configuration)
        root = Mount(
            .root,
            pendingGroup: 0,
            index: catalog.rootIndex(),
            generation: 0,
            journal: journal,
            explanations: explanations,
            configuration: configuration
        )
        root.scenarioSlugs = catalog.slugs
        directory = MountDirectory(maxSandboxes: configuration.maxSandboxes, idle: configuration.sandboxIdle)
        self.configuration = configuration
        self.journal = journal
        self.catalog = catalog
        random = RandomSource(generator)
    }

    /// Selects, advances the state and journals, all before it returns.
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

    /// Puts the response that work has made into its reply, and its status into the journal.
    package func finish(_ reply: MockReply, with response: RenderedResponse) -> MockReply {
        if response.status != reply.status { journal.settle(reply.journalID, status: response.status) }
        var reply = reply
        reply.response = response
        reply.work = nil
        return reply
    }

    /// What a mount says to a request whose path below the mount's address is in `range`.
    private func reply(to request: Request, _ range: Range<Int>, in mount: Mount) -> Reply {
        let target = RequestTarget(request.head, range)
        if let path = AdministrationPath.below(target) { return .administration(mount, path: path) }
        return mount.respond(to: request, target, random)
    }

    /// Swaps the scenarios in one step.
    ///
    /// Interactions of files whose content has changed begin anew: machines at `Started`, sequences at their first
    /// response, counts at 0. All others go on, in sandboxes too. The journal stays; an address whose scenario is gone is
    /// dropped at its next use.
    package func replace(scenarios: [Scenario]) {
        let old = catalog
        let generation = old.generation + 1
        catalog = Catalog(scenarios, rootSlugs: configuration.rootSlugs, generation: generation, inheriting: old)
        root.install(catalog.rootIndex(), generation: generation)
        root.scenarioSlugs = catalog.slugs
        let kept = Set(catalog.compiledInteractions.map { ObjectIdentifier($0) })
        journal.retire(old.compiledInteractions.filter { !kept.contains(ObjectIdentifier($0)) })
    }

    /// Takes over what was read of the files, or of one WireMock folder.
    ///
    /// - Returns: The changes; nil when something that was read later is served already.
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
        let changes = ScenarioChanges(from: catalog.scenarios, to: result, onlyIn: folder)
        if !changes.changes.isEmpty { replace(scenarios: changes.scenarios) }
        return changes
    }

    /// The WireMock folders that are served.
    package var wireMockFolders: [String] { catalog.scenarios.compactMap(\.wireMockFolder) }

    /// The mount at an address, which is made if it does not exist yet.
    ///
    /// - Throws: When no such scenario or variant is loaded, or the token is malformed.
    package func mount(at address: Address) throws(AddressError) -> Mount {
        if address == .root { return root }
        if let token = address.token, !Address.isLegal(token: token) { throw .malformedToken(token) }
        if let mount = directory[address], mount.generation == catalog.generation { return mount }
        let index: InteractionIndex
        do throws(AddressError) {
            index = try self.index(of: address.base)
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
            explanations: explanations,
            configuration: configuration
        )
        groupCount += 1
        directory.add(mount)
        return mount
    }

    /// The root and every scenario or variant, sandboxes aside.
    package var addresses: [Address] { [.root] + catalog.addresses }

    /// What the root serves, in the order of the files.
    package var rootSlugs: [String] { catalog.rootSlugs }

    /// Tells the responses of a mount from now on apart from those before.
    ///
    /// - Returns: the number of those before.
    package func beginAnew(_ mount: Mount) -> Int {
        let old = mount.pendingGroup
        mount.pendingGroup = groupCount
        groupCount += 1
        return old
    }

    /// Drops a sandbox with all that it has.
    package func remove(_ mount: Mount) {
        guard mount.address.token != nil else { return }
        mount.clearJournal()
        directory.remove(mount.address)
    }

    /// How many sandboxes there are.
    package var sandboxCount: Int { directory.sandboxCount }

    /// A sandbox shares the compiled interactions of its base address.
    private func index(of base: Address) throws(AddressError) -> InteractionIndex {
        base == .root ? root.loadedIndex : try catalog.index(of: base)
    }

    /// Finds the mount by the first segment of a path and leaves the rest in `range`.
    private func mount(ofFirstSegmentOf range: inout Range<Int>, _ request: Request) throws(AddressError)
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
