package import Contracts
import HTTPTypes
package import MockServing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A mock server in this process, for the contract runner.
package struct LocalContractServer: ContractServer {
    private let server: MockServer

    package init(_ server: MockServer) {
        self.server = server
    }

    package func openSandbox(slug: String, values: [String]) async throws -> any ContractSandbox {
        LocalContractSandbox(server.sandbox(of: slug, values: values))
    }
}

private struct LocalContractSandbox: ContractSandbox {
    let baseURL: String
    private let sandbox: Sandbox
    /// The path of the sandbox, with which all targets begin.
    private let prefix: String

    init(_ sandbox: Sandbox) {
        self.sandbox = sandbox
        baseURL = sandbox.baseURL.absoluteString
        // The part after `http://` and the authority.
        prefix = String(baseURL.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
    }

    func requests() async throws -> [ReceivedRequest] {
        try await sandbox.requests().map { request in
            ReceivedRequest(
                method: request.method,
                target: local(request.target),
                fields: Array(request.headerFields),
                body: request.body,
                wasMatched: request.wasMatched,
                status: request.status,
                receivedAt: request.receivedAt
            )
        }
    }

    /// Returns the target without the path of the sandbox; a target in absolute form keeps its authority.
    private func local(_ target: String) -> String {
        guard let address = target.firstRange(of: prefix) else { return target }
        return String(target[..<address.lowerBound] + target[address.upperBound...])
    }

    func usage() async throws -> [InteractionUsage] {
        try await sandbox.usage().map { InteractionUsage(location: $0.location, served: $0.served) }
    }
}
