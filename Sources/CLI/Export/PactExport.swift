import ContractTesting
import Contracts
import Documents
import HAL
import MockServing
import Recordings
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The interactions of a Pact: one for each step of the contracts.
///
/// The contracts are run once with this package's client, and each request that the server received is then repeated in
/// the form in which the verifier of Pact sends it: an interaction is exported if its response is the one of the step.
struct PactExport {
    /// The outcome for one step.
    typealias Exported = Result<PactInteraction, Skip>

    /// Why a step is left out.
    struct Skip: Error {
        let reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }

    private let options: PactOptions
    private let version: PactVersion

    init(_ options: PactOptions) {
        self.options = options
        version = PactVersion(rawValue: options.specification) ?? .four
    }

    /// - Throws: `CommandFailure` if the contracts cannot be run.
    func content(of scenarios: [Scenario]) async throws -> ExportedContent {
        let all = Selection().items(of: scenarios)
        let items = all.filter { $0.variant.tls == nil }
        var content = ExportedContent(text: nil, facts: "")
        for _ in all.filter({ $0.variant.tls != nil }).flatMap(\.variant.contract) {
            content.skipped.add("its TLS handshake fails")
        }
        var interactions: [PactInteraction] = []
        do {
            for step in try await steps(of: items, scenarios) {
                switch step {
                case .success(let interaction): interactions.append(interaction)
                case .failure(let skip): content.skipped.add(skip.reason)
                }
            }
        } catch let error as MockServerError {
            throw CommandFailure(.infrastructure, "hypermock: export: \(error.description)")
        } catch let error as RunAborted {
            throw CommandFailure(.infrastructure, "hypermock: export: \(error.cause)")
        }
        guard !interactions.isEmpty else { return content }
        content.facts = IssueReport.count(interactions.count, "interaction")
        content.text =
            PactDocument(
                consumer: options.consumer,
                provider: options.provider,
                version: version,
                interactions: interactions
            )
            .text
        return content
    }

    private func steps(of items: [Selection.Item], _ scenarios: [Scenario]) async throws -> [Exported] {
        guard !items.isEmpty else { return [] }
        let slugs = Set(items.map(\.scenario.slug))
        let served = scenarios.filter { slugs.contains($0.slug) }
        let server = try await LocalContractServer.start(
            served,
            over: .http,
            configuration: VerifyServers.configuration
        )
        let result: Result<[Exported], any Error>
        do {
            result = .success(try await steps(of: items, server))
        } catch {
            result = .failure(error)
        }
        await server.server.stop()
        return try result.get()
    }

    private func steps(of items: [Selection.Item], _ server: LocalContractServer) async throws -> [Exported] {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        try OpenFiles.prepareVerifying(cores: cores, servers: 1)
        var options = ContractRunner.Options()
        options.jobs = max(8 * cores, 16)
        options.keepsExchanges = true
        // A busy machine may miss a time limit.
        options.retries = 2
        let clients = VerifyClients([.async], with: [], .standard)
        let report = try await ContractRunner(items, clients: clients.kinds, server: server, options: options).run()
        let runs = Dictionary(report.variants.map { ($0.name, $0) }) { first, _ in first }
        var steps: [Exported] = []
        for item in items {
            let reports = runs[item.name]?.cases.first?.steps ?? []
            let variant = PactVariant(item: item, version: version, server: server.server)
            steps += try await variant.steps(reports)
        }
        return steps
    }
}
