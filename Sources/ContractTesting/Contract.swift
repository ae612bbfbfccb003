import Contracts
import MockServing
import Scenarios

/// The contract of one scenario, or of one variant of a scenario with a matrix: what one test judges a client by.
///
/// A value of `@Test(arguments:)`; its description is the name that `hypermock verify --only` takes.
public struct Contract: Sendable, CustomStringConvertible {
    /// What a client can tell; the checks of everything else are left out.
    public enum Aspect: String, Sendable, CaseIterable {
        case challenges, retryAfter, relations, model, embedded, location, lastModified, notices, kind, follow
    }

    private let item: Selection.Item

    /// The scenario's title.
    public var title: String { item.scenario.title }
    /// The scenario's tags.
    public var tags: [String] { item.scenario.tags }
    /// The file that the contract stands in, as the path was given.
    public var filePath: String { item.scenario.file }

    /// `slug`, or `slug[GET,409]` with a matrix.
    public var description: String { item.name }

    /// Reads the contracts of the scenario files under the paths, in the order of the files.
    ///
    /// - Parameter paths: Files and folders; relative ones start from the working directory, which for `swift test` is the
    ///   package.
    /// - Returns: At least one contract; of a scenario with a matrix one for each variant. Contracts of which every step
    ///   needs an OAuth session are left out: a session is more than a ``ContractClient`` has.
    /// - Throws: ``ContractError`` when a file is wrong, with every problem of every file, or when there is no contract.
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

    /// Judges a client, at a mock server of its own in this process, and gives everything that does not hold.
    ///
    /// - Parameters:
    ///   - client: Used for this contract alone.
    ///   - aspects: What the client can tell; the class of the answer and its status are always judged.
    /// - Returns: Nothing when the contract holds.
    /// - Throws: ``ContractError`` when nothing could be judged: the server does not start, or every step is left out.
    public func failures(
        of client: some ContractClient,
        judging aspects: Set<Aspect> = Set(Aspect.allCases)
    ) async throws -> [ContractFailure] {
        let report = try await report(of: client, aspects)
        guard report.status != .skipped else {
            throw ContractError(description: "\(self): every step was left out, so nothing was judged")
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
            throw ContractError(description: "the mock server does not start: \(error)")
        }
        let capabilities = Set(aspects.compactMap { Capability(rawValue: $0.rawValue) }).union([.outcome])
        let kind = DriverKind("client", capabilities: capabilities) { ContractDriver(client: client) }
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

/// Why nothing was judged.
public struct ContractError: Error, Sendable, CustomStringConvertible {
    /// What is wrong; for scenario files every problem with its file, line and column.
    public let description: String
}

/// The client of a test as the runner sees it.
private struct ContractDriver: Driver {
    let client: any ContractClient

    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        do {
            try await client.perform(ContractCall(call)) { report($0.reported) }
        } catch {
            throw DriverFailure("the client has thrown: \(error)")
        }
    }
}

/// Something that a contract expects and that does not hold, with its place in the scenario file.
///
/// The four parts of the place are what an issue of Swift Testing is recorded with.
public struct ContractFailure: Error, Sendable, CustomStringConvertible {
    /// The contract, the step, what was expected, what came, and what went over the wire, without secrets.
    public let description: String
    /// The key of `expect`: `outcome`, `retryAfter`; or what holds for a whole contract: `exactlyOnce`, `unmatched`,
    /// `times`.
    public let key: String
    /// The folder and the name of the file, as an issue wants them.
    public let fileID: String
    /// The file, as the path was given.
    public let filePath: String
    /// From 1.
    public let line: Int
    /// From 1.
    public let column: Int
}

extension ContractFailure {
    /// Nil when the check has not failed.
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
