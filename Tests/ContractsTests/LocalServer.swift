import ContractTesting
import Contracts
import Documents
import MockServing
import Scenarios
import Testing

/// A mock server in this process for the contracts of a text.
enum LocalServer {
    /// Runs the contract of a scenario that is written in YAML.
    static func report(
        of yaml: String,
        clients: [DriverKind] = [HALClientDriver.kind(.async)],
        options: ContractRunner.Options = ContractRunner.Options()
    ) async throws -> RunReport {
        let scenario = try scenario(yaml)
        let server = try await MockServer.start(loaded: [scenario], configuration: MockServerConfiguration())
        let items = Selection().items(of: [scenario])
        let local = LocalContractServer(server)
        let report = try await ContractRunner(items, clients: clients, server: local, options: options).run()
        await server.stop()
        return report
    }

    static func scenario(_ yaml: String, file: String = "test.yaml") throws -> Scenario {
        let read = ScenarioReader.read(Array(yaml.utf8), path: file)
        #expect(read.issues.filter { $0.severity == .error }.isEmpty, "\(read.issues)")
        return try #require(read.scenario)
    }
}

extension RunReport {
    /// `name: expected | actual` of every check that has failed.
    var failures: [String] {
        cases.flatMap(\.allChecks).compactMap { check in
            guard case .failed(let expected, let actual) = check.verdict else { return nil }
            return "\(check.name): \(expected) | \(actual)"
        }
    }
}
