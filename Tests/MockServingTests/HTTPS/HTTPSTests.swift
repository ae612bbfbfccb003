import Foundation
import HTTPServing
import Support
import TLS
import Testing

@testable import MockServing

@Suite("The mock server over HTTPS")
struct HTTPSTests {
    private static var configuration: MockServerConfiguration {
        var configuration = MockServerConfiguration()
        configuration.https = HTTPSConfiguration()
        return configuration
    }

    private static func configuration(_ change: (inout HTTPSConfiguration) -> Void) -> MockServerConfiguration {
        var (configuration, https) = (Self.configuration, HTTPSConfiguration())
        change(&https)
        configuration.https = https
        return configuration
    }

    @Test(
        "A client that trusts the server's authority gets responses under each of the server's names",
        arguments: ["localhost", "127.0.0.1", "::1", "mock.example.com", nil]
    )
    func serves(serverName: String?) async throws {
        try await withServer(configuration: Self.configuration) { server in
            let client = try await SecureClient(
                port: server.port,
                trusting: server.certificateAuthority,
                serverName: serverName
            )
            let response = try await client.get("/__admin/health")
            #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(client.ending == .closed)
            #expect(server.secureURL?.absoluteString == "https://127.0.0.1:\(server.port)")
        }
    }

    @Test("Plain HTTP and HTTPS share the port; each has links with its own scheme")
    func sharesThePort() async throws {
        try await withServer(configuration: Self.configuration) { server in
            let path = "/~fuel-stations/fuelstations/fs291410"
            for _ in 0..<2 {
                let plain = try await server.send("GET", path)
                #expect(plain.text.contains(#""href":"http://127.0.0.1:\#(server.port)/~fuel-stations/"#))
                let client = try await SecureClient(port: server.port, trusting: server.certificateAuthority)
                let secure = try await client.get(path, host: "127.0.0.1:\(server.port)")
                #expect(secure.contains(#""href":"https://127.0.0.1:\#(server.port)/~fuel-stations/"#))
            }
        }
    }

    @Test("Handshakes that wait for their turns succeed, all of them")
    func sharesTurns() async throws {
        var configuration = Self.configuration
        configuration.server.handshakeTurns = TurnLimits(total: 0, share: 0)
        try await withServer(configuration: configuration) { server in
            try await withThrowingTaskGroup(of: String.self) { group in
                for index in 0..<20 {
                    group.addTask {
                        let client = try await SecureClient(
                            port: server.port,
                            trusting: server.certificateAuthority,
                            serverName: "host-\(index).example"
                        )
                        return try await client.get("/__admin/health")
                    }
                }
                for try await response in group { #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n")) }
            }
        }
    }

    @Test("The journal shows the scheme, and what the two sides have agreed on")
    func recordsTLS() async throws {
        try await withServer(configuration: Self.configuration) { server in
            let client = try await SecureClient(port: server.port, trusting: server.certificateAuthority)
            _ = try await client.get("/fuelstations", host: "localhost:\(server.port)")
            _ = try await server.send("GET", "/fuelstations")
            let requests = try await server.requests()
            #expect(requests.map(\.scheme) == ["https", "http"])
            #expect(requests.map(\.protocol) == ["HTTP/1.1", "HTTP/1.1"])
            let tls = try #require(requests[0].tls)
            #expect(tls.version == "TLSv1.3" && tls.serverName == "localhost" && tls.cipher.hasPrefix("TLS_"))
            #expect(tls.clientSubject == nil && requests[1].tls == nil)
            let text = try await server.send("GET", "/__admin/requests").text.filter { $0 != " " && $0 != "\n" }
            #expect(text.contains(#""absoluteUrl":"https://localhost:\#(server.port)/fuelstations""#))
            #expect(text.contains(#""tls":{"version":"TLSv1.3""#))
        }
    }

    @Test("A port for HTTPS only answers plain HTTP with 400, on each of several loops", arguments: [1, 3])
    func hasAPortOfItsOwn(threads: Int) async throws {
        var configuration = Self.configuration {
            $0.sharesPort = false
            $0.port = 0
        }
        configuration.threads = threads
        try await withServer(configuration: configuration) { server in
            let port = try #require(server.secureURL?.port)
            #expect(port != server.port)
            for _ in 0..<8 {
                let client = try await SecureClient(port: port, trusting: server.certificateAuthority)
                #expect(try await client.get("/__admin/health").hasPrefix("HTTP/1.1 200 OK\r\n"))
            }
            let plain = try await RawClient(port: port)
            try await plain.send("GET /__admin/health HTTP/1.1\r\nHost: a\r\n\r\n")
            let refusal = String(decoding: await plain.readToEnd().bytes, as: UTF8.self)
            #expect(refusal.hasPrefix("HTTP/1.1 400 ") && refusal.contains("this port speaks HTTPS"))
            #expect(try await server.send("GET", "/__admin/health").status == 200)
        }
    }

    @Test("Without plain HTTP the base URL is that of HTTPS", arguments: [true, false])
    func isOnly(sharesPort: Bool) async throws {
        let configuration = Self.configuration {
            $0.isOnly = true
            $0.sharesPort = sharesPort
            $0.port = sharesPort ? nil : 0
        }
        try await withServer(configuration: configuration) { server in
            #expect(server.baseURL == server.secureURL)
            #expect(server.baseURL.absoluteString == "https://127.0.0.1:\(server.port)")
            let plain = try await RawClient(port: server.port)
            try await plain.send("GET /__admin/health HTTP/1.1\r\nHost: a\r\n\r\n")
            let refusal = String(decoding: await plain.readToEnd().bytes, as: UTF8.self)
            #expect(refusal.hasPrefix("HTTP/1.1 400 ") && refusal.contains("this port speaks HTTPS"))
            let client = try await SecureClient(port: server.port, trusting: server.certificateAuthority)
            #expect(try await client.get("/__admin/health").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("The certificate of the authority needs no token", arguments: ["ca.pem", "wiremock-ca.crt"])
    func publishesItsAuthority(name: String) async throws {
        var configuration = Self.configuration
        configuration.adminAccess = .token("t")
        try await withServer(configuration: configuration) { server in
            let response = try await server.send("GET", "/__admin/certs/\(name)")
            #expect(response.status == 200)
            #expect(response.text == server.certificateAuthority)
            #expect(try await server.send("GET", "/__admin/https").status == 401)
        }
        configuration.https = nil
        configuration.impliesHTTPS = false
        try await withServer(configuration: configuration) { server in
            let response = try await server.send("GET", "/__admin/certs/\(name)")
            #expect(response.status == 404 && response.text.contains("--https"))
            #expect(server.certificateAuthority == nil && server.secureURL == nil)
        }
    }

    @Test("The admin API can require HTTPS")
    func protectsTheAdminAPI() async throws {
        let configuration = Self.configuration { $0.isRequiredForAdministration = true }
        try await withServer(configuration: configuration) { server in
            let refused = try await server.send("GET", "/__admin/requests")
            #expect(refused.status == 403 && refused.text.contains("HTTPS is required"))
            #expect(try await server.send("GET", "/__admin/health").status == 200)
            let client = try await SecureClient(port: server.port, trusting: server.certificateAuthority)
            #expect(try await client.get("/__admin/requests").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("Files give the server's certificate, the authority, and the authority of clients")
    func readsFiles() async throws {
        let folder = try ScenarioFolder()
        let authority = try TLSIdentity(making: .init(.authority, commonName: "Test CA"))
        let other = try CertificateAuthority()
        try folder.write("clients.pem", other.identity.certificatePEM)
        let configuration = Self.configuration {
            $0.clientAuthorityFile = folder.path + "/clients.pem"
            $0.requiresClientCertificate = true
        }
        let names = [try #require(CertificateName("client.example"))]
        let identity = try TLSIdentity(making: .init(.client, commonName: "anna", names: names), issuer: other.identity)
        let stranger = try TLSIdentity(making: .init(.client, commonName: "eve", names: names), issuer: authority)
        try await withServer(configuration: configuration) { server in
            let known = try await SecureClient(
                port: server.port,
                trusting: server.certificateAuthority,
                identity: identity
            )
            #expect(try await known.get("/fuelstations").hasPrefix("HTTP/1.1 200"))
            #expect(try await server.requests().first?.tls?.clientSubject == "CN=anna")
            for identity in [nil, stranger] {
                let client = try await SecureClient(
                    port: server.port,
                    trusting: server.certificateAuthority,
                    identity: identity
                )
                #expect(try await client.get("/fuelstations").isEmpty)
            }
        }
    }

    private static let badFiles: [(String, String, String)] = [
        ("certificate", "no certificate", "-----BEGIN CERTIFICATE-----"), ("missing", "", "cannot read"),
    ]

    @Test("A file that cannot be used is named, with the reason", arguments: badFiles)
    func refusesFiles(name: String, contents: String, reason: String) async throws {
        let folder = try ScenarioFolder()
        if !contents.isEmpty { try folder.write(name, contents) }
        let configuration = Self.configuration {
            $0.certificateFile = folder.path + "/" + name
            $0.keyFile = folder.path + "/" + name
        }
        await #expect {
            try await MockServer.start(scenarios: [shippedScenarios], configuration: configuration)
        } throws: { error in
            guard let error = error as? MockServerError else { return false }
            return error.code == .certificates && error.description.contains(name)
                && error.description.contains(reason)
        }
    }
}
