import Mocking
package import Scenarios
package import UV

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A mock server inside the process of its user, on a thread of its own.
///
/// ```swift
/// let server = try await MockServer.start(scenarios: ["Scenarios"])
/// let sandbox = server.sandbox(of: "unavailable-then-back")
/// // … point the client at sandbox.baseURL …
/// let requests = try await sandbox.requests()
/// try await server.stop()
/// ```
///
/// One server may serve all tests of a suite at the same time, each with a ``Sandbox`` of its own.
public final class MockServer: Sendable {
    /// The address of the root, for example `http://127.0.0.1:49152`.
    public let baseURL: URL

    private let threads: LoopThreads

    private init(_ threads: LoopThreads, host: String) throws(MockServerError) {
        let authority = host.contains(":") ? "[\(host)]:\(threads.port)" : "\(host):\(threads.port)"
        guard let url = URL(string: "http://\(authority)") else {
            throw MockServerError(.listening, "\(host) is no host of a URL")
        }
        baseURL = url
        self.threads = threads
    }

    /// Starts a server with the scenario files under the paths; it accepts connections when this returns.
    ///
    /// - Throws: ``MockServerError`` when a scenario file is wrong, with every problem of every file, or when the port
    ///   cannot be listened on.
    public static func start(
        scenarios paths: [String],
        configuration: MockServerConfiguration = MockServerConfiguration()
    ) async throws -> MockServer {
        try await start(loaded: await load(paths, isStrict: configuration.isStrict), configuration: configuration)
    }

    /// Starts a server with scenarios that were read before.
    package static func start(
        loaded scenarios: [Scenario],
        configuration: MockServerConfiguration
    ) async throws -> MockServer {
        try checkRoot(configuration.rootScenarios, scenarios)
        var configuration = configuration
        configuration.stubFolder = configuration.stubFolder ?? scenarios.lazy.compactMap(\.wireMockFolder).first
        let threads = try await LoopThreads.start(scenarios, configuration)
        do {
            return try MockServer(threads, host: configuration.host)
        } catch {
            await threads.close()
            throw error
        }
    }

    /// The port that the server listens on.
    public var port: Int { threads.port }

    /// A place of its own at the server: fresh state, own journal, shared with nobody.
    ///
    /// - Parameters:
    ///   - slug: The scenario; nil: what the root serves.
    ///   - values: For a scenario with a matrix: the variant's values, in the order of the matrix' keys.
    /// - Returns: A sandbox with a token that nobody else has.
    public func sandbox(of slug: String? = nil, values: [String] = []) -> Sandbox {
        Sandbox(server: self, address: Address(slug: slug, values: values, token: UUID().uuidString.lowercased()))
    }

    /// The requests that the root has received, the oldest first.
    ///
    /// - Throws: When the server was stopped.
    public func requests() async throws -> [RecordedRequest] {
        try await requests(at: Address.root)
    }

    /// Reads the scenario files anew and swaps them in one step, without dropping a request.
    ///
    /// - Throws: ``MockServerError`` when a file is wrong; the server then goes on with what it had.
    public func reload(scenarios paths: [String], isStrict: Bool = false) async throws {
        try await replace(scenarios: await Self.load(paths, isStrict: isStrict))
    }

    /// Closes the port, finishes what is under way for as long as the grace, then closes all connections.
    ///
    /// When it returns, nothing of the server is left.
    ///
    /// - Parameter grace: How long requests that are under way may take.
    public func stop(grace: Duration = .zero) async {
        guard grace > .zero else { return await threads.close() }
        await threads.drain(graceMilliseconds: Int(millisecondsIn: grace / .seconds(1)))
    }

    /// What each of the server's loops is doing.
    package var activities: [LoopActivity] { threads.activities }

    /// Swaps the scenarios in one step.
    package func replace(scenarios: [Scenario]) async throws {
        try await threads.perform { $0.replace(scenarios: scenarios) }
    }

    /// Takes over what was read of the files; a file with errors keeps its previous version.
    ///
    /// - Returns: The changes; nil when something that was read later is served already.
    package func update(to result: ScenarioLoader.Result) async throws -> ScenarioChanges? {
        try await threads.perform { $0.update(to: result) }
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
        let help = Spelling.suggestion(for: unknown, among: known) ?? "there are \(names)"
        throw MockServerError(.scenarios, "the root cannot serve '\(unknown)': there is no such scenario; \(help)")
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

/// Why a mock server does not start.
public struct MockServerError: Error, Sendable, CustomStringConvertible {
    /// The kind of a failure.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// Scenario files are wrong.
        public static let scenarios = Code("scenarios")
        /// The port cannot be listened on.
        public static let listening = Code("listening")

        /// The code's name.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }
    }

    /// The kind of the failure.
    public let code: Code
    /// What is wrong and how to mend it; for scenario files every problem with its file, line and column.
    public let description: String
    /// What caused it, if it was not a file.
    public let underlyingError: (any Error)?

    package init(_ code: Code, _ description: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.description = description
        self.underlyingError = underlyingError
    }
}

extension MockServerError {
    /// The port is taken or not allowed, or the address is not of this machine.
    static func cannotListen(_ configuration: MockServerConfiguration, _ error: any Error) -> MockServerError {
        let place = "\(configuration.host), port \(configuration.port)"
        let advice = advice(configuration, error)
        return MockServerError(.listening, "cannot listen on \(place): \(error)\(advice)", underlyingError: error)
    }

    private static func advice(_ configuration: MockServerConfiguration, _ error: any Error) -> String {
        if let error = error as? UVError, error.isAddressNotAvailable {
            let addresses = NetworkInterfaces.addresses.joined(separator: ", ")
            return "; --bind accepts the addresses of this machine: \(addresses), or 0.0.0.0 and :: for all of them"
        }
        return configuration.port == 0 ? "" : "; another port is chosen with --port, and --port 0 takes a free one"
    }
}
