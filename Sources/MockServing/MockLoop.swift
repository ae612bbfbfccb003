import HTTP1Server
import Mocking
import Scenarios
import UV

/// One loop of a mock server: its sockets, and the handler that it owns or shares; confined to the loop.
final class MockLoop {
    /// How often the request log is written out.
    private static let logIntervalMilliseconds = 50
    /// How long the reader of the last lines is waited for.
    private static let lastLogMilliseconds: Int32 = 250

    private let ownership: HandlerOwnership
    private let server: Server
    private let log: RequestLog?
    private var logTimer: LoopTimer?

    init(on loop: Loop, ownership: HandlerOwnership, configuration: MockServerConfiguration) {
        self.ownership = ownership
        log = configuration.log.map { RequestLog(format: $0.format, output: $0.output) }
        server = Server(
            loop: loop,
            configuration: configuration.server,
            responder: MockResponder(ownership, on: loop, log: log, features: ServerFeatures(configuration))
        )
    }

    /// What the loop is doing, for other threads to see.
    var activity: LoopActivity { server.loop.activity }

    /// Accepts connections.
    ///
    /// - Returns: The port, which the system has chosen if 0 was asked for.
    /// - Throws: `UVError` when the port cannot be had.
    func listen(host: String, port: Int, isShared: Bool) throws -> Int {
        try server.listen(host: host, port: port, reusePort: isShared)
        return server.port
    }

    /// Writes the request log out from now on, where there is one.
    func startLog() throws {
        guard let log else { return }
        // Nobody waits for a slow reader: a server that stood still because its output is not read would be one that hangs.
        logTimer = try LoopTimer(on: server.loop) { log.flush(waitingAtMost: 0) }
        logTimer?.start(afterMilliseconds: Self.logIntervalMilliseconds, repeating: Self.logIntervalMilliseconds)
    }

    /// Stops accepting, finishes what is under way, then closes; `completion` runs when no connection is left.
    func drain(graceMilliseconds: Int, _ completion: @escaping () -> Void) {
        server.drain(grace: graceMilliseconds, completion: completion)
    }

    /// Breaks off the responses of a group that are still waiting.
    func cancelPending(group: Int) {
        server.cancelPending(group: group)
    }

    /// Closes everything at once.
    func close() {
        server.closeAll()
        logTimer?.close()
        logTimer = nil
        log?.flush(waitingAtMost: Self.lastLogMilliseconds)
    }

    /// Swaps the scenarios in one step; requests that are under way end with the old ones.
    func replace(scenarios: [Scenario]) {
        activity.begin(Array("reload".utf8).span, at: server.loop.now)
        defer { activity.end() }
        ownership.withHandler { $0.engine.replace(scenarios: scenarios) }
    }

    /// Takes over what was read of the files.
    ///
    /// - Returns: The changes; nil when something that was read later is served already.
    func update(to result: ScenarioLoader.Result) -> ScenarioChanges? {
        ownership.withHandler { $0.engine.update(to: result) }
    }

    /// The requests of an address, the oldest first.
    ///
    /// - Throws: When the address does not exist.
    func requests(at address: Address) throws -> [RecordedRequest] {
        try ownership.withHandler { handler in
            try handler.engine.mount(at: address).journal(JournalQuery()).entries.reversed().map { RecordedRequest($0) }
        }
    }

    /// How often each interaction of an address has answered.
    ///
    /// - Throws: When the address does not exist.
    func usage(at address: Address) throws -> [InteractionUse] {
        try ownership.withHandler { handler in
            try handler.engine.mount(at: address).interactions.map {
                InteractionUse(location: $0.interaction.location, served: $0.served)
            }
        }
    }
}
