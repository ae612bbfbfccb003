import Documents
import Mocking
package import Scenarios
package import UV

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A mock server in the process of its user, on its own threads.
///
/// ```swift
/// let server = try await MockServer.start(scenarios: ["Scenarios"])
/// let sandbox = server.sandbox(of: "unavailable-then-back")
/// // … point the client at sandbox.baseURL …
/// let requests = try await sandbox.requests()
/// await server.stop()
/// ```
///
/// One server can serve all tests of a suite in parallel, each with its own ``Sandbox``.
public final class MockServer: Sendable {
    /// The address of the root, for example `http://127.0.0.1:49152`.
    public let baseURL: URL

    let threads: LoopThreads
    private let host: String
    private let scenarioPorts: Guarded<ScenarioPorts>
    private let secondPort: OtherPort

    /// The address of the root over HTTPS, for example `https://127.0.0.1:49152`; nil: HTTPS is off.
    public let secureURL: URL?

    private init(
        _ threads: LoopThreads,
        _ configuration: MockServerConfiguration,
        _ scenarioPorts: ScenarioPorts,
        _ secondPort: OtherPort
    ) throws(MockServerError) {
        let (host, ports) = (configuration.host, threads.ports)
        let isOnly = configuration.https?.isOnly ?? false
        let securePort = ports.https ?? (configuration.https?.sharesPort == true ? ports.main : nil)
        secureURL = try securePort.map { port throws(MockServerError) in try Self.url("https", host, port) }
        baseURL = try Self.url(isOnly ? "https" : "http", host, ports.first)
        adminURL = try Self.url(isOnly ? "https" : "http", host, ports.admin ?? ports.first)
        self.threads = threads
        self.host = host
        self.scenarioPorts = Guarded(scenarioPorts)
        self.secondPort = secondPort
    }

    private static func url(_ scheme: String, _ host: String, _ port: Int) throws(MockServerError) -> URL {
        guard let url = URL(string: "\(scheme)://\(SocketAddress.authority(host, port))") else {
            throw MockServerError(.listening, "\(host) is not a valid host")
        }
        return url
    }

    /// Starts a server with the scenario files under the paths; it accepts connections when this returns.
    ///
    /// - Throws: ``MockServerError`` if a scenario file is invalid, with all problems of all files, or if the port is
    ///   not available.
    public static func start(
        scenarios paths: [String],
        configuration: MockServerConfiguration = MockServerConfiguration()
    ) async throws -> MockServer {
        try await start(loaded: await load(paths, isStrict: configuration.isStrict), configuration: configuration)
    }

    /// Starts a server with loaded scenarios.
    package static func start(
        loaded scenarios: [Scenario],
        configuration: MockServerConfiguration
    ) async throws -> MockServer {
        try checkRoot(configuration.rootScenarios, scenarios)
        if configuration.loadsSavedResources { try checkSavedResources(of: scenarios) }
        var configuration = configuration
        configuration.stubFolder = configuration.stubFolder ?? scenarios.lazy.compactMap(\.wireMockFolder).first
        let scenarioPorts = ScenarioPorts(scenarios)
        configuration = configuration.opening(scenarioPorts)
        let secondPort = OtherPort()
        configuration.engine.isStrict = configuration.isStrict
        configuration.engine.portBeside = { secondPort.beside($0) }
        let threads = try await LoopThreads.start(scenarios, configuration)
        do {
            try await threads.open(secondPort, for: scenarios)
            return try MockServer(threads, configuration, scenarioPorts, secondPort)
        } catch {
            await threads.close()
            throw error
        }
    }

    /// The address of the admin API, without `/__admin`.
    package let adminURL: URL

    /// The port of ``baseURL``.
    public var port: Int { threads.ports.first }

    /// The certificate, as PEM, that clients trust to accept the server's certificates.
    ///
    /// nil: HTTPS is off, or the server's certificate is from a file that does not contain it.
    public var certificateAuthority: String? { threads.https?.authorityPEM }

    /// Whether there is a ``certificateAuthority``, which may not be made yet.
    package var hasCertificateAuthority: Bool { threads.https?.hasAuthority ?? false }

    /// The problems of certificates that do not prevent serving, such as an expired one.
    package var certificateWarnings: [String] { threads.https?.certificates.warnings ?? [] }

    /// Reads the files of certificates again; new connections get the new ones.
    ///
    /// - Returns: Whether the files have changed.
    /// - Throws: ``MockServerError`` if a file is invalid; the server then continues with its previous certificates.
    package func reloadCertificates() async throws -> Bool {
        try await threads.reloadCertificates()
    }

    /// Returns the address of the root over HTTPS whose handshakes have a fault.
    ///
    /// The server opens a port for each fault at the first call.
    ///
    /// - Throws: ``MockServerError`` if HTTPS is off, or the server was stopped.
    public func secureURL(fault: HTTPSFault) async throws -> URL {
        try Self.url("https", host, try await threads.perform { try $0.port(of: fault) })
    }

    /// The ports of all listeners.
    package var listeners: (plain: Int?, secure: Int?, faults: [(fault: HTTPSFault, port: Int)]) {
        let ports = threads.ports
        let faults = faultPorts.sorted { $0.key.description < $1.key.description }
        return (ports.main, ports.https, faults.map { ($0.key, $0.value) })
    }

    /// The second port, for scenarios whose `otherOrigin` is another port; nil: no scenario needs one.
    package var otherPort: Int? { secondPort.number }

    private var faultPorts: [HTTPSFault: Int] { threads.https?.faultPorts.withLock { $0 } ?? [:] }

    /// The addresses of scenarios with `tls`, by fault.
    package var faultAddresses: [HTTPSFault: [String]] { scenarioPorts.withLock { $0 }.addresses }

    /// The URL of the port for an address of a scenario with `tls`; nil: it is on the ports of the server.
    func faultURL(for address: Address) -> URL? {
        let fault = scenarioPorts.withLock { $0.fault(of: address.slug, address.values) }
        return fault.flatMap { faultPorts[$0] }.flatMap { try? Self.url("https", host, $0) }
    }

    /// Opens a port for each fault of these scenarios that has none.
    private func open(_ scenarios: [Scenario]) async throws {
        let ports = ScenarioPorts(scenarios)
        scenarioPorts.withLock { $0 = ports }
        guard threads.https != nil else { return }
        for fault in ports.addresses.keys { _ = try await secureURL(fault: fault) }
    }

    /// Returns a new sandbox, with isolated state and its own journal.
    ///
    /// A sandbox of a scenario with `tls` is below the HTTPS port of its fault.
    ///
    /// - Parameters:
    ///   - slug: The scenario; nil for the root.
    ///   - values: The variant's values in the order of the matrix' keys, for a scenario with a matrix.
    /// - Returns: A sandbox with a unique token.
    public func sandbox(of slug: String? = nil, values: [String] = []) -> Sandbox {
        Sandbox(server: self, address: Address(slug: slug, values: values, token: UUID().uuidString.lowercased()))
    }

    /// The requests that the root has received, oldest first.
    ///
    /// - Throws: If the server was stopped.
    public func requests() async throws -> [RecordedRequest] {
        try await requests(at: Address.root)
    }

    /// Reads the scenario files again and replaces the scenarios in one step, without dropping a request.
    ///
    /// - Throws: ``MockServerError`` if a file is invalid; the server then continues with its previous scenarios.
    public func reload(scenarios paths: [String], isStrict: Bool = false) async throws {
        try await replace(scenarios: await Self.load(paths, isStrict: isStrict))
    }

    /// Stops accepting connections, finishes pending requests within the grace, then closes all connections.
    ///
    /// When it returns, all threads of the server have ended.
    ///
    /// - Parameter grace: The time that pending requests may take.
    public func stop(grace: Duration = .zero) async {
        guard grace > .zero else { return await threads.close() }
        await stop(grace: grace) {}
    }

    /// Stops as ``stop(grace:)`` does; before its threads end, and after the last request, it runs `completion`.
    package func stop(grace: Duration, _ completion: () async -> Void) async {
        await threads.drain(graceMilliseconds: Int(millisecondsIn: grace / .seconds(1)), completion)
    }

    /// The current activity of each loop.
    package var activities: [LoopActivity] { threads.activities }

    /// Replaces the scenarios in one step.
    package func replace(scenarios: [Scenario]) async throws {
        try await threads.open(secondPort, for: scenarios)
        try await threads.perform { $0.replace(scenarios: scenarios) }
        try await open(scenarios)
    }

    /// Serves what was read of the files; a file with errors keeps its previous version.
    ///
    /// - Returns: The changes; nil if a later reading is served already.
    package func update(to result: ScenarioLoader.Result) async throws -> ScenarioChanges? {
        try await threads.open(secondPort, for: result.scenarios)
        let changes = try await threads.perform { $0.update(to: result) }
        if changes != nil { try await open(result.scenarios) }
        return changes
    }

    /// The entries of the journal after the one with the id `reader`, for all addresses.
    func journalTail(after reader: Int, limit: Int) async throws -> JournalTail {
        try await threads.perform { $0.journalTail(after: reader, limit: limit) }
    }

    /// The id of the newest entry of the journal ever.
    func lastJournaled() async throws -> Int {
        try await threads.perform { $0.lastJournaled }
    }

    /// The counts of the engine and of the loops, and the start of the server in milliseconds since 1970.
    func measure() async throws -> (metrics: EngineMetrics, gauges: LoopGauges, startedAt: Int64) {
        try await threads.perform { $0.measure() }
    }

    func advanceClock(of address: Address, by duration: Duration) async throws {
        guard duration >= .zero else { throw MountClock.Refusal.backwards }
        try await threads.advanceClock(of: address, milliseconds: Int(millisecondsIn: duration / .seconds(1)))
    }

    func requests(at address: Address) async throws -> [RecordedRequest] {
        try await threads.perform { try $0.requests(at: address) }
    }

    func usage(at address: Address) async throws -> [InteractionUse] {
        try await threads.perform { try $0.usage(at: address) }
    }

    private static func checkRoot(_ slugs: [String], _ scenarios: [Scenario]) throws(MockServerError) {
        let known = scenarios.map(\.slug)
        guard let unknown = slugs.first(where: { !known.contains($0) }) else { return }
        let names = known.prefix(10).joined(separator: ", ")
        let help = Spelling.suggestion(for: unknown, among: known) ?? "scenarios: \(names)"
        throw MockServerError(.scenarios, "there is no scenario '\(unknown)' to serve at the root; \(help)")
    }

    private static func checkSavedResources(of scenarios: [Scenario]) throws(MockServerError) {
        for scenario in scenarios where scenario.variants.haveResources {
            for resource in scenario.variants.all.flatMap(\.resources) {
                guard let problem = SavedResources.problem(of: resource) else { continue }
                throw MockServerError(
                    .scenarios,
                    "\(scenario.file): the saved items of '\(resource.name)' cannot be used: \(problem); correct or remove the file, or use --fresh"
                )
            }
        }
    }

    private static func load(_ paths: [String], isStrict: Bool) async throws(MockServerError) -> [Scenario] {
        let result = await ScenarioLoader.loadConcurrently(
            ScenarioSources(paths: paths, isStrict: isStrict, scope: .firstVariant)
        )
        guard !result.hasErrors else {
            throw MockServerError(.scenarios, result.issues.map(\.description).joined(separator: "\n"))
        }
        return result.scenarios
    }
}

/// The reason why a mock server cannot start or reload.
public struct MockServerError: Error, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A scenario file is invalid.
        public static let scenarios = Code("scenarios")
        /// The port is not available.
        public static let listening = Code("listening")
        /// A certificate or key for HTTPS is invalid, or OpenSSL is missing.
        public static let certificates = Code("certificates")
        /// The store of the shared state rejects the server, or cannot be used.
        public static let sharedState = Code("sharedState")

        /// The code's name.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }
    }

    /// The kind of the error.
    public let code: Code
    /// The problem and its remedy; for scenario files, all problems with file, line and column.
    public let description: String
    /// The underlying error, if there is one.
    public let underlyingError: (any Error)?

    package init(_ code: Code, _ description: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.description = description
        self.underlyingError = underlyingError
    }
}

extension MockServerError {
    /// Creates the error for a port that is in use or not permitted, or for an address of another machine.
    static func cannotListen(
        _ configuration: MockServerConfiguration,
        port: Int,
        _ error: any Error
    ) -> MockServerError {
        let place = "\(configuration.host), port \(port)"
        let advice = advice(configuration, port: port, error)
        return MockServerError(.listening, "cannot listen on \(place): \(error)\(advice)", underlyingError: error)
    }

    private static func advice(_ configuration: MockServerConfiguration, port: Int, _ error: any Error) -> String {
        if let error = error as? UVError, error.isAddressNotAvailable || error.isUnknownHost {
            let addresses = NetworkInterfaces.addresses.joined(separator: ", ")
            return "; use an address of this machine with --bind: \(addresses), or 0.0.0.0 or :: for all of them"
        }
        guard port != 0 else { return "" }
        let options: [(port: Int?, name: String)] = [
            (configuration.port, "--port"), (configuration.adminPort, "--admin-port"),
            (configuration.otherPort, "--other-port"), (configuration.https?.port, "--https-port"),
        ]
        let option = options.first(where: { $0.port == port })?.name
        guard option == nil, let https = configuration.https else {
            let name = option ?? "--port"
            return "; choose another port with \(name), or a free one with \(name) 0"
        }
        let fault = https.faultPorts.first { $0.value == port }?.key.description ?? "KIND"
        return "; choose another port with --https-fault \(fault)=PORT, or a free one with \(fault)=0"
    }
}
