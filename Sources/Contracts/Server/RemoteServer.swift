import HAL
import HALClient
import HTTPTypes
package import Scenarios
import URITemplates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A mock server that runs elsewhere, seen through its admin API.
package struct RemoteServer: ContractServer {
    /// Why a server cannot be used, and what to do about it.
    package struct Problem: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Of the server's root, without a slash at its end.
    private let url: String
    private let admin: RemoteAdmin
    /// The interactions of each scenario, told by their places in the files on this side.
    private let interactions: [String: Set<SourceLocation>]

    /// Makes it known without asking it anything; a token is for one that was started with `--admin token`.
    package init(url: String, adminToken: String?, scenarios: [Scenario]) {
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        admin = RemoteAdmin(token: adminToken)
        interactions = Dictionary(
            scenarios.map { ($0.slug, Set($0.variants.flatMap(\.interactions).map(\.location))) }
        ) { first, _ in first }
    }

    /// Asks whether the server is a Hypermock that serves what is going to be run.
    ///
    /// - Throws: ``Problem`` when it cannot be reached, is something else, or lacks a scenario.
    package func check(_ items: [Selection.Item]) async throws(Problem) {
        let health = try await admin.get("\(url)/__admin/health")
        guard health?["message"]?.string?.lowercased().contains("hypermock") == true else {
            throw Problem(description: "\(url) is no Hypermock, or its admin API is off")
        }
        var missing: [String] = []
        var checked: Set<String> = []
        for item in items where checked.insert(item.scenario.slug).inserted {
            let address = try address(of: item.scenario.slug, item.variant.values, token: nil)
            guard let journal = try await admin.get("\(address)/__admin/requests?limit=0") else {
                missing.append(item.scenario.slug)
                continue
            }
            guard journal["requestJournalDisabled"]?.bool != true else {
                throw Problem(description: "\(url) keeps no journal, which tells what was received: --journal-entries")
            }
        }
        guard missing.isEmpty else {
            throw Problem(description: "\(url) does not serve \(missing.listed); it must serve the same scenario files")
        }
    }

    package func openSandbox(slug: String, values: [String]) async throws -> any ContractSandbox {
        let token = UUID().uuidString.lowercased()
        let baseURL = try address(of: slug, values, token: token)
        return RemoteSandbox(baseURL: baseURL, admin: admin, interactions: interactions[slug] ?? [])
    }

    private func address(of slug: String, _ values: [String], token: String?) throws(Problem) -> String {
        do {
            let name = try ([slug] + values).map { try URITemplate("{part}").expand(["part": .string($0)]) }
            return "\(url)/~\(name.joined(separator: ":"))\(token.map { "@\($0)" } ?? "")"
        } catch {
            throw Problem(description: "\(slug) is no name for an address: \(error)")
        }
    }
}
