import Contracts
import Documents
import MockServing
import Scenarios

/// The contract of one scenario, or of one variant of a scenario with a matrix, for one test of a client.
///
/// Use contracts as `@Test(arguments:)`; the description is the name for `hypermock verify --only`.
public struct Contract: Sendable, CustomStringConvertible {
    private let item: Selection.Item

    /// The scenario's title.
    public var title: String { item.scenario.title }
    /// The scenario's tags.
    public var tags: [String] { item.scenario.tags }
    /// The path of the scenario file, as given.
    public var filePath: String { item.scenario.file }

    /// `slug`, or `slug[GET,409]` with a matrix.
    public var description: String { item.name }

    /// Reads the contracts of the scenario files under the paths, in the order of the files.
    ///
    /// - Parameter paths: Files and folders. Relative paths start from the working directory, which for `swift test` is the
    ///   package.
    /// - Returns: At least one contract; one for each variant of a scenario with a matrix. Contracts in which every step
    ///   needs an OAuth session are omitted, since a ``ContractClient`` has no sessions.
    /// - Throws: ``ContractError`` when a file is invalid, with all problems of all files, or when there is no contract.
    public static func all(in paths: String...) throws -> [Contract] {
        let result = ScenarioLoader.load(paths: paths, strict: false)
        guard !result.hasErrors else {
            throw ContractError(description: result.issues.map(\.description).joined(separator: "\n"))
        }
        let contracts = Selection().items(of: result.scenarios).filter { !$0.needsSession }.map(Contract.init)
        guard !contracts.isEmpty else {
            throw ContractError(description: "no scenario under \(paths.joined(separator: ", ")) has a contract")
        }
        return contracts
    }

    /// Judges a client with a new mock server in this process.
    ///
    /// - Parameters:
    ///   - client: The client, which must be new for each contract.
    ///   - aspects: The aspects that the client can report; the class of the outcome and the status are always judged.
    /// - Returns: The failures; empty if the client meets the contract.
    /// - Throws: ``ContractError`` when nothing could be judged: the server does not start, or every step is skipped.
    public func failures(
        of client: some ContractClient,
        judging aspects: Set<Aspect> = Set(Aspect.allCases)
    ) async throws -> [ContractFailure] {
        let report = try await report(of: client, aspects)
        guard report.status != .skipped else {
            throw ContractError(description: "\(self): every step was skipped, so nothing was judged")
        }
        return report.cases.flatMap { run in
            run.steps.flatMap { step in step.checks.compactMap { ContractFailure($0, in: self, step) } }
                + run.checks.compactMap { ContractFailure($0, in: self) }
        }
    }

    private func report(of client: some ContractClient, _ aspects: Set<Aspect>) async throws -> RunReport {
        var scenario = item.scenario
        scenario.variants = [item.variant]
        let server: MockServer
        do {
            server = try await MockServer.start(loaded: [scenario], configuration: MockServerConfiguration())
        } catch {
            throw ContractError(description: "the mock server cannot start: \(error)")
        }
        let capabilities = Capabilities(aspects.compactMap { Capability(named: $0.rawValue) } + [.outcome, .https])
        let kind = DriverKind("client", capabilities: capabilities) { _ in
            ContractDriver(client: client, certificateAuthority: server.certificateAuthority)
        }
        let runner = ContractRunner([item], clients: [kind], server: LocalContractServer(server))
        do {
            let report = try await runner.run()
            await server.stop()
            return report
        } catch {
            await server.stop()
            throw ContractError(description: "\(self) could not be run: \(error)")
        }
    }
}

extension Selection.Item {
    fileprivate var needsSession: Bool {
        variant.contract.allSatisfy {
            if case .oauth? = $0.request.authorization { true } else { false }
        }
    }
}

/// The reason why nothing was judged.
public struct ContractError: Error, Sendable, CustomStringConvertible {
    /// The reason; for scenario files, all problems with their file, line and column.
    public let description: String
}

/// Drives the client of a test.
private struct ContractDriver: Driver {
    let client: any ContractClient
    let certificateAuthority: String?

    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        do {
            let call = ContractCall(call, certificateAuthority: certificateAuthority)
            try await client.perform(call) { report($0.reported) }
        } catch {
            throw DriverFailure("the client threw: \(error)")
        }
    }
}

/// An expectation of a contract that the client does not meet, with its place in the scenario file.
///
/// The place has the four parts of a `SourceLocation` of Swift Testing.
public struct ContractFailure: Error, Sendable, CustomStringConvertible {
    /// The contract, the step, the expected and the actual value, and the exchange, without secrets.
    public let description: String
    /// The key of `expect`, such as `retryAfter`, or a check of the whole contract: `exactlyOnce`, `unmatched`, `times`,
    /// `late`.
    public let key: String
    /// The folder and the name of the file, as in a `SourceLocation`.
    public let fileID: String
    /// The path of the file, as given.
    public let filePath: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int
}

extension ContractFailure {
    /// Creates a failure; nil unless the check failed.
    init?(_ check: CheckReport, in contract: Contract, _ step: StepReport? = nil) {
        guard case .failed(let expected, let actual) = check.verdict else { return nil }
        let place = check.location
        let names = place.file.split(separator: "/").suffix(2)
        let subject = ["\(contract)", step?.name, check.name].compactMap { $0 }.joined(separator: ": ")
        let exchange = step.map { "\n\($0.exchange)" } ?? ""
        description = "\(subject)\n  expected  \(expected)\n  actual    \(actual)\(exchange)"
        key = check.name
        fileID = names.count == 2 ? names.joined(separator: "/") : "Scenarios/\(place.file)"
        filePath = place.file
        line = max(place.line, 1)
        column = max(place.column, 1)
    }
}
