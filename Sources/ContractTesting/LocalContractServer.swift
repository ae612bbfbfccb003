package import Contracts
import HTTPTypes
import Messages
package import MockServing
package import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A mock server in this process, for the contract runner.
package struct LocalContractServer: ContractServer {
    package let wire: WireProtocol?
    package let wireUnderTLS: WireProtocol?
    package let server: MockServer

    /// Uses a server for cases over this protocol; over TLS it may accept others.
    package init(_ server: MockServer, over wire: WireProtocol = .http) {
        self.init(server, over: wire, underTLS: nil)
    }

    private init(_ server: MockServer, over wire: WireProtocol, underTLS wireUnderTLS: WireProtocol?) {
        self.server = server
        self.wire = wire
        self.wireUnderTLS = wireUnderTLS
    }

    /// Starts a server that accepts only this protocol.
    package static func start(
        _ scenarios: [Scenario],
        over wire: WireProtocol,
        configuration: MockServerConfiguration
    ) async throws -> LocalContractServer {
        var configuration = configuration
        configuration.servesHTTP2InTheClear = wire == .h2c
        configuration.servesHTTP2OverTLS = wire == .h2
        if wire.isSecure {
            var https = HTTPSConfiguration()
            https.isOnly = true
            configuration.https = https
        }
        let server = try await MockServer.start(loaded: scenarios, configuration: configuration)
        return LocalContractServer(server, over: wire, underTLS: .https)
    }

    package func openSandbox(slug: String, values: [String]) async throws -> any ContractSandbox {
        LocalContractSandbox(server.sandbox(of: slug, values: values), hasOtherPort: server.otherPort != nil)
    }
}

private struct LocalContractSandbox: ContractSandbox {
    let baseURL: String
    let hasOtherPort: Bool
    private let sandbox: Sandbox
    /// The path of the sandbox, with which all targets begin.
    private let prefix: String

    init(_ sandbox: Sandbox, hasOtherPort: Bool) {
        self.sandbox = sandbox
        self.hasOtherPort = hasOtherPort
        baseURL = sandbox.baseURL.absoluteString
        // The part after `http://` and the authority.
        prefix = String(baseURL.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
    }

    func requests() async throws -> [ReceivedRequest] {
        try await sandbox.requests().map { request in
            var received = ReceivedRequest(
                method: request.method,
                target: local(request.target),
                fields: Array(request.headerFields),
                body: request.body,
                wasMatched: request.wasMatched,
                status: request.status,
                receivedAt: request.receivedAt,
                version: Request.Version(rawValue: request.protocol) ?? .http11,
                scheme: Request.Scheme(rawValue: request.scheme) ?? .http,
                security: request.tls.map { tls in
                    ConnectionSecurity(
                        version: tls.version,
                        cipher: tls.cipher,
                        serverName: tls.serverName,
                        clientSubject: tls.clientSubject
                    )
                }
            )
            received.retry = request.retry.map { retry in
                ReceivedRetry(
                    advisedMilliseconds: Int(retry.advised / .milliseconds(1)),
                    waitedMilliseconds: Int(retry.waited / .milliseconds(1))
                )
            }
            return received
        }
    }

    /// Returns the target without the path of the sandbox; a target in absolute form keeps its authority.
    private func local(_ target: String) -> String {
        if target.hasPrefix(prefix) { return String(Substring(target.utf8.dropFirst(prefix.utf8.count))) }
        guard !target.hasPrefix("/"), let address = target.firstRange(of: prefix) else { return target }
        return String(target[..<address.lowerBound] + target[address.upperBound...])
    }

    func advanceClock(milliseconds: Int) async throws -> Bool {
        try await sandbox.advanceClock(by: .milliseconds(milliseconds))
        return true
    }

    func usage() async throws -> [InteractionUsage] {
        try await sandbox.usage().map { InteractionUsage(location: $0.location, served: $0.served) }
    }
}
