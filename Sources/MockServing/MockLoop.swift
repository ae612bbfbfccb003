import HTTP1Server
import HTTP2
import HTTP2Server
import HTTPServing
import Messages
import Mocking
import Scenarios
import TLS
import UV
import Valkey

/// One loop of a mock server: its sockets, and the handler that it owns or shares; confined to the loop.
final class MockLoop {
    /// The interval of flushing the request log.
    private static let logIntervalMilliseconds = 50
    /// The longest wait for the reader of the last log lines.
    private static let lastLogMilliseconds: Int32 = 250

    private let ownership: HandlerOwnership
    private let configuration: MockServerConfiguration
    private let server: Server
    private let responder: MockResponder
    /// The server of the admin API's own port; nil: `server` has the admin API.
    private let adminServer: Server?
    /// nil: HTTPS is off.
    private var tls: TLSServer?
    private var https: HTTPSService?
    private let log: RequestLog?
    private var logTimer: LoopTimer?
    /// nil: the state is not shared.
    private var sharedState: SharedState?

    init(on loop: Loop, ownership: HandlerOwnership, configuration: MockServerConfiguration) throws {
        self.ownership = ownership
        self.configuration = configuration
        let log = configuration.log.map { [style = configuration.logStyle] in
            RequestLog(format: $0.format, style: style, output: $0.output)
        }
        self.log = log
        let (protocols, features) = (Self.protocols(configuration), ServerFeatures(configuration))
        let makeServer = { responder in
            Server(loop: loop, configuration: configuration.server, protocols: protocols, responder: responder)
        }
        let responder = MockResponder(ownership, on: loop, log: log, features: features)
        self.responder = responder
        server = makeServer(responder)
        let adminResponder = configuration.adminPort.map { _ in
            MockResponder(ownership, on: loop, log: log, features: features, isForAdministration: true)
        }
        adminServer = adminResponder.map(makeServer)
        if let shared = configuration.sharedState, case .confined(let handler) = ownership {
            sharedState = try share(shared, handler, responder, adminResponder)
        }
    }

    /// Lets the responders ask the store.
    ///
    /// - Throws: `MockServerError` if a library is missing or the certificates of the store are not valid.
    private func share(
        _ configuration: SharedStateConfiguration,
        _ handler: MockHandler,
        _ responder: MockResponder,
        _ adminResponder: MockResponder?
    ) throws(MockServerError) -> SharedState {
        for scenario in handler.engine.scenarios {
            guard let part = scenario.unsharedPart else { continue }
            let reason = "'\(scenario.slug)' has \(part), which servers cannot share"
            throw MockServerError(.sharedState, "--shared-state: \(reason): remove it, or serve it alone")
        }
        do throws(StoreError) {
            let shared = try SharedState(
                configuration,
                on: server.loop,
                handler: handler,
                readiness: self.configuration.readiness
            ) { [unowned server, weak adminServer, unowned responder] token, answer, request in
                let target = request.isAtAdminPort ? adminServer : server
                target?.answer(token, with: responder.finish(answer, request))
            }
            responder.sharedState = shared
            adminResponder?.sharedState = shared
            return shared
        } catch {
            throw MockServerError(.sharedState, "--shared-state: \(error)", underlyingError: error)
        }
    }

    /// Connects to the store; `completion` is called when the state is shared, or with the error of the first attempt.
    func startSharing(_ completion: @escaping (StoreError?) -> Void) {
        guard let sharedState else { return completion(nil) }
        sharedState.start(completion)
    }

    private static func protocols(_ configuration: MockServerConfiguration) -> ServedProtocols {
        var protocols = ServedProtocols.http1
        let limits = HTTP2Limits(
            request: configuration.server.limits,
            maxConcurrentStreams: configuration.http2Streams
        )
        let http2 = ServedProtocols.http2(limits, heads: HeadCache())
        if configuration.servesHTTP2InTheClear { protocols.http2 = http2 }
        if configuration.servesHTTP2OverTLS { protocols.http2OverTLS = http2 }
        return protocols
    }

    /// The current activity of the loop, readable from other threads.
    var activity: LoopActivity { server.loop.activity }

    /// Accepts connections on these ports.
    ///
    /// - Returns: The ports, with those that the system has chosen.
    /// - Throws: An error if a port is not available.
    func listen(on ports: ServerPorts, https: HTTPSService?) throws -> ServerPorts {
        self.https = https
        tls = try https.map { try TLSServer(tls(of: $0)) }
        log?.trustAdvice = https?.trustAdvice(isAdminOff: configuration.adminAccess == .off) ?? ""
        var ports = try server.listen(on: ports, configuration, tls)
        ports.admin = try ports.admin.flatMap { try adminServer?.listen(onAdminPort: $0, configuration, tls) }
        https?.faultPorts.withLock { $0 = ports.faults }
        return ports
    }

    /// Uses other certificates for new connections.
    func replaceCertificates(_ https: HTTPSService) throws {
        try tls?.use(tls(of: https))
        log?.trustAdvice = https.trustAdvice(isAdminOff: configuration.adminAccess == .off)
    }

    private func tls(of https: HTTPSService) -> TLSServerConfiguration {
        var tls = https.tls
        if server.speaksHTTP2 { tls.protocols.insert("h2", at: 0) }
        return tls
    }

    /// The port whose handshakes have a fault; opens it at the first call.
    ///
    /// - Throws: `MockServerError` without HTTPS, `UVError` if no port is free.
    func port(of fault: HTTPSFault) throws -> Int {
        if let known = https?.faultPorts.withLock({ $0[fault] }) { return known }
        guard let https, let tls else {
            throw MockServerError(.certificates, "HTTPS is off: set MockServerConfiguration.https")
        }
        let port = try server.listen(host: configuration.host, port: 0, tls: .faulty(fault, tls))
        https.faultPorts.withLock { $0[fault] = port }
        return port
    }

    /// Listens on another port with the protocols of the first one.
    ///
    /// - Returns: The port.
    /// - Throws: ``MockServerError`` if it is in use, or no port is free.
    func openOtherPort() throws(MockServerError) -> Int {
        let (host, port) = (configuration.host, configuration.otherPort)
        do {
            return try server.listen(host: host, port: port, tls: .ofFirstPort(configuration, tls))
        } catch {
            throw .cannotListen(configuration, port: port, error)
        }
    }

    /// Starts flushing the request log periodically, if there is one.
    func startLog() throws {
        guard let log else { return }
        // A slow reader must not block the server.
        logTimer = try LoopTimer(on: server.loop) { [loop = server.loop] in
            log.flush(at: Int64(loop.wallClock / 1000), waitingAtMost: 0)
        }
        logTimer?.start(afterMilliseconds: Self.logIntervalMilliseconds, repeating: Self.logIntervalMilliseconds)
    }

    /// Stops accepting, finishes pending requests, then closes; `completion` runs when no connection is left.
    func drain(graceMilliseconds: Int, _ completion: @escaping () -> Void) {
        server.drain(grace: graceMilliseconds) { [adminServer] in
            guard let adminServer else { return completion() }
            adminServer.drain(grace: graceMilliseconds, completion: completion)
        }
    }

    /// Cancels the responses of a group that are still waiting.
    func cancelPending(group: Int) {
        server.cancelPending(group: group)
    }

    /// Advances the clock of an address.
    ///
    /// - Returns: The group of the address' delays, which follow it only after `changeDelays`.
    /// - Throws: If the address does not exist, or `MountClock.Refusal`.
    func advanceClock(of address: Address, milliseconds: Int) throws -> Int {
        let now = Int64(server.loop.wallClock / 1000)
        return try ownership.withHandler { handler in
            let mount = try handler.engine.mount(at: address)
            try mount.changeClock { clock throws(MountClock.Refusal) in
                try clock.advance(by: Int64(milliseconds), at: now)
            }
            return mount.pendingGroup
        }
    }

    /// Changes the clock that the delays of a group follow.
    func changeDelays(ofGroup group: Int, _ change: PendingDelays.Change) {
        server.changeDelays(ofGroup: group, change)
    }

    /// The response to a request that was forwarded; it is logged here, and in the journal.
    func finish(_ forwarding: FinishedForwarding) -> Response {
        let isLogged = log != nil
        let answer = ownership.withHandler { $0.finish(forwarding, isLogged: isLogged) }
        return responder.finish(answer, forwarding.request)
    }

    /// Sends the response to the request that waits for the token, if its connection is on this loop.
    func answer(_ token: ResponseToken, with response: Response) {
        server.answer(token, with: response)
    }

    /// Closes all connections at once.
    func close() {
        server.closeAll()
        adminServer?.closeAll()
        sharedState?.close()
        logTimer?.close()
        logTimer = nil
        log?.flush(at: .max, waitingAtMost: Self.lastLogMilliseconds)
    }

    /// Replaces the scenarios in one step; pending requests finish with the old ones.
    func replace(scenarios: [Scenario]) {
        activity.begin(Array("reload".utf8).span, at: server.loop.now)
        defer { activity.end() }
        ownership.withHandler { $0.engine.replace(scenarios: scenarios) }
    }

    /// Serves what was read of the files.
    ///
    /// - Returns: The changes; nil if a later reading is served already.
    func update(to result: ScenarioLoader.Result) -> ScenarioChanges? {
        ownership.withHandler { $0.engine.update(to: result) }
    }

    /// The requests of an address, the oldest first.
    ///
    /// - Throws: If the address does not exist.
    func requests(at address: Address) throws -> [RecordedRequest] {
        try ownership.withHandler { handler in
            var query = JournalQuery()
            query.hasRetries = true
            return try handler.engine.mount(at: address).journal(query).entries.reversed().map { RecordedRequest($0) }
        }
    }

    /// Sends a request inside the server.
    func send(_ request: Request) -> SentResponse {
        ownership.withHandler { $0.engine.sentResponse(to: request) }
    }

    /// The entries of the journal after the one with the id `reader`, for all addresses.
    func journalTail(after reader: Int, limit: Int) -> JournalTail {
        ownership.withHandler { handler in
            handler.engine.journalTail(after: reader, limit: limit)
        }
    }

    /// The id of the newest entry of the journal ever.
    var lastJournaled: Int { ownership.withHandler { $0.engine.newestRequest } }

    /// The counts of the engine and of the loops, and the start of the server.
    func measure() -> (metrics: EngineMetrics, gauges: LoopGauges, startedAt: Int64) {
        ownership.withHandler { ($0.engine.metrics, $0.admin.services.gauges, $0.admin.services.startedAt) }
    }

    /// The number of responses of each interaction at an address.
    ///
    /// - Throws: If the address does not exist.
    func usage(at address: Address) throws -> [InteractionUse] {
        try ownership.withHandler { handler in
            try handler.engine.mount(at: address).interactions.map {
                InteractionUse(location: $0.interaction.location, served: $0.served)
            }
        }
    }
}
