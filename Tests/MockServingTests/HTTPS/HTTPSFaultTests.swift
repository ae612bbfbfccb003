import Foundation
import MockServing
import Support
import TLS
import Testing

@Suite("Faults of HTTPS")
struct HTTPSFaultTests {
    /// The effect on a client that trusts the server's authority.
    enum Effect: Equatable {
        /// The client rejects the certificate; OpenSSL's `X509_V_ERR_…`.
        case rejects(Int)
        /// The handshake ends with an error whose reason has this text.
        case fails(String)
        /// The socket ends in the handshake, or nothing more arrives.
        case ends(RawClient.Ending)
        /// The handshake succeeds, and the request fails with this text in the reason.
        case failsLater(String)
        /// The socket ends before the end of the response.
        case truncates
        /// The response is complete.
        case responds
    }

    private static let effects: [(HTTPSFault, Effect)] = [
        (.expired, .rejects(10)), (.notYetValid, .rejects(9)), (.wrongHost, .rejects(62)), (.selfSigned, .rejects(18)),
        (.untrustedCA, .rejects(20)), (.oldProtocol, .fails("protocol version")),
        (.clientCertificateRequired, .failsLater("certificate required")), (.stall, .ends(.timedOut)),
        (.reset, .ends(.reset)), (.close, .ends(.closed)), (.handshakeFailure, .fails("handshake failure")),
        (.unrecognizedName, .fails("unrecognized name")), (.plain, .fails("wrong version number")),
        (.garbage, .fails("wrong version number")), (.truncated, .truncates),
        (.clientCertificateRequested, .responds),
    ]

    private static var configuration: MockServerConfiguration {
        var configuration = MockServerConfiguration()
        configuration.https = HTTPSConfiguration()
        return configuration
    }

    @Test("The table has every fault")
    func listsFaults() {
        #expect(Set(Self.effects.map(\.0)) == Set(HTTPSFault.all))
    }

    private func check(_ effect: Effect, port: Int, _ server: MockServer, serverName: String) async throws {
        let timeout = effect == .ends(.timedOut) ? 300 : 30_000
        let client = try await SecureClient(
            port: port,
            trusting: server.certificateAuthority,
            serverName: serverName,
            timeout: timeout
        )
        switch effect {
        case .rejects(let code): #expect(client.session.verification == code)
        case .fails(let reason): #expect("\(String(describing: client.ending))".contains(reason))
        case .ends(let ending): #expect(client.ending == .socket(ending))
        case .failsLater(let reason):
            #expect(client.session.isEstablished)
            #expect(try await client.get("/__admin/health").isEmpty)
            #expect("\(String(describing: client.ending))".contains(reason))
        case .responds: #expect(try await client.get("/__admin/health").hasSuffix("}\n"))
        case .truncates:
            let text = try await client.get("/__admin/health")
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.contains("healthy") && !text.hasSuffix("}\n"))
            #expect(client.ending == .socket(.closed))
        }
    }

    @Test("A port of its own has the fault", arguments: effects)
    private func hasPort(fault: HTTPSFault, effect: Effect) async throws {
        try await withServer(configuration: Self.configuration) { server in
            let url = try await server.secureURL(fault: fault)
            #expect(try await server.secureURL(fault: fault) == url)
            try await check(effect, port: try #require(url.port), server, serverName: "localhost")
            let healthy = try await SecureClient(port: server.port, trusting: server.certificateAuthority)
            #expect(try await healthy.get("/__admin/health").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("The first label of the server name chooses the fault", arguments: effects)
    private func hasServerName(fault: HTTPSFault, effect: Effect) async throws {
        try await withServer(configuration: Self.configuration) { server in
            let name = fault.description.replacing("_", with: "-") + ".localhost"
            try await check(effect, port: server.port, server, serverName: name)
        }
    }

    @Test("The next handshakes have the fault that the admin API sets", arguments: effects)
    private func isNext(fault: HTTPSFault, effect: Effect) async throws {
        try await withServer(configuration: Self.configuration) { server in
            let body = #"{"fault": "\#(fault)", "times": 2}"#
            #expect(try await server.send("PUT", "/__admin/https", body: body).status == 200)
            let text = try await server.send("GET", "/__admin/https").text.filter { !$0.isWhitespace }
            #expect(text.hasPrefix(#"{"fault":"\#(fault)","times":2,"ports":{"#))
            try await check(effect, port: server.port, server, serverName: "localhost")
            try await check(effect, port: server.port, server, serverName: "localhost")
            try await expectHealthy(server)
            #expect(try await server.send("PUT", "/__admin/https", body: body).status == 200)
            #expect(try await server.send("DELETE", "/__admin/https").status == 200)
            try await expectHealthy(server)
        }
    }

    private func expectHealthy(_ server: MockServer) async throws {
        let client = try await SecureClient(port: server.port, trusting: server.certificateAuthority)
        #expect(try await client.get("/__admin/health").hasPrefix("HTTP/1.1 200"))
    }

    @Test(
        "The admin API refuses what is not a fault",
        arguments: [#"{}"#, #"{"fault": "none"}"#, #"{"fault": "reset", "times": 0}"#, #"{"fault": "reset", "x": 1}"#]
    )
    func refuses(body: String) async throws {
        try await withServer(configuration: Self.configuration) { server in
            let response = try await server.send("PUT", "/__admin/https", body: body)
            #expect(response.status == 422)
        }
    }

    @Test("Without HTTPS there is no port with a fault")
    func needsHTTPS() async throws {
        var configuration = MockServerConfiguration()
        configuration.impliesHTTPS = false
        try await withServer(configuration: configuration) { server in
            let error = await #expect(throws: MockServerError.self) { try await server.secureURL(fault: .expired) }
            #expect(error?.code == .certificates)
        }
    }
}
