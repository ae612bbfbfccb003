import Foundation
import Support
import TLS
import Testing

@testable import MockServing

@Suite("Scenarios with a fault of TLS have an HTTPS port of their own")
struct ScenarioPortsTests {
    private static func yaml(_ tls: String, matrix: String = "") -> String {
        """
        scenario: TLS
        \(matrix)
        tls: \(tls)
        interactions: [{ request: { url: /station }, response: { jsonBody: { a: 1 } } }]
        """
    }

    private func port(_ url: URL) throws -> Int { try #require(url.port) }

    @Test("The sandbox of each variant is below the port of its fault, without HTTPS elsewhere")
    func opensPorts() async throws {
        let folder = try ScenarioFolder([
            "a.yaml": Self.yaml("{ certificate: '${kind}' }", matrix: "matrix: { kind: [expired, selfSigned] }"),
            "b.yaml": "scenario: plain\ninteractions: [{ response: { status: 204 } }]",
        ])
        try await withServer(scenarios: [folder.path]) { server in
            #expect(server.secureURL == nil && server.baseURL.scheme == "http")
            #expect(server.sandbox(of: "b").baseURL.absoluteString.hasPrefix(server.baseURL.absoluteString + "/~b@"))
            for (kind, code) in [("expired", 10), ("selfSigned", 18)] {
                let sandbox = server.sandbox(of: "a", values: [kind])
                let port = try port(sandbox.baseURL)
                #expect(sandbox.baseURL.absoluteString.hasPrefix("https://127.0.0.1:\(port)/~a:\(kind)@"))
                let careful = try await SecureClient(port: port, trusting: server.certificateAuthority)
                #expect(careful.session.verification == code)
                let careless = try await SecureClient(port: port, trusting: nil)
                let text = try await careless.get(sandbox.baseURL.path() + "/station")
                #expect(text.hasSuffix(#"{"a":1}"#), "\(text)")
                #expect(try await sandbox.requests().map(\.scheme) == ["https"])
            }
            #expect(server.sandbox(of: "a", values: ["wrongHost"]).baseURL.scheme == "http", "there is no such variant")
        }
    }

    @Test("A file that gets `tls` later gets a port, if HTTPS is on")
    func followsReloads() async throws {
        let folder = try ScenarioFolder(["a.yaml": Self.yaml("{ fault: reset }")])
        try await withServer(scenarios: [folder.path]) { server in
            try folder.write("b.yaml", Self.yaml("{ clientCertificate: requested }"))
            try await server.reload(scenarios: [folder.path])
            let sandbox = server.sandbox(of: "b")
            let client = try await SecureClient(port: port(sandbox.baseURL), trusting: server.certificateAuthority)
            #expect(try await client.get(sandbox.baseURL.path() + "/station").hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(server.faultAddresses == [.reset: ["/~a"], .clientCertificateRequested: ["/~b"]])
        }
    }

    @Test("Without HTTPS, a server that does not imply it serves such a scenario on its port")
    func needsHTTPS() async throws {
        let folder = try ScenarioFolder(["a.yaml": Self.yaml("{ certificate: expired }")])
        var configuration = MockServerConfiguration()
        configuration.impliesHTTPS = false
        try await withServer(scenarios: [folder.path], configuration: configuration) { server in
            #expect(server.certificateAuthority == nil && server.listeners.faults.isEmpty)
            #expect(server.sandbox(of: "a").baseURL.scheme == "http")
            let response = try await server.send("GET", "/~a/station")
            #expect(response.text.contains(#""a":1"#))
        }
    }

    @Test("The admin API lists the ports of faults")
    func listsPorts() async throws {
        let folder = try ScenarioFolder(["a.yaml": Self.yaml("{ certificate: expired }")])
        try await withServer(scenarios: [folder.path]) { server in
            let port = try await server.secureURL(fault: .expired).port ?? 0
            let text = try await server.send("GET", "/__admin/https").text.filter { !$0.isWhitespace }
            #expect(text == #"{"ports":{"expired":\#(port)}}"#)
        }
    }

    @Test(
        "A body that `truncated` breaks ends without the end of the session, one that `close` breaks with it",
        arguments: [("truncated", SecureClient.Ending.socket(.closed)), ("close", .closed)]
    )
    func truncates(_ effect: String, _ ending: SecureClient.Ending) async throws {
        let folder = try ScenarioFolder([
            "a.yaml": """
            scenario: Truncated
            interactions: [{ response: { body: hello, fault: { effect: \(effect), after: 2 } } }]
            """
        ])
        var configuration = MockServerConfiguration()
        configuration.https = HTTPSConfiguration()
        try await withServer(scenarios: [folder.path], configuration: configuration) { server in
            let client = try await SecureClient(port: server.port, trusting: server.certificateAuthority)
            #expect(try await client.get("/").hasSuffix("\r\n\r\nhe"))
            #expect(client.ending == ending)
        }
    }
}
