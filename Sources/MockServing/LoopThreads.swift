import HTTPServing
import Mocking
import Scenarios
import UV
import Valkey

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The loops of a mock server: one per thread, all on the same port.
final class LoopThreads: Sendable {
    /// The ports of all loops.
    let ports: ServerPorts
    /// The certificates; nil: HTTPS is off.
    let https: HTTPSService?
    /// The current activity of each loop.
    let activities: [LoopActivity]

    /// The first loop also serves `perform`.
    private let threads: [LoopThread<MockLoop>]
    private let relay: EffectRelay
    /// nil: webhooks are off.
    let webhooks: WebhookSender?
    /// nil: requests are not forwarded.
    let forwarder: Forwarder?

    private init(
        _ threads: [LoopThread<MockLoop>],
        ports: ServerPorts,
        https: HTTPSService?,
        _ relay: EffectRelay,
        _ webhooks: WebhookSender?,
        _ forwarder: Forwarder?,
        _ activities: [LoopActivity] = []
    ) {
        self.webhooks = webhooks
        self.forwarder = forwarder
        self.threads = threads
        self.activities = activities
        self.ports = ports
        self.https = https
        self.relay = relay
    }

    /// Starts the loops; all accept connections when this returns.
    ///
    /// - Throws: `MockServerError`, after ending all threads.
    static func start(_ scenarios: [Scenario], _ configuration: MockServerConfiguration) async throws -> LoopThreads {
        var threads: [LoopThread<MockLoop>] = []
        var activities: [LoopActivity] = []
        let relay = EffectRelay(onShutdown: configuration.onShutdown)
        let configuration = configuration.withOneWriterOfTheLog()
        let https = try HTTPSService(configuration)
        let gauges = LoopGauges()
        var ports = ServerPorts(configuration)
        let webhooks = configuration.webhooks.map { WebhookSender($0) }
        let forwarder = configuration.forwarding.map { Forwarder($0) }
        do {
            let handler = { @Sendable in
                MockHandler(scenarios, configuration, https, relay, gauges, webhooks, forwarder)
            }
            let shared = configuration.threads > 1 ? SharedHandler(handler()) : nil
            for _ in 0..<configuration.threads {
                let thread = try await Self.startThread(configuration, shared, handler)
                threads.append(thread)
                activities.append(try await thread.perform { $0.activity })
                try await Self.startSharing(thread)
                ports = try await thread.perform { [ports] mockLoop in
                    try mockLoop.startLog()
                    return try mockLoop.listen(on: ports, https: https)
                }
            }
            let loops = LoopThreads(threads, ports: ports, https: https, relay, webhooks, forwarder, activities)
            webhooks?.avoid(ports.all)
            forwarder?.avoid(ports.all)
            forwarder?.start { loops.finish($0) }
            relay.connect(to: loops)
            gauges.observe(activities)
            return loops
        } catch {
            await LoopThreads(threads, ports: ports, https: https, relay, webhooks, forwarder).close()
            throw error as? MockServerError ?? .cannotListen(configuration, port: configuration.port, error)
        }
    }

    /// Connects to the store of a shared state; one that cannot be reached yet may come later.
    ///
    /// - Throws: `MockServerError` if the store rejects the server.
    private static func startSharing(_ thread: LoopThread<MockLoop>) async throws {
        let problem = await withCheckedContinuation { (started: CheckedContinuation<StoreError?, Never>) in
            let isPosted = thread.post { mockLoop in
                mockLoop.startSharing { started.resume(returning: $0) }
            }
            if !isPosted { started.resume(returning: nil) }
        }
        guard let problem, problem.kind == .rejected || problem.kind == .library else { return }
        throw MockServerError(.sharedState, "--shared-state: \(problem)", underlyingError: problem)
    }

    private static func startThread(
        _ configuration: MockServerConfiguration,
        _ shared: SharedHandler?,
        _ handler: @escaping @Sendable () -> MockHandler
    ) async throws -> LoopThread<MockLoop> {
        try await LoopThread.start { loop in
            let ownership: HandlerOwnership = if let shared { .shared(shared) } else { .confined(handler()) }
            return try MockLoop(on: loop, ownership: ownership, configuration: configuration)
        }
    }

    /// Runs a closure on one loop, for access to the state that all loops share.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (MockLoop) throws -> Value
    ) async throws -> Value {
        try await threads[0].perform(body)
    }

    /// Reads the files of certificates again, and gives new connections of all loops the new certificates.
    ///
    /// - Returns: Whether the files have changed.
    /// - Throws: `MockServerError` if a file is invalid; the certificates stay.
    func reloadCertificates() async throws -> Bool {
        guard let https, try https.reload() else { return false }
        for thread in threads { try await thread.perform { try $0.replaceCertificates(https) } }
        return true
    }

    /// Completes a request that was forwarded, and sends its response from the loop of its connection.
    private func finish(_ forwarding: FinishedForwarding) {
        threads[0].post { [self] first in
            let response = first.finish(forwarding)
            post { $0.answer(forwarding.token, with: response) }
        }
    }

    /// Runs a closure on each loop without waiting for it.
    func post(_ body: @escaping @Sendable (MockLoop) -> Void) {
        for thread in threads { thread.post(body) }
    }

    /// Changes the clock that the delays of a group follow; the latch opens when all loops have done so.
    func changeDelays(ofGroup group: Int, _ change: PendingDelays.Change, _ latch: Latch) {
        for thread in threads {
            latch.expect()
            let isPosted = thread.post { mockLoop in
                mockLoop.changeDelays(ofGroup: group, change)
                latch.arrive()
            }
            if !isPosted { latch.arrive() }
        }
    }

    /// Advances the clock of an address; when this returns, delays that are over have elapsed on all loops.
    ///
    /// - Throws: If the address does not exist, or `MountClock.Refusal`.
    func advanceClock(of address: Address, milliseconds: Int) async throws {
        let group = try await threads[0].perform { try $0.advanceClock(of: address, milliseconds: milliseconds) }
        for thread in threads {
            try await thread.perform { $0.changeDelays(ofGroup: group, .advance(milliseconds: milliseconds)) }
        }
    }

    /// Finishes pending requests; when this returns, all threads have ended, after `completion`.
    func drain(graceMilliseconds: Int, _ completion: () async -> Void = {}) async {
        await withTaskGroup { group in
            for thread in threads {
                group.addTask { await Self.drain(thread, graceMilliseconds) }
            }
        }
        await completion()
        await close()
    }

    /// Closes all connections at once; when this returns, all threads have ended.
    func close() async {
        webhooks?.close()
        forwarder?.close()
        relay.disconnect()
        for thread in threads {
            _ = try? await thread.stop { $0.close() }
        }
    }

    private static func drain(_ thread: LoopThread<MockLoop>, _ graceMilliseconds: Int) async {
        await withCheckedContinuation { (drained: CheckedContinuation<Void, Never>) in
            let isPosted = thread.post { mockLoop in
                mockLoop.drain(graceMilliseconds: graceMilliseconds) { drained.resume() }
            }
            if !isPosted { drained.resume() }
        }
    }
}

extension MockHandler {
    fileprivate convenience init(
        _ scenarios: [Scenario],
        _ configuration: MockServerConfiguration,
        _ https: HTTPSService?,
        _ relay: EffectRelay,
        _ gauges: LoopGauges,
        _ webhooks: WebhookSender?,
        _ forwarder: Forwarder?
    ) {
        self.init(
            engine: Engine(scenarios: scenarios, configuration: configuration.engine),
            admin: AdminAPI(configuration, https, gauges, forwarder),
            compressed: configuration.compresses ? CompressedAnswers() : nil,
            webhooks: webhooks,
            forwarder: forwarder,
            perform: { relay.perform($0) }
        )
    }
}

extension MockServerConfiguration {
    /// The configuration with a log output that the loops use one at a time, so that lines are not interleaved.
    fileprivate func withOneWriterOfTheLog() -> MockServerConfiguration {
        guard threads > 1, let log else { return self }
        var copy = self
        let turn = Guarded(log.output)
        copy.log = (log.format, { lines, milliseconds in turn.withLock { $0(lines, milliseconds) } })
        return copy
    }
}

extension RecordingService {
    /// Recordings may be started from this machine only, or with the token of the admin API.
    fileprivate init(_ forwarder: Forwarder, _ configuration: MockServerConfiguration) {
        let isOnLoopback = UpstreamTargets.isLoopback(configuration.host) || configuration.host == "::1"
        self.forwarder = forwarder
        exchanges = ForwardedExchanges()
        isPermitted = isOnLoopback || configuration.adminAccess != .open
    }
}

extension HTTPSService {
    /// The certificates of a configuration; nil: HTTPS is off.
    fileprivate convenience init?(_ configuration: MockServerConfiguration) throws(MockServerError) {
        guard let https = configuration.https else { return nil }
        let publicHost = configuration.publicURL.flatMap { URL(string: $0)?.host() }
        try self.init(https, names: Self.names(host: configuration.host, publicHost: publicHost))
    }
}

extension AdminAPI {
    fileprivate init(
        _ configuration: MockServerConfiguration,
        _ https: HTTPSService?,
        _ gauges: LoopGauges,
        _ forwarder: Forwarder?
    ) {
        access = configuration.adminAccess
        hasOwnPort = configuration.adminPort != nil
        hasOpenMetrics = configuration.hasOpenMetrics
        hosts = HostCheck(
            own: [configuration.host, configuration.publicURL.flatMap { URL(string: $0)?.host() }],
            trustsOtherPorts: !hasOwnPort
        )
        services = AdminServices(
            folder: configuration.stubFolder.map { StubFolder($0) },
            templatesAll: configuration.templatesAll,
            sendsWebhooks: configuration.webhooks != nil,
            isStrict: configuration.isStrict,
            showsCredentials: configuration.showsCredentials,
            https: https,
            startedAt: Int64(Date().timeIntervalSince1970 * 1000),
            readiness: configuration.readiness,
            gauges: gauges,
            spanCounts: configuration.spanCounts,
            lastRunFile: configuration.lastRunFile,
            recording: forwarder.map { RecordingService($0, configuration) }
        )
    }
}

/// Delivers the effects of the admin API to all loops.
final class EffectRelay: Sendable {
    /// The grace for pending requests when the admin API shuts the server down.
    private static let graceMilliseconds = 5000

    private let threads = Guarded<LoopThreads?>(nil)
    private let onShutdown: (@Sendable () -> Void)?

    /// Creates a relay; `onShutdown` ends the server, or if it is nil, the relay does.
    init(onShutdown: (@Sendable () -> Void)?) {
        self.onShutdown = onShutdown
    }

    func connect(to threads: LoopThreads) {
        self.threads.withLock { $0 = threads }
    }

    /// Releases the loops, which retain the relay.
    func disconnect() {
        threads.withLock { $0 = nil }
    }

    func perform(_ effect: AdminEffect) {
        guard let threads = threads.withLock({ $0 }) else { return }
        switch effect {
        case .cancelPending(let group): threads.post { $0.cancelPending(group: group) }
        case .changeDelays(let group, let change, let latch):
            threads.changeDelays(ofGroup: group, change, latch)
        case .shutDown:
            guard let onShutdown else {
                Task { await threads.drain(graceMilliseconds: Self.graceMilliseconds) }
                return
            }
            onShutdown()
        }
    }
}
