import Foundation
import Testing

/// `hypermock serve` with HTTPS, as curl sees it.
struct ServeHTTPSTests {
    private static let curl = URL(filePath: "/usr/bin/curl")

    private func fetch(_ arguments: String...) async throws -> Tool.Result {
        try await RunningTool(["-sS", "-m", "30"] + arguments, program: Self.curl).finish()
    }

    @Test func tellsClientsItsPortsAndItsAuthority() async throws {
        let folder = try TemporaryFolder()
        let (portFile, authority) = (folder.path + "/port.txt", folder.path + "/ca.pem")
        let tool = try RunningTool([
            "serve", "Scenarios/fuel-stations", "--port", "0", "--https-port", "0", "--port-file", portFile,
            "--https-ca-file",
            authority, "--https-fault", "expired=0", "--quiet",
        ])
        let line = try #require(await tool.readLine())
        let ports = try folder.read("port.txt").split(separator: "\n")
        let (plain, secure) = ("http://127.0.0.1:\(ports[0])", "https://127.0.0.1:\(ports[1])")
        #expect(line == "hypermock ready \(plain) and \(secure) (CA: \(authority))")
        let fault = try #require(await tool.readLine())
        #expect(fault.hasPrefix("  fault expired on port "))

        let trusted = try await fetch("--cacert", authority, "\(secure)/fuelstations")
        #expect(trusted.status == 0 && trusted.output.contains(#""href":"\#(secure)/"#), "\(trusted)")
        #expect(try await fetch("\(secure)/fuelstations").status == 60)
        let old = try await fetch("--http1.1", "--cacert", authority, "\(secure)/fuelstations")
        #expect(old.status == 0 && old.output == trusted.output, "\(old)")
        let expired = "https://localhost:\(fault.split(separator: " ").last ?? "")/fuelstations"
        #expect(try await fetch("--cacert", authority, expired).errors.contains("certificate has expired"))
        let certificate = try await fetch("\(plain)/__admin/certs/ca.pem")
        #expect(try folder.read("ca.pem") == certificate.output)
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test(
        "The ports of scenarios with `tls` are named",
        arguments: [
            (["--https"], "  fault untrustedCA on port [0-9]+, for /~untrusted-authority/"),
            ([], "  without --https, 'tls' has no effect in /~untrusted-authority/"),
        ]
    )
    func namesThePortsOfScenarios(options: [String], line: String) async throws {
        let tool = try RunningTool(["serve", "Scenarios/tls/untrusted-authority.yaml", "--port", "0"] + options)
        _ = try #require(await tool.readLine())
        let port = try #require(await tool.readLine())
        #expect(try port.wholeMatch(of: Regex(line)) != nil, "\(port)")
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test func sharesThePortAndNamesTheAddressOfItsAuthority() async throws {
        let tool = try RunningTool(["serve", "Scenarios", "--port", "0", "--https"])
        let words = try #require(await tool.readLine()).split(separator: " ")
        let (plain, secure) = (words[2], words[4])
        #expect(words.dropFirst(5).joined(separator: " ") == "(CA: \(plain)/__admin/certs/ca.pem)")
        #expect(plain.dropFirst(4) == secure.dropFirst(5))
        let health = try await fetch("--insecure", "\(secure)/__admin/health")
        #expect(health.output.contains("healthy"), "\(health)")
        #expect(try await fetch("\(secure)/__admin/health").status == 60)
        tool.terminate()
        let log = await tool.finish().output
        #expect(log.contains("TLS handshake failed: the client does not trust this server's certificate"), "\(log)")
    }

    // FoundationNetworking is linked with OpenSSL.
    #if os(Linux) && !URLSessionOnLinux
        @Test func withoutOpenSSLOnlyHTTPSIsMissing() async throws {
            let folder = try TemporaryFolder()
            try folder.write("libssl.so.3", "")
            let environment = ["LD_LIBRARY_PATH": folder.path]
            let arguments = ["serve", "Scenarios/links", "--port", "0", "--quiet"]
            let secure = try await RunningTool(arguments + ["--https"], environment: environment).finish()
            #expect(secure.status == 3)
            #expect(secure.errors.hasPrefix("hypermock: HTTPS: OpenSSL 3: "), "\(secure.errors)")
            #expect(secure.errors.hasSuffix("; to install it: apt-get install libssl3\n"), "\(secure.errors)")
            let plain = try RunningTool(arguments, environment: environment)
            let port = try #require(await plain.readPort(), "\(plain.errorsSoFar)")
            #expect(try await fetch("http://127.0.0.1:\(port)/__admin/health").status == 0)
            plain.terminate()
            #expect(await plain.finish().status == 0)
        }

        @Test(arguments: [(["--https"], true), ([], false)])
        func loadsOpenSSLOnlyForHTTPS(options: [String], isLoaded: Bool) async throws {
            let tool = try RunningTool(["serve", "Scenarios", "--port", "0"] + options)
            _ = try #require(await tool.readLine())
            // Foundation reads no more of it than a first piece.
            let path = "/proc/\(tool.processIdentifier)/maps"
            let maps = try await RunningTool([path], program: URL(filePath: "/bin/cat")).finish().output
            #expect(maps.contains("libssl") == isLoaded && maps.contains("libcrypto") == isLoaded)
            tool.terminate()
            #expect(await tool.finish().status == 0)
        }
    #endif

    private static let badFiles: [(String, String, String)] = [
        ("", "", "cannot read"), ("text", "text", "the line '-----BEGIN CERTIFICATE-----' is missing"),
    ]

    @Test(arguments: badFiles)
    func namesAFileThatItCannotUse(certificate: String, key: String, reason: String) async throws {
        let folder = try TemporaryFolder()
        if !certificate.isEmpty {
            try folder.write("cert.pem", certificate)
            try folder.write("key.pem", key)
        }
        let result = try await Tool.run(
            "serve",
            "Scenarios",
            "--port",
            "0",
            "--https",
            "--https-cert",
            folder.path + "/cert.pem",
            "--https-key",
            folder.path + "/key.pem"
        )
        #expect(result.status == 3)
        #expect(result.errors.contains("cert.pem") && result.errors.contains(reason), "\(result.errors)")
    }
}
