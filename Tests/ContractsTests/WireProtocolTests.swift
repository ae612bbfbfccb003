import ContractTesting
import Contracts
import Foundation
import HAL
import HALClient
import MockServing
import Scenarios
import Testing

/// Contracts over TLS and HTTP/2.
struct WireProtocolTests {
    private static let yaml = """
        scenario: HTTP/1.1 by hand
        interactions:
          - request: { urlPath: /raw }
            response: { raw: "HTTP/1.1 204 No Content\\n\\n" }
          - request: { urlPath: /chunked }
            response: { jsonBody: { a: 1 }, transferEncoding: chunked }
        contract:
          - { step: raw, request: { url: /raw }, expect: { outcome: success, status: 204 } }
          - step: chunked
            request: { url: /chunked }
            expect: { outcome: success, model: { a: 1 }, headers: { Transfer-Encoding: chunked } }
        """

    @Test(arguments: WireProtocol.allCases.filter { $0 != .h2c })
    func whatOnlyHTTP1CanTransferIsSkippedAndCounted(wire: WireProtocol) async throws {
        let scenario = try LocalServer.scenario(Self.yaml)
        let configuration = MockServerConfiguration()
        let server = try await LocalContractServer.start([scenario], over: wire, configuration: configuration)
        let connections = try ClientConnections(server.server)
        let report = try await ContractRunner(
            Selection().items(of: [scenario]),
            clients: [HALClientDriver.kind(.async, with: nil, connections)],
            servers: [server]
        ).run()
        await server.server.stop()
        #expect(report.failures == [])
        let steps = report.cases.flatMap(\.steps)
        let reasons = [steps[0].skipReason] + steps[1].checks.filter { $0.name == "headers" }.map(\.skipReason)
        let text = ConsoleReporter(report).text
        if wire == .h2 {
            #expect(reasons.compactMap { $0?.contains("HTTP/2") } == [true, true])
            #expect(text.contains("1 step: the response is raw bytes of HTTP/1.1, which HTTP/2 cannot transfer"))
            #expect(text.contains("1 check: a header of HTTP/1.1 connections, which HTTP/2 does not have"))
        } else {
            #expect(reasons == [nil, nil])
            #expect(!text.contains("not judged"))
        }
    }

    @Test func aClientThatUsesAnotherProtocolFails() async throws {
        let scenario = try LocalServer.scenario(Self.yaml)
        let server = try await MockServer.start(loaded: [scenario], configuration: MockServerConfiguration())
        let report = try await ContractRunner(
            Selection().items(of: [scenario]),
            clients: [HALClientDriver.kind(.async)],
            servers: [WireProtocol.https, .h2].map { LocalContractServer(server, over: $0) }
        ).run()
        await server.stop()
        let raw = "GET /raw HTTP/1.1 over http\nGET /chunked HTTP/1.1 over http"
        #expect(
            report.failures == [
                "over: every request is sent in HTTP/1.1 over TLS | \(raw)",
                "over: every request is sent in HTTP/2 over TLS | \(raw)",
            ]
        )
        #expect(report.cases.map(\.label) == ["async over https", "async over h2"])
    }

    @Test func aClientWithoutTheProtocolIsSkippedAndCounted() async throws {
        let scenario = try LocalServer.scenario(Self.yaml)
        let server = try await MockServer.start(loaded: [scenario], configuration: MockServerConfiguration())
        var kind = HALClientDriver.kind(.async)
        kind.capabilities.subtract([.https, .h2])
        let report = try await ContractRunner(
            Selection().items(of: [scenario]),
            clients: [kind],
            servers: [WireProtocol.http, .h2].map { LocalContractServer(server, over: $0) }
        ).run()
        await server.stop()
        #expect(report.cases.map(\.status) == [.passed, .skipped])
        #expect(ConsoleReporter(report).text.contains("  async does not declare h2 (2 steps)\n"))
    }

    static let flaws: [(mutant: String, fault: HTTPSFault)] = [
        ("expired-certificate-accepted", .expired), ("early-certificate-accepted", .notYetValid),
        ("other-host-accepted", .wrongHost), ("self-signed-accepted", .selfSigned),
        ("unknown-authority-accepted", .untrustedCA),
    ]

    @Test(arguments: flaws)
    func aMutantAcceptsItsFlawAlone(mutant: String, fault: HTTPSFault) async throws {
        let scenario = try LocalServer.scenario(
            """
            scenario: One response
            interactions: [{ response: { status: 204 } }]
            """
        )
        var configuration = MockServerConfiguration()
        configuration.https = HTTPSConfiguration()
        let server = try await MockServer.start(loaded: [scenario], configuration: configuration)
        let connections = try ClientConnections(server)
        let broken = try #require(Mutant.certificateFaults.first { $0.name == mutant })
        for (_, other) in Self.flaws {
            let url = try await server.secureURL(fault: other).absoluteString
            let outcomes = try await broken.kind(.async, connections).outcomes(of: url)
            #expect(outcomes == [other == fault ? .success : .connectionFailure], "\(other)")
            let correct = HALClientDriver.kind(.async, with: nil, connections)
            #expect(try await correct.outcomes(of: url) == [.connectionFailure])
        }
        await server.stop()
    }
}

extension ClientConnections {
    /// Trusts the server's authority, if it has one.
    fileprivate init(_ server: MockServer) throws {
        guard let pem = server.certificateAuthority else {
            self = .standard
            return
        }
        try self.init(trusting: pem)
    }
}

extension DriverKind {
    /// The outcomes of one call.
    fileprivate func outcomes(of url: String) async throws -> [OutcomeKind] {
        let reports = Locked<[OutcomeKind]>([])
        let call = DriverCall(id: 1, target: .url(url), request: StepRequest(to: .url(url)))
        try await make(CaseConnections()).perform(call) { outcome in reports.withLock { $0.append(outcome.outcome) } }
        return reports.withLock { $0 }
    }
}
