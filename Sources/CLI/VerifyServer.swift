import Contracts
import HTTPTypes
import MockServing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The mock server of this process as the runner sees it.
struct VerifyServer: ContractServer {
    let server: MockServer

    func openSandbox(slug: String, values: [String]) async throws -> any ContractSandbox {
        VerifySandbox(server.sandbox(of: slug, values: values))
    }
}

private struct VerifySandbox: ContractSandbox {
    let baseURL: String
    private let sandbox: Sandbox
    /// What all targets begin with.
    private let prefix: String

    init(_ sandbox: Sandbox) {
        self.sandbox = sandbox
        baseURL = sandbox.baseURL.absoluteString
        prefix = sandbox.baseURL.path(percentEncoded: true)
    }

    func requests() async throws -> [ReceivedRequest] {
        try await sandbox.requests().map { request in
            ReceivedRequest(
                method: request.method,
                target: request.target.hasPrefix(prefix)
                    ? String(request.target.dropFirst(prefix.count)) : request.target,
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
