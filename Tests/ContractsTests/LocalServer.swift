import Contracts
import Foundation
import HTTPTypes
import MockServing
import Scenarios
import Testing

/// A mock server in this process for the contracts of a text.
struct LocalServer: ContractServer {
    let server: MockServer

    /// Runs the contract of a scenario that is written in YAML.
    static func report(
        of yaml: String,
        clients: [DriverKind] = [HALClientDriver.kind(.async)],
        options: ContractRunner.Options = ContractRunner.Options()
    ) async throws -> RunReport {
        let scenario = try scenario(yaml)
        let server = try await MockServer.start(loaded: [scenario], configuration: MockServerConfiguration())
        let items = Selection().items(of: [scenario])
        let local = LocalServer(server: server)
        let report = try await ContractRunner(items, clients: clients, server: local, options: options).run()
        await server.stop()
        return report
    }

    static func scenario(_ yaml: String, file: String = "test.yaml") throws -> Scenario {
        let read = ScenarioReader.read(Array(yaml.utf8), path: file)
        #expect(read.issues.filter { $0.severity == .error }.isEmpty, "\(read.issues)")
        return try #require(read.scenario)
    }

    func openSandbox(slug: String, values: [String]) async throws -> any ContractSandbox {
        LocalSandbox(sandbox: server.sandbox(of: slug, values: values))
    }
}

private struct LocalSandbox: ContractSandbox {
    let sandbox: Sandbox

    var baseURL: String { sandbox.baseURL.absoluteString }

    func requests() async throws -> [ReceivedRequest] {
        let prefix = sandbox.baseURL.path
        return try await sandbox.requests().map { request in
            ReceivedRequest(
                method: request.method,
                target: String(request.target.dropFirst(prefix.count)),
                fields: Array(request.headerFields),
                body: request.body,
                wasMatched: request.wasMatched,
                status: request.status
            )
        }
    }

    func usage() async throws -> [InteractionUsage] {
        try await sandbox.usage().map { InteractionUsage(location: $0.location, served: $0.served) }
    }
}

extension RunReport {
    /// `name: expected | actual` of every check that has failed.
    var failures: [String] {
        cases.flatMap { run in run.steps.flatMap(\.checks) + run.checks }.compactMap { check in
            guard case .failed(let expected, let actual) = check.verdict else { return nil }
            return "\(check.name): \(expected) | \(actual)"
        }
    }
}
