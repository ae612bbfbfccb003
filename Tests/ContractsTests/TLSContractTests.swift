import ContractTesting
import Contracts
import Foundation
import HALClient
import MockServing
import Scenarios
import Testing

#if os(Linux)
    @Suite("Contracts of scenarios with a fault of TLS")
    struct TLSContractTests {
        private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Scenarios/tls").path()

        private static func yaml(_ tls: String, _ expectation: String) -> String {
            """
            scenario: TLS
            tls: \(tls)
            interactions: [{ response: { jsonBody: { a: 1 } } }]
            contract: [{ step: s, request: { url: /station }, expect: { \(expectation) } }]
            """
        }

        /// Runs contracts with a client that trusts the server's authority, or that accepts every certificate.
        private func report(of scenarios: [Scenario], isCareless: Bool = false) async throws -> RunReport {
            let server = try await MockServer.start(loaded: scenarios, configuration: MockServerConfiguration())
            let authority = try #require(server.certificateAuthority)
            let transport = AsyncHTTPClientTransport(
                configuration: TransportConfiguration(
                    trust: try .authorities(pem: authority),
                    allowInvalidCertificates: isCareless
                )
            )
            let client = DriverKind("client") { _ in HALClientDriver(.async, transport: transport) }
            let items = Selection().items(of: scenarios)
            let local = LocalContractServer(server)
            let report = try await ContractRunner(items, clients: [client], server: local).run()
            await server.stop()
            return report
        }

        @Test("The shipped scenarios hold for a client that verifies certificates")
        func shippedScenariosHold() async throws {
            let loaded = ScenarioLoader.load(paths: [Self.folder], strict: true)
            #expect(loaded.issues.isEmpty && loaded.scenarios.count == 10, "\(loaded.issues)")
            let report = try await report(of: loaded.scenarios)
            #expect(report.failures == [])
            #expect(report.status == .passed)
        }

        @Test("A client that accepts a certificate reaches the interaction, and the contract fails")
        func carelessClientsFail() async throws {
            let scenario = try LocalServer.scenario(
                Self.yaml("{ certificate: expired }", "outcome: connectionFailure, kind: tls, reason: expired")
            )
            #expect(try await report(of: [scenario]).failures == [])
            let failures = try await report(of: [scenario], isCareless: true).failures
            #expect(failures.map { $0.prefix { $0 != ":" } } == ["outcome"])
        }

        @Test(
            "The reason, and the session of the received request, are judged",
            arguments: [
                (
                    "{ certificate: expired }", "outcome: connectionFailure, reason: wrongHost",
                    "reason: wrongHost | expired"
                ),
                (
                    "{ clientCertificate: requested }",
                    "outcome: success, received: { scheme: https, protocol: HTTP/2, tls: { sni: { absent: true } } }",
                    nil
                ),
                (
                    "{ clientCertificate: requested }",
                    "outcome: success, received: { tls: { version: { equalTo: TLSv1.1 } } }",
                    "received: tls.version equalTo TLSv1.1 | TLSv1.3"
                ),
            ]
        )
        func judges(_ tls: String, _ expectation: String, _ failure: String?) async throws {
            let report = try await report(of: [LocalServer.scenario(Self.yaml(tls, expectation))])
            #expect(report.failures == [failure].compactMap(\.self))
        }
    }
#endif
